// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Takes the content of objects; for the subject's classes field by field, to a limited depth. */
final class ContentTaker {
    private static final int MOST_DEPTH = 2;

    private final ClassLoader loader;
    private final MethodHandles.Lookup lookup;
    private final JdkChanges jdk;
    /** Fields of objects and their values. */
    final List<FieldValue> fields = new ArrayList<>();
    /** Collections that report changes. */
    final List<Content> watched = new ArrayList<>();
    /** Contents that are restored before each test. */
    final List<Content> unwatched = new ArrayList<>();
    private int generators;

    /** A field that is not final, and how it gets the value that it had. */
    static final class FieldValue {
        final int name;
        final MethodHandle setter;

        FieldValue(String name, MethodHandle setter) {
            this.name = Changes.numberOf(name);
            this.setter = setter;
        }
    }

    ContentTaker(ClassLoader loader, MethodHandles.Lookup lookup, JdkChanges jdk) {
        this.loader = loader;
        this.lookup = lookup;
        this.jdk = jdk;
    }

    /** Takes nothing when nothing can change, or the type is unknown. */
    void take(Object value) {
        take(value, 1);
    }

    private void take(Object value, int depth) {
        if (value == null || value instanceof Enum) {
            return;
        }
        if (value.getClass().isArray()) {
            takeArray(value, depth);
        } else if (value.getClass().getClassLoader() == loader) {
            if (depth <= MOST_DEPTH) {
                takeFields(value, depth);
            }
        } else if (value instanceof Collection || value instanceof Map) {
            takeCollection(value, depth);
        } else {
            if (value instanceof AtomicReference) {
                takeHeld(((AtomicReference<?>) value).get(), depth);
            }
            addUnwatched(ofCell(value));
        }
    }

    /** A cell is no level of its own: what a pool of objects keeps in one changes with its use. */
    private void takeHeld(Object held, int depth) {
        if (!(held instanceof AtomicReference)) {
            take(held, depth);
        }
    }

    private void addUnwatched(Content content) {
        if (content != null) {
            unwatched.add(content);
        }
    }

    /** The elements of a collection may change too, such as arrays in a map used as a cache. */
    private void takeElements(Collection<?> elements, int depth) {
        if (depth < MOST_DEPTH && elements.size() <= Content.MOST_COMPARED) {
            for (Object element : elements.toArray()) {
                take(element, depth + 1);
            }
        }
    }

    private void takeCollection(Object value, int depth) {
        boolean isMap = value instanceof Map;
        takeElements(isMap ? ((Map<?, ?>) value).values() : (Collection<?>) value, depth);
        if (!value.getClass().getName().startsWith("java.") || JdkChanges.isFixed(value)) {
            return;
        }
        Content content = isMap ? new Content.OfMap((Map<?, ?>) value)
            : new Content.OfCollection((Collection<?>) value);
        (jdk.watch(value) ? watched : unwatched).add(content);
    }

    private Content ofCell(Object value) {
        if (value.getClass() == Random.class) {
            // Whether made with a seed or without: each test sees the same numbers.
            int number = ++generators;
            Repeatable.noteKept();
            return () -> ((Random) value).setSeed(Repeatable.keptSeed(number));
        }
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

    private void takeArray(Object array, int depth) {
        if (array instanceof Object[]) {
            takeElements(Arrays.asList((Object[]) array), depth);
        }
        int length = Array.getLength(array);
        if (length > 0 && length <= Content.MOST_ELEMENTS) {
            Object copy = Array.newInstance(array.getClass().getComponentType(), length);
            System.arraycopy(array, 0, copy, 0, length);
            unwatched.add(() -> System.arraycopy(copy, 0, array, 0, length));
        }
    }

    private void takeFields(Object object, int depth) {
        Class<?> type = object.getClass();
        for (; type != null && type.getClassLoader() == loader; type = type.getSuperclass()) {
            try {
                for (Field field : type.getDeclaredFields()) {
                    takeField(object, field, depth);
                }
            } catch (LinkageError e) {
                continue;
            }
        }
    }

    private void takeField(Object object, Field field, int depth) {
        if (Modifier.isStatic(field.getModifiers())) {
            return;
        }
        try {
            Object value = lookup.unreflectGetter(field).invoke(object);
            if (!Modifier.isFinal(field.getModifiers())) {
                MethodHandle setter = lookup.unreflectSetter(field);
                fields.add(new FieldValue(
                    field.getName(), MethodHandles.insertArguments(setter, 0, object, value)));
            }
            take(value, depth + 1);
        } catch (Throwable e) {
            // A field that cannot be accessed is left unchanged.
            return;
        }
    }
}
