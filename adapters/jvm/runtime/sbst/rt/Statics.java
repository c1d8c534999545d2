// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.objectweb.asm.Type;

/**
 * A snapshot, after initialisation, of the static state that tests can change: values of fields,
 * and the content of their objects if it can be restored ({@link ContentTaker}).
 */
final class Statics {
    private final ContentTaker.FieldValue[] fields;
    private final List<Resettable> resettable;
    private final Content[] watched;
    private final Content[] unwatched;

    /** What tests can reset without us: it holds a number, or nothing, after initialisation. */
    private abstract static class Resettable {
        /** Index in the plan. */
        final int index;
        /** StaticContent of the parent. */
        final int kind;
        /** The number's bits; 0 for nothing. */
        final long bits;

        Resettable(int index, int kind, long bits) {
            this.index = index;
            this.kind = kind;
            this.bits = bits;
        }

        abstract boolean isChanged() throws Throwable;
    }

    /** A field of a primitive type, or without an object. */
    private static final class ResettableField extends Resettable {
        final int name;
        final boolean isPrimitive;
        final MethodHandle getter;

        ResettableField(int index, Plan.StaticField field, MethodHandle getter, Object value) {
            super(index, 0, bitsOf(value));
            this.name = Changes.numberOf(field.name);
            this.isPrimitive = field.isPrimitive();
            this.getter = getter;
        }

        @Override
        boolean isChanged() throws Throwable {
            if (!Changes.FIELDS[name] && !Changes.anyField && !Changes.isBlind) {
                return false;
            }
            Object value = getter.invoke();
            return isPrimitive ? bitsOf(value) != bits : value != null;
        }
    }

    /** A collection of the JDK, or an atomic variable, in a static field. */
    private static final class ResettableObject extends Resettable {
        private static final List<Class<?>> KINDS = List.of(Map.class, Collection.class,
            AtomicInteger.class, AtomicLong.class, AtomicBoolean.class, AtomicReference.class);

        final Object object;

        private ResettableObject(int index, int kind, Object object) {
            super(index, kind, bitsIn(object));
            this.object = object;
        }

        /**
         * Null if it is something else, or not empty, or if tests cannot empty and fill it again: a
         * view, or a map by identity or with weak keys.
         */
        static ResettableObject of(int index, Object value) {
            String type = value == null ? "" : value.getClass().getName();
            boolean isKnown = type.startsWith("java.util.") && type.indexOf('$') < 0
                && !type.endsWith("IdentityHashMap") && !type.endsWith("WeakHashMap");
            for (int kind = 0; (isKnown || isWrapper(type)) && kind < KINDS.size(); kind++) {
                if (KINDS.get(kind).isInstance(value) && (isNumber(value) || isEmpty(value))) {
                    return new ResettableObject(index, kind + 1, value);
                }
            }
            return null;
        }

        private static boolean isWrapper(String type) {
            return type.startsWith("java.util.Collections$Synchronized")
                || type.equals("java.util.Collections$SetFromMap")
                || type.equals("java.util.concurrent.ConcurrentHashMap$KeySetView");
        }

        private static boolean isNumber(Object object) {
            return object instanceof Number || object instanceof AtomicBoolean;
        }

        private static boolean isEmpty(Object object) {
            return object instanceof Map ? ((Map<?, ?>) object).isEmpty()
                : object instanceof Collection ? ((Collection<?>) object).isEmpty()
                : ((AtomicReference<?>) object).get() == null;
        }

        private static long bitsIn(Object object) {
            return object instanceof AtomicBoolean ? bitsOf(((AtomicBoolean) object).get())
                : bitsOf(object);
        }

        @Override
        boolean isChanged() {
            return isNumber(object) ? bitsIn(object) != bits : !isEmpty(object);
        }
    }

    private Statics(ContentTaker taken, List<Resettable> resettable) {
        this.resettable = resettable;
        fields = taken.fields.toArray(new ContentTaker.FieldValue[0]);
        watched = taken.watched.toArray(new Content[0]);
        unwatched = taken.unwatched.toArray(new Content[0]);
    }

