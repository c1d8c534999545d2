// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Type;

/**
 * The static state that tests can change, as it was after initialisation: values of fields, and one
 * level of the arrays and the JDK's collections that they refer to.
 */
final class Statics {
    private final List<Slot> slots = new ArrayList<>();

    /** One field and what it held. */
    private static final class Slot {
        /** Puts the value back; null where the field is final. */
        final MethodHandle setter;
        final Content content;

        Slot(MethodHandle setter, Object value) {
            this.setter = setter;
            this.content = Content.of(value);
        }

        void restore() throws Throwable {
            if (setter != null) {
                setter.invokeExact();
            }
            if (content != null) {
                content.restore();
            }
        }
    }

    /** One level of a container. */
    private abstract static class Content {
        abstract void restore();

        static Content of(Object value) {
            if (value == null) {
                return null;
            }
            if (value.getClass().isArray()) {
                return new ArrayContent(value);
            }
            if (!value.getClass().getName().startsWith("java.util.")) {
                return null;
            }
            if (value instanceof Collection) {
                return new CollectionContent((Collection<?>) value);
            }
            return value instanceof Map ? new MapContent((Map<?, ?>) value) : null;
        }
    }

    private static final class ArrayContent extends Content {
        private final Object array;
        private final Object copy;
        private final int length;

        ArrayContent(Object array) {
            this.array = array;
            length = Array.getLength(array);
            copy = Array.newInstance(array.getClass().getComponentType(), length);
            System.arraycopy(array, 0, copy, 0, length);
        }

        @Override
        void restore() {
            System.arraycopy(copy, 0, array, 0, length);
        }
    }

    private static final class CollectionContent extends Content {
        private final Collection<Object> collection;
        private final Object[] elements;

        @SuppressWarnings("unchecked")
        CollectionContent(Collection<?> collection) {
            this.collection = (Collection<Object>) collection;
            elements = collection.toArray();
        }

        private boolean isUnchanged() {
            if (collection.size() != elements.length) {
                return false;
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
        void restore() {
            if (!isUnchanged()) {
                collection.clear();
                for (Object element : elements) {
                    collection.add(element);
                }
            }
        }
    }

    private static final class MapContent extends Content {
        private final Map<Object, Object> map;
        private final Object[] entries;

        @SuppressWarnings("unchecked")
        MapContent(Map<?, ?> map) {
            this.map = (Map<Object, Object>) map;
            entries = new Object[2 * map.size()];
            int i = 0;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                entries[i++] = entry.getKey();
                entries[i++] = entry.getValue();
            }
        }

        private boolean isUnchanged() {
            if (2 * map.size() != entries.length) {
                return false;
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
        void restore() {
            if (!isUnchanged()) {
                map.clear();
                for (int i = 0; i < entries.length; i += 2) {
                    map.put(entries[i], entries[i + 1]);
                }
            }
        }
    }

    /** Takes the snapshot; fields that cannot be reached are left alone. */
    static Statics of(
        List<Plan.StaticField> fields, ClassLoader loader, MethodHandles.Lookup lookup) {
        Statics statics = new Statics();
        for (Plan.StaticField field : fields) {
            try {
                statics.slots.add(slotOf(field, loader, lookup));
            } catch (ReflectiveOperationException | LinkageError e) {
                continue;
            }
        }
        return statics;
    }

    private static Slot slotOf(
        Plan.StaticField field, ClassLoader loader, MethodHandles.Lookup lookup)
        throws ReflectiveOperationException {
        Class<?> owner = Class.forName(field.owner.replace('/', '.'), true, loader);
        Class<?> type = classOf(field.descriptor, loader);
        Object value;
        try {
            value = lookup.findStaticGetter(owner, field.name, type).invoke();
        } catch (Throwable e) {
            throw new NoSuchFieldException(field.name);
        }
        MethodHandle setter = field.isFinal ? null : MethodHandles.insertArguments(
            lookup.findStaticSetter(owner, field.name, type), 0, value);
        return new Slot(setter, value);
    }

    static Class<?> classOf(String descriptor, ClassLoader loader) throws ClassNotFoundException {
        if (descriptor.length() == 1) {
            switch (descriptor.charAt(0)) {
                case 'Z': return boolean.class;
                case 'B': return byte.class;
                case 'S': return short.class;
                case 'C': return char.class;
                case 'I': return int.class;
                case 'J': return long.class;
                case 'F': return float.class;
                default: return double.class;
            }
        }
        Type type = Type.getType(descriptor);
        String name = descriptor.startsWith("[")
            ? descriptor.replace('/', '.') : type.getClassName();
        return Class.forName(name, false, loader);
    }

    /** A container that cannot be changed refuses; it was not changed either. */
    void restore() throws Throwable {
        for (int i = 0; i < slots.size(); i++) {
            try {
                slots.get(i).restore();
            } catch (UnsupportedOperationException e) {
                continue;
            }
        }
    }
}
