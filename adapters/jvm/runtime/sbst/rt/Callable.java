// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.AnnotationVisitor;
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
    static final int STAND_IN = 12;
    static final int SERIAL_COPY = 13;
    static final int PROXY = 14;
    static final int BEAN = 15;
    static final int REFLECTED_MEMBER = 16;

    private static final int OWNER_IS_INTERFACE = 1;
    private static final int IS_INNER = 2;

    final int kind;
    final String owner;
    final String name;
    final String descriptor;
    final boolean isOwnerInterface;
    /** A constructor whose first parameter is the object that the new one belongs to. */
    final boolean isInner;
    /** The methods of a stand-in; other kinds have none. */
    final List<Implemented> methods = new ArrayList<>();
    /** The fields and methods of a bean; other kinds have none. */
    final List<String> fields = new ArrayList<>();
    final List<List<Mark>> fieldMarks = new ArrayList<>();
    final List<Getter> getters = new ArrayList<>();

    /** A method of a stand-in: it implements one abstract method for each descriptor. */
    static final class Implemented {
        final String name;
        final boolean hasAnswer;
        /** Two more arguments follow the answer: that of the first calls, and their number. */
        final boolean hasTurns;
        final List<String> descriptors = new ArrayList<>();
        /** Null: it runs nothing. */
        final Callback callback;
        /** With one of these, one more argument follows the answers: 0, or which one it throws. */
        final List<Failure> failures = new ArrayList<>();

        Implemented(In in) {
            name = in.name();
            int answers = in.u8();
            hasAnswer = answers != 0;
            hasTurns = answers == 2;
            for (int left = in.i32(); left > 0; left--) {
                descriptors.add(in.name());
            }
            int runs = in.u8();
            callback = runs == 0 ? null : new Callback(in, runs == 2);
            for (int left = in.u8(); left > 0; left--) {
                failures.add(new Failure(in));
            }
        }

        /** The type of its answer. */
        Type result() {
            return Type.getReturnType(descriptors.get(0));
        }
    }

    /** The parameter of a stand-in's method that the method runs. */
    static final class Callback {
        final boolean isReturned;
        final int parameter;
        final String owner;
        final String name;
        final String descriptor;

        Callback(In in, boolean isReturned) {
            this.isReturned = isReturned;
            parameter = in.i32();
            owner = in.name();
            name = in.name();
            descriptor = in.name();
        }
    }

    /** An exception that a stand-in's method may throw. */
    static final class Failure {
        final String name;
        final String descriptor;
        final String cause;
        final String causeDescriptor;
        final int number;

        Failure(In in) {
            name = in.name();
            descriptor = in.name();
            cause = in.name();
            causeDescriptor = in.name();
            number = in.i32();
        }
    }

    /** An annotation whose elements are texts. */
    static final class Mark {
        final String type;
        /** By element: its text, or an array of one text. */
        final Map<String, Object> texts = new LinkedHashMap<>();

        Mark(In in) {
            type = in.name();
            for (int left = in.i32(); left > 0; left--) {
                String name = in.name();
                String text = in.name();
                texts.put(name, in.u8() == 0 ? text : new String[] {text});
            }
        }

        static List<Mark> all(In in) {
            List<Mark> marks = new ArrayList<>();
            for (int left = in.i32(); left > 0; left--) {
                marks.add(new Mark(in));
            }
            return marks;
        }

        void write(AnnotationVisitor annotation) {
            for (Map.Entry<String, Object> element : texts.entrySet()) {
                if (element.getValue() instanceof String[]) {
                    AnnotationVisitor array = annotation.visitArray(element.getKey());
                    array.visit(null, ((String[]) element.getValue())[0]);
                    array.visitEnd();
                } else {
                    annotation.visit(element.getKey(), element.getValue());
                }
            }
            annotation.visitEnd();
        }
    }

    /** A method of a bean that returns one of its fields. */
    static final class Getter {
        final String name;
        final int field;
        final List<Mark> marks;

        Getter(In in) {
            name = in.name();
            field = in.i32();
            marks = Mark.all(in);
        }
    }

    Callable(In in) {
        kind = in.u8();
        int flags = in.u8();
        isOwnerInterface = (flags & OWNER_IS_INTERFACE) != 0;
        isInner = (flags & IS_INNER) != 0;
        owner = in.name();
        name = in.name();
        descriptor = in.name();
        for (int left = kind == STAND_IN ? in.i32() : 0; left > 0; left--) {
            methods.add(new Implemented(in));
        }
        for (int left = kind == BEAN ? in.i32() : 0; left > 0; left--) {
            fields.add(in.name());
            fieldMarks.add(Mark.all(in));
        }
        for (int left = kind == BEAN ? in.i32() : 0; left > 0; left--) {
            getters.add(new Getter(in));
        }
    }

    static List<Callable> all(In in, int count) {
        List<Callable> callables = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            callables.add(new Callable(in));
        }
        return callables;
    }

    boolean hasReceiver() {
        return kind == INSTANCE_METHOD || kind == FIELD_READ || kind == FIELD_WRITE
            || (kind == CONSTRUCTOR && isInner);
    }

    /** It runs code of its owner at once; a stand-in runs a constructor. */
    boolean isMethod() {
        return kind <= INSTANCE_METHOD || kind == STAND_IN;
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
