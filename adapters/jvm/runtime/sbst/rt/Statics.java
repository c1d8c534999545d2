// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Type;

/**
 * The static state that tests can change, as it was after initialisation: values of fields, and
 * what they refer to where it is known how to put that back ({@link Content}).
 */
final class Statics {
    private final List<Slot> slots = new ArrayList<>();

    /** One field and what it held. */
    private static final class Slot {
        /** Puts the value back; null where the field is final. */
        final MethodHandle setter;
        final Content content;

        Slot(MethodHandle setter, Content content) {
            this.setter = setter;
            this.content = content;
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

    /** Takes the snapshot; fields that cannot be reached are left alone. */
    static Statics of(
        List<Plan.StaticField> fields, ClassLoader loader, MethodHandles.Lookup lookup) {
        Statics statics = new Statics();
        Content.Taker taker = new Content.Taker(loader, lookup);
        for (Plan.StaticField field : fields) {
            try {
                Slot slot = slotOf(field, loader, lookup, taker);
                if (slot.setter != null || slot.content != null) {
                    statics.slots.add(slot);
                }
            } catch (ReflectiveOperationException | LinkageError e) {
                continue;
            }
        }
        return statics;
    }

    private static Slot slotOf(Plan.StaticField field, ClassLoader loader,
        MethodHandles.Lookup lookup, Content.Taker taker) throws ReflectiveOperationException {
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
        return new Slot(setter, taker.take(value));
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

    /** A container that cannot be changed refuses, and one may have code of the subject that fails. */
    void restore() throws Throwable {
        for (int i = 0; i < slots.size(); i++) {
            try {
                slots.get(i).restore();
            } catch (RuntimeException e) {
                continue;
            }
        }
    }
}