    /** Takes the snapshot; fields that cannot be accessed are skipped. */
    static Statics of(List<Plan.StaticField> fields, ClassLoader loader,
        MethodHandles.Lookup lookup, JdkChanges jdk) {
        ContentTaker taker = new ContentTaker(loader, lookup, jdk);
        List<Resettable> resettable = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            try {
                Resettable one = take(i, fields.get(i), loader, lookup, taker);
                if (one != null) {
                    resettable.add(one);
                }
            } catch (ReflectiveOperationException | LinkageError e) {
                continue;
            }
        }
        return new Statics(taker, resettable);
    }

    /** Returns what tells whether a test changes the field, if tests can reset it; else null. */
    private static Resettable take(int index, Plan.StaticField field, ClassLoader loader,
        MethodHandles.Lookup lookup, ContentTaker taker) throws ReflectiveOperationException {
        Class<?> owner = Class.forName(field.owner.replace('/', '.'), true, loader);
        Class<?> type = classOf(field.descriptor, loader);
        MethodHandle getter = lookup.findStaticGetter(owner, field.name, type);
        Object value;
        try {
            value = getter.invoke();
        } catch (Throwable e) {
            throw new NoSuchFieldException(field.name);
        }
        if (!field.isFinal) {
            MethodHandle setter = lookup.findStaticSetter(owner, field.name, type);
            taker.fields.add(new ContentTaker.FieldValue(
                field.name, MethodHandles.insertArguments(setter, 0, value)));
        }
        taker.take(value);
        if (field.isFinal) {
            return ResettableObject.of(index, value);
        }
        return field.isPrimitive() || value == null
            ? new ResettableField(index, field, getter, value) : null;
    }

    /** The number in a box of the JDK; 0 for null. Runs no code of the subject. */
    private static long bitsOf(Object value) {
        return value == null ? 0
            : value instanceof Boolean ? ((Boolean) value ? 1 : 0)
            : value instanceof Character ? (Character) value
            : value instanceof Float ? Float.floatToRawIntBits((Float) value)
            : value instanceof Double ? Double.doubleToRawLongBits((Double) value)
            : value instanceof Number ? ((Number) value).longValue() : 0;
    }

    /** Writes the fields that tests can reset and this one changed, by index in the plan. */
    void writeFilled(Out out) {
        int place = out.at;
        out.i32(0);
        int count = 0;
        for (Resettable field : resettable) {
            try {
                if (field.isChanged()) {
                    out.i32(field.index);
                    out.u8(field.kind);
                    out.i64(field.bits);
                    count++;
                }
            } catch (Out.Full e) {
                throw e;
            } catch (Throwable e) {
                continue;
            }
        }
        out.patch(place, count);
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
        String name = descriptor.startsWith("[")
            ? descriptor.replace('/', '.') : Type.getType(descriptor).getClassName();
        return Class.forName(name, false, loader);
    }

    /** Restores everything that may have changed since the last time. */
    void restore() throws Throwable {
        restoreFields();
        restore(unwatched);
        if (Changes.collections) {
            restore(watched);
            // Code of restored keys may have written fields.
            restoreFields();
            // Only now, so that a restoration stopped half-way is repeated.
            Changes.collections = false;
        }
    }

    private void restoreFields() throws Throwable {
        boolean isAny = Changes.anyField || Changes.isBlind;
        if (!isAny && !Changes.fields) {
            return;
        }
        for (ContentTaker.FieldValue field : fields) {
            if (isAny || Changes.FIELDS[field.name]) {
                field.setter.invokeExact();
            }
        }
        for (ContentTaker.FieldValue field : fields) {
            Changes.FIELDS[field.name] = false;
        }
        Changes.fields = false;
        Changes.anyField = false;
    }

    /**
     * An unmodifiable container refuses changes, and code of the subject in a container may
     * fail.
     */
    private static void restore(Content[] contents) throws Throwable {
        for (Content content : contents) {
            try {
                content.restore();
            } catch (RuntimeException e) {
                continue;
            }
        }
    }
}
