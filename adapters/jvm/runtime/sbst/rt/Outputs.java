// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/**
 * What calls returned, as far as its class is concerned: taken at once, because later calls may
 * change an object, and without running code of the subject.
 */
final class Outputs {
    // As result_reader.cpp reads.
    private static final byte NOTHING = 0;
    private static final byte WHOLE = 1;
    private static final byte REAL = 2;
    private static final byte NULL = 3;
    private static final byte SIZE = 4;
    private static final byte OBJECT = 5;

    private byte[] kinds = new byte[16];
    private long[] bits = new long[16];

    void note(int call, char sort, Object result, long resultBits) {
        if (call >= kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * call);
            bits = Arrays.copyOf(bits, 2 * call);
        }
        switch (sort) {
            case 'V': set(call, NOTHING, 0); break;
            case 'Z': set(call, WHOLE, resultBits & 1); break;
            case 'B': set(call, WHOLE, (byte) resultBits); break;
            case 'S': set(call, WHOLE, (short) resultBits); break;
            case 'C': set(call, WHOLE, (char) resultBits); break;
            case 'I': set(call, WHOLE, (int) resultBits); break;
            case 'J': set(call, WHOLE, resultBits); break;
            case 'F':
                set(call, REAL, Double.doubleToRawLongBits(Float.intBitsToFloat((int) resultBits)));
                break;
            case 'D': set(call, REAL, resultBits); break;
            default: noteObject(call, result);
        }
    }

    private void noteObject(int call, Object result) {
        if (result == null) {
            set(call, NULL, 0);
        } else if (result instanceof String) {
            set(call, SIZE, ((String) result).length());
        } else if (result.getClass().isArray()) {
            set(call, SIZE, Array.getLength(result));
        } else if (!holdsItsElements(result.getClass())) {
            set(call, OBJECT, 0);
        } else if (result instanceof Map) {
            set(call, SIZE, ((Map<?, ?>) result).size());
        } else if (result instanceof Collection) {
            set(call, SIZE, ((Collection<?>) result).size());
        } else {
            set(call, OBJECT, 0);
        }
    }

    /** Views and wrappers would ask the collection behind them, which may be the subject's. */
    private static boolean holdsItsElements(Class<?> type) {
        String name = type.getName();
        if (type.getClassLoader() != null || !name.startsWith("java.util.")) {
            return false;
        }
        return Modifier.isPublic(type.getModifiers())
            || name.startsWith("java.util.ImmutableCollections$")
            || name.startsWith("java.util.Collections$Empty")
            || name.startsWith("java.util.Collections$Singleton")
            || name.equals("java.util.Arrays$ArrayList");
    }

    private void set(int call, byte kind, long value) {
        kinds[call] = kind;
        bits[call] = value;
    }

    void write(Out out, int call) {
        byte kind = kinds[call];
        out.u8(kind);
        if (kind == WHOLE || kind == REAL || kind == SIZE) {
            out.i64(bits[call]);
        }
    }
}
