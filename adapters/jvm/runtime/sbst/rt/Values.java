// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Map;

/**
 * Writes results for people and assertions: exact values, collections of the JDK with their elements,
 * or the class of an object.
 */
final class Values {
    private static final int MOST_UNITS = 10_000;
    private static final int MOST_ELEMENTS = 64;
    private static final int MOST_DEPTH = 4;

    private Values() {}

    /** A result: its bits if `sort` is a primitive type. */
    static void write(Out out, char sort, Object value, long bits) {
        if (sort == 'V') {
            out.u8('V');
        } else if (sort == 'L') {
            write(out, value, 0);
        } else {
            primitive(out, sort, bits);
        }
    }

    private static void primitive(Out out, char sort, long bits) {
        out.u8(sort);
        out.i64(bits);
    }

    private static void write(Out out, Object value, int depth) {
        if (value == null) {
            out.u8('N');
        } else if (value instanceof String) {
            out.u8('T');
            out.text((String) value, MOST_UNITS);
        } else if (value instanceof Enum) {
            out.u8('E');
            out.name(((Enum<?>) value).getDeclaringClass().getName());
            out.name(((Enum<?>) value).name());
        } else if (value.getClass().isArray()) {
            array(out, value, depth);
        } else if (!boxed(out, value)) {
            object(out, value, depth);
        }
    }

    private static void object(Out out, Object value, int depth) {
        if (depth < MOST_DEPTH && Contents.isOptional(value)) {
            optional(out, value, depth);
            return;
        }
        int place = out.at;
        if (depth < MOST_DEPTH && Contents.isKnownCollection(value)) {
            try {
                collection(out, value, depth);
                return;
            } catch (Out.Full | Stop | VirtualMachineError e) {
                throw e;
            } catch (Throwable e) {
                // What it wraps cannot be read.
                out.at = place;
            }
        }
        out.u8('O');
        out.name(value.getClass().getName());
    }

    private static void optional(Out out, Object value, int depth) {
        Object element = Contents.elementOf(value);
        int size = element == null ? 0 : 1;
        out.u8('K');
        out.name(value.getClass().getName());
        out.u8('o');
        out.i32(size);
        out.i32(size);
        if (element != null) {
            write(out, element, depth + 1);
        }
    }

    private static void collection(Out out, Object value, int depth) {
        out.u8('K');
        out.name(value.getClass().getName());
        out.u8(Contents.kindOf(value));
        boolean isMap = value instanceof Map;
        out.i32(isMap ? ((Map<?, ?>) value).size() : ((Collection<?>) value).size());
        int place = out.at;
        out.i32(0);
        int given = 0;
        for (Object element : isMap ? ((Map<?, ?>) value).entrySet() : (Collection<?>) value) {
            if (given >= MOST_ELEMENTS) {
                break;
            }
            if (isMap) {
                write(out, ((Map.Entry<?, ?>) element).getKey(), depth + 1);
                write(out, ((Map.Entry<?, ?>) element).getValue(), depth + 1);
                given += 2;
            } else {
                write(out, element, depth + 1);
                given++;
            }
        }
        out.patch(place, given);
    }

    private static boolean boxed(Out out, Object value) {
        char sort;
        long bits;
        if (value instanceof Boolean) {
            sort = 'Z';
            bits = (Boolean) value ? 1 : 0;
        } else if (value instanceof Character) {
            sort = 'C';
            bits = (Character) value;
        } else if (value instanceof Float) {
            sort = 'F';
            bits = Float.floatToRawIntBits((Float) value);
        } else if (value instanceof Double) {
            sort = 'D';
            bits = Double.doubleToRawLongBits((Double) value);
        } else if (value instanceof Byte || value instanceof Short || value instanceof Integer
            || value instanceof Long) {
            sort = value instanceof Byte ? 'B' : value instanceof Short ? 'S'
                : value instanceof Integer ? 'I' : 'J';
            bits = ((Number) value).longValue();
        } else {
            return false;
        }
        out.u8('X');
        primitive(out, sort, bits);
        return true;
    }

    private static void array(Out out, Object array, int depth) {
        int length = Array.getLength(array);
        int given = depth == MOST_DEPTH ? 0 : Math.min(length, MOST_ELEMENTS);
        out.u8('A');
        out.name(array.getClass().getName());
        out.i32(length);
        out.i32(given);
        boolean isPrimitive = array.getClass().getComponentType().isPrimitive();
        for (int i = 0; i < given; i++) {
            Object element = Array.get(array, i);
            if (isPrimitive) {
                int place = out.at;
                boxed(out, element);
                // The letter of the box is left out: X, sort, bits become sort, bits.
                System.arraycopy(out.data, place + 1, out.data, place, out.at - place - 1);
                out.at--;
            } else {
                write(out, element, depth + 1);
            }
        }
    }
}
