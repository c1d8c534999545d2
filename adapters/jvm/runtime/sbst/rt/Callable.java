// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import org.objectweb.asm.Type;

/** One row of the callable table: see java_callable.hpp, whose kinds and order it shares. */
final class Callable {
    static final int CONSTRUCTOR = 0;
    static final int STATIC_METHOD = 1;
    static final int INSTANCE_METHOD = 2;
    static final int STATIC_FIELD_READ = 3;
    static final int STATIC_FIELD_WRITE = 4;
    static final int FIELD_READ = 5;
    static final int FIELD_WRITE = 6;
    static final int CAST = 7;
    static final int AS_OBJECT = 8;
    static final int ARRAY_OF = 9;
    static final int CLASS_LITERAL = 10;
    static final int FUNCTIONAL = 11;

    private static final int OWNER_IS_INTERFACE = 1;
    private static final int IS_INNER = 2;

    final int kind;
    final String owner;
    final String name;
    final String descriptor;
    final boolean isOwnerInterface;
    /** A constructor whose first parameter is the object that the new one belongs to. */
    final boolean isInner;

    Callable(In in) {
        kind = in.u8();
        int flags = in.u8();
        isOwnerInterface = (flags & OWNER_IS_INTERFACE) != 0;
        isInner = (flags & IS_INNER) != 0;
        owner = in.name();
        name = in.name();
        descriptor = in.name();
    }

    boolean isMethod() {
        return kind <= INSTANCE_METHOD;
    }

    /** The sort of the result (JVMS 4.3.2): a letter of a primitive type, V, or L for objects. */
    char resultSort() {
        switch (kind) {
            case STATIC_METHOD:
            case INSTANCE_METHOD:
                return sort(Type.getReturnType(descriptor));
            case STATIC_FIELD_READ:
            case FIELD_READ:
                return sort(Type.getType(descriptor));
            case STATIC_FIELD_WRITE:
            case FIELD_WRITE:
                return 'V';
            default:
                return 'L';
        }
    }

    static char sort(Type type) {
        return type.getSort() >= Type.ARRAY ? 'L' : type.getDescriptor().charAt(0);
    }
}
