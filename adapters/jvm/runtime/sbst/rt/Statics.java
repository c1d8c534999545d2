// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    /** What fields of primitive types have before anything is written into them, boxed. */
    private static final Set<Object> NOTHING = Set.of(
        false, (byte) 0, (short) 0, '\0', 0, 0L, 0.0f, 0.0d);

    private final ContentTaker.FieldValue[] fields;
    private final List<Empty> empty;
    private final Content[] watched;
    private final Content[] unwatched;

    /** What has nothing in it after initialisation. */
    private abstract static class Empty {
        /** Index in the plan. */
        final int index;
        /** StaticContent of the parent. */
        final int kind;

        Empty(int index, int kind) {
            this.index = index;
            this.kind = kind;
        }

        abstract boolean isChanged() throws Throwable;
    }

    /** A static field without a value. */
    private static final class EmptyField extends Empty {
        final int name;
        final boolean isPrimitive;
        final MethodHandle getter;

        EmptyField(int index, Plan.StaticField field, MethodHandle getter) {
            super(index, 0);
            this.name = Changes.numberOf(field.name);
            this.isPrimitive = field.isPrimitive();
            this.getter = getter;
        }

        @Override
        boolean isChanged() throws Throwable {
            return (Changes.FIELDS[name] || Changes.anyField || Changes.isBlind)
                && !isNothing(getter.invoke(), isPrimitive);
        }
    }

    /** A collection of the JDK, or an atomic variable, in a static field. */
    private static final class EmptyObject extends Empty {
        private static final List<Class<?>> KINDS = List.of(Map.class, Collection.class,
            AtomicInteger.class, AtomicLong.class, AtomicBoolean.class, AtomicReference.class);

        final Object object;

        private EmptyObject(int index, int kind, Object object) {
            super(index, kind);
            this.object = object;
        }

        /** Null if it is something else, or not empty, or can never be filled. */
        static EmptyObject of(int index, Object value) {
            if (value == null || !value.getClass().getName().startsWith("java.util.")
                || JdkChanges.isUnmodifiable(value) || !isEmpty(value)) {
                return null;
            }
            for (int kind = 0; kind < KINDS.size(); kind++) {
                if (KINDS.get(kind).isInstance(value)) {
                    return new EmptyObject(index, kind + 1, value);
                }
            }
            return null;
        }

        private static boolean isEmpty(Object value) {
            return value instanceof Map ? ((Map<?, ?>) value).isEmpty()
                : value instanceof Collection ? ((Collection<?>) value).isEmpty()
                : value instanceof AtomicReference ? ((AtomicReference<?>) value).get() == null
                : value instanceof AtomicBoolean ? !((AtomicBoolean) value).get()
                : value instanceof Number && ((Number) value).longValue() == 0;
        }

        @Override
        boolean isChanged() {
            return !isEmpty(object);
        }
    }

    private Statics(ContentTaker taken, List<Empty> empty) {
        this.empty = empty;
        fields = taken.fields.toArray(new ContentTaker.FieldValue[0]);
        watched = taken.watched.toArray(new Content[0]);
        unwatched = taken.unwatched.toArray(new Content[0]);
    }

    /** Takes the snapshot; fields that cannot be accessed are skipped. */
    static Statics of(List<Plan.StaticField> fields, ClassLoader loader,
        MethodHandles.Lookup lookup, JdkChanges jdk) {
        ContentTaker taker = new ContentTaker(loader, lookup, jdk);
        List<Empty> empty = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            try {
                Empty one = take(i, fields.get(i), loader, lookup, taker);
                if (one != null) {
                    empty.add(one);
                }
            } catch (ReflectiveOperationException | LinkageError e) {
                continue;
            }
        }
        return new Statics(taker, empty);
    }

    /** Returns what tells whether a test fills the field, if there is nothing in it now; else null. */
    private static Empty take(int index, Plan.StaticField field, ClassLoader loader,
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
        return !field.isFinal && isNothing(value, field.isPrimitive())
            ? new EmptyField(index, field, getter) : EmptyObject.of(index, value);
    }

    /** Runs no code of the subject. */
    private static boolean isNothing(Object value, boolean isPrimitive) {
        return isPrimitive ? NOTHING.contains(value) : value == null;
    }

    /** Writes the fields that had nothing in them before the test and have now, by index in the plan. */
    void writeFilled(Out out) {
        int place = out.at;
        out.i32(0);
        int count = 0;
        for (Empty field : empty) {
            try {
                if (field.isChanged()) {
                    out.i32(field.index);
                    out.u8(field.kind);
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
