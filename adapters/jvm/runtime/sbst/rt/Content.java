// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What an object holds that can change, as it was when this was made. Every test pays for every
 * content, so large ones are taken for tables that nobody changes: arrays of more elements than
 * {@link #MOST_ELEMENTS} are left alone, collections are restored when their size has changed.
 */
interface Content {
    int MOST_ELEMENTS = 1024;
    int MOST_COMPARED = 64;

    /** Makes it so again. May run code of the subject (equals and hashCode of keys). */
    void restore() throws Throwable;

    /** Takes the content of objects; those of the loader's classes field by field, to a depth. */
    final class Taker {
        private static final int MOST_DEPTH = 2;

        private final ClassLoader loader;
        private final MethodHandles.Lookup lookup;

        Taker(ClassLoader loader, MethodHandles.Lookup lookup) {
            this.loader = loader;
            this.lookup = lookup;
        }

        /** Null where nothing can change, or nothing that we know. */
        Content take(Object value) {
            return take(value, 1);
        }

        private Content take(Object value, int depth) {
            if (value == null || value instanceof Enum) {
                return null;
            }
            if (value.getClass().isArray()) {
                return ofArray(value);
            }
            if (value.getClass().getClassLoader() == loader) {
                return depth > MOST_DEPTH ? null : ofFields(value, depth);
            }
            return value.getClass().getName().startsWith("java.") ? ofJdk(value) : null;
        }

        private static Content ofJdk(Object value) {
            if (value instanceof Collection) {
                return new OfCollection((Collection<?>) value);
            }
            if (value instanceof Map) {
                return new OfMap((Map<?, ?>) value);
            }
            if (value.getClass() == Random.class) {
                // Made without a seed or with one: each test sees the same numbers.
                return () -> ((Random) value).setSeed(Repeatable.SEED);
            }
            return ofCell(value);
        }

        private static Content ofCell(Object value) {
            if (value instanceof AtomicInteger) {
                int number = ((AtomicInteger) value).get();
                return () -> ((AtomicInteger) value).set(number);
            }
            if (value instanceof AtomicLong) {
                long number = ((AtomicLong) value).get();
                return () -> ((AtomicLong) value).set(number);
            }
            if (value instanceof AtomicBoolean) {
                boolean flag = ((AtomicBoolean) value).get();
                return () -> ((AtomicBoolean) value).set(flag);
            }
            if (value instanceof AtomicReference) {
                @SuppressWarnings("unchecked")
                AtomicReference<Object> cell = (AtomicReference<Object>) value;
                Object held = cell.get();
                return () -> cell.set(held);
            }
            if (value instanceof StringBuilder) {
                StringBuilder text = (StringBuilder) value;
                String held = text.toString();
                return () -> text.replace(0, text.length(), held);
            }
            if (value instanceof BitSet) {
                BitSet bits = (BitSet) value;
                BitSet held = (BitSet) bits.clone();
                return () -> {
                    bits.clear();
                    bits.or(held);
                };
            }
            return null;
        }

        private static Content ofArray(Object array) {
            int length = Array.getLength(array);
            if (length == 0 || length > MOST_ELEMENTS) {
                return null;
            }
            Object copy = Array.newInstance(array.getClass().getComponentType(), length);
            System.arraycopy(array, 0, copy, 0, length);
            return () -> System.arraycopy(copy, 0, array, 0, length);
        }

        private Content ofFields(Object object, int depth) {
            List<MethodHandle> setters = new ArrayList<>();
            List<Content> contents = new ArrayList<>();
            Class<?> type = object.getClass();
            for (; type != null && type.getClassLoader() == loader; type = type.getSuperclass()) {
                try {
                    for (Field field : type.getDeclaredFields()) {
                        addField(object, field, depth, setters, contents);
                    }
                } catch (LinkageError e) {
                    continue;
                }
            }
            return setters.isEmpty() && contents.isEmpty() ? null : new OfFields(setters, contents);
        }

        private void addField(Object object, Field field, int depth, List<MethodHandle> setters,
            List<Content> contents) {
            if (Modifier.isStatic(field.getModifiers())) {
                return;
            }
            try {
                Object value = lookup.unreflectGetter(field).invoke(object);
                if (!Modifier.isFinal(field.getModifiers())) {
                    setters.add(MethodHandles.insertArguments(
                        lookup.unreflectSetter(field), 0, object, value));
                }
                Content content = take(value, depth + 1);
                if (content != null) {
                    contents.add(content);
                }
            } catch (Throwable e) {
                // A field that cannot be reached is left alone.
                return;
            }
        }
    }

    /** Fields of an object, and what those that are final or not refer to. */
    final class OfFields implements Content {
        private final MethodHandle[] setters;
        private final Content[] contents;

        OfFields(List<MethodHandle> setters, List<Content> contents) {
            this.setters = setters.toArray(new MethodHandle[0]);
            this.contents = contents.toArray(new Content[0]);
        }

        @Override
        public void restore() throws Throwable {
            for (MethodHandle setter : setters) {
                setter.invokeExact();
            }
            for (Content content : contents) {
                content.restore();
            }
        }
    }

    /** Elements by identity; a collection that was not changed is not touched. */
    final class OfCollection implements Content {
        private final Collection<Object> collection;
        private final Object[] elements;

        @SuppressWarnings("unchecked")
        OfCollection(Collection<?> collection) {
            this.collection = (Collection<Object>) collection;
            elements = collection.toArray();
        }

        private boolean isUnchanged() {
            if (collection.size() != elements.length || elements.length > MOST_COMPARED) {
                return collection.size() == elements.length;
            }
            int i = 0;
            for (Object element : collection) {
                if (i == elements.length || element != elements[i++]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void restore() {
            if (!isUnchanged()) {
                collection.clear();
                for (Object element : elements) {
                    collection.add(element);
                }
            }
        }
    }

    /** Keys and values by identity, in order. */
    final class OfMap implements Content {
        private final Map<Object, Object> map;
        private final Object[] entries;

        @SuppressWarnings("unchecked")
        OfMap(Map<?, ?> map) {
            this.map = (Map<Object, Object>) map;
            entries = new Object[2 * map.size()];
            int i = 0;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                entries[i++] = entry.getKey();
                entries[i++] = entry.getValue();
            }
        }

        private boolean isUnchanged() {
            if (2 * map.size() != entries.length || map.size() > MOST_COMPARED) {
                return 2 * map.size() == entries.length;
            }
            int i = 0;
            for (Map.Entry<Object, Object> entry : map.entrySet()) {
                if (i == entries.length || entry.getKey() != entries[i++]
                    || entry.getValue() != entries[i++]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void restore() {
            if (!isUnchanged()) {
                map.clear();
                for (int i = 0; i < entries.length; i += 2) {
                    map.put(entries[i], entries[i + 1]);
                }
            }
        }
    }
}
