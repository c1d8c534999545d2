// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.objectweb.asm.Type;

/**
 * A snapshot, after initialisation, of the static state that tests can change: values of fields,
 * and the content of their objects if it can be restored ({@link ContentTaker}).
 */
final class Statics {
    private final ContentTaker.FieldValue[] fields;
    private final Content[] watched;
    private final Content[] unwatched;

    private Statics(ContentTaker taken) {
        fields = taken.fields.toArray(new ContentTaker.FieldValue[0]);
        watched = taken.watched.toArray(new Content[0]);
        unwatched = taken.unwatched.toArray(new Content[0]);
    }

    /** Takes the snapshot; fields that cannot be accessed are skipped. */
    static Statics of(List<Plan.StaticField> fields, ClassLoader loader,
        MethodHandles.Lookup lookup, JdkChanges jdk) {
        ContentTaker taker = new ContentTaker(loader, lookup, jdk);
        for (Plan.StaticField field : fields) {
            try {
                take(field, loader, lookup, taker);
            } catch (ReflectiveOperationException | LinkageError e) {
                continue;
            }
        }
        return new Statics(taker);
    }

    private static void take(Plan.StaticField field, ClassLoader loader,
        MethodHandles.Lookup lookup, ContentTaker taker) throws ReflectiveOperationException {
        Class<?> owner = Class.forName(field.owner.replace('/', '.'), true, loader);
        Class<?> type = classOf(field.descriptor, loader);
        Object value;
        try {
            value = lookup.findStaticGetter(owner, field.name, type).invoke();
        } catch (Throwable e) {
            throw new NoSuchFieldException(field.name);
        }
        if (!field.isFinal) {
            MethodHandle setter = lookup.findStaticSetter(owner, field.name, type);
            taker.fields.add(new ContentTaker.FieldValue(
                field.name, MethodHandles.insertArguments(setter, 0, value)));
        }
        taker.take(value);
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
