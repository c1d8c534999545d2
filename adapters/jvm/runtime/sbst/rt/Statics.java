// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
    private final Empty[] empty;
    private final Content[] watched;
    private final Content[] unwatched;

    /** A static field without a value after initialisation. */
    private static final class Empty {
        /** Index in the plan. */
        final int index;
        final int name;
        final boolean isPrimitive;
        final MethodHandle getter;

        Empty(int index, Plan.StaticField field, MethodHandle getter) {
            this.index = index;
            this.name = Changes.numberOf(field.name);
            this.isPrimitive = field.isPrimitive();
            this.getter = getter;
        }

        boolean isChanged() throws Throwable {
            return (Changes.FIELDS[name] || Changes.anyField || Changes.isBlind)
                && !isNothing(getter.invoke(), isPrimitive);
        }
    }

    private Statics(ContentTaker taken, List<Empty> empty) {
        this.empty = empty.toArray(new Empty[0]);
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
                MethodHandle getter = take(fields.get(i), loader, lookup, taker);
                if (getter != null) {
                    empty.add(new Empty(i, fields.get(i), getter));
                }
            } catch (ReflectiveOperationException | LinkageError e) {
                continue;
            }
        }
        return new Statics(taker, empty);
    }

    /** Returns what reads the field, if tests can change it and it has no value; else null. */
    private static MethodHandle take(Plan.StaticField field, ClassLoader loader,
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
        return !field.isFinal && isNothing(value, field.isPrimitive()) ? getter : null;
    }

    /** Runs no code of the subject. */
    private static boolean isNothing(Object value, boolean isPrimitive) {
        return isPrimitive ? NOTHING.contains(value) : value == null;
    }

    /** Writes the fields that had no value before the test and have one now, by index in the plan. */
    void writeFilled(Out out) {
        int place = out.at;
        out.i32(0);
        int count = 0;
        for (Empty field : empty) {
            try {
                if (field.isChanged()) {
                    out.i32(field.index);
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
