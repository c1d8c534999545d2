// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/**
 * What calls returned, as far as its class is concerned: taken at once, because later calls may
 * change an object, and without running code of the subject but its observers.
 */
final class Outputs {
    // As result_reader.cpp reads.
    private static final byte NOTHING = 0;
    private static final byte WHOLE = 1;
    private static final byte REAL = 2;
    private static final byte NULL = 3;
    private static final byte SIZE = 4;
    private static final byte OBJECT = 5;

    private final ResultObservers observers;
    private byte[] kinds = new byte[16];
    private long[] bits = new long[16];
    /** By call: the end of its answers among those of all calls; they begin where others end. */
    private int[] ends = new int[16];
    private byte[] answerKinds = new byte[16];
    private long[] answerBits = new long[16];
    /** The call that was noted last. */
    private int last;

    Outputs(ResultObservers observers) {
        this.observers = observers;
    }

    /** Notes the result of a call; calls come in order. */
    void note(int call, char sort, Object result, long resultBits) {
        if (call >= kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * call);
            bits = Arrays.copyOf(bits, 2 * call);
            ends = Arrays.copyOf(ends, 2 * call);
        }
        last = call;
        ends[call] = firstAnswer(call);
        if (sort == 'L') {
            noteObject(call, result);
        } else {
            set(call, kindOf(sort), valueOf(sort, resultBits));
        }
    }

    /** Notes what the next observer told of the last result; nothing for the sort V. */
    void noteObserved(char sort, long resultBits) {
        int place = ends[last]++;
        if (place == answerKinds.length) {
            answerKinds = Arrays.copyOf(answerKinds, 2 * place);
            answerBits = Arrays.copyOf(answerBits, 2 * place);
        }
        answerKinds[place] = kindOf(sort);
        answerBits[place] = valueOf(sort, resultBits);
    }

    private int firstAnswer(int call) {
        return call == 0 ? 0 : ends[call - 1];
    }

    private static byte kindOf(char sort) {
        return sort == 'V' ? NOTHING : sort == 'F' || sort == 'D' ? REAL : WHOLE;
    }

    private static long valueOf(char sort, long bits) {
        switch (sort) {
            case 'V': return 0;
            case 'Z': return bits & 1;
            case 'B': return (byte) bits;
            case 'S': return (short) bits;
            case 'C': return (char) bits;
            case 'I': return (int) bits;
            case 'F': return Double.doubleToRawLongBits(Float.intBitsToFloat((int) bits));
            default: return bits;
        }
    }

    private void noteObject(int call, Object result) {
        if (result == null) {
            set(call, NULL, 0);
        } else if (result instanceof String) {
            set(call, SIZE, ((String) result).length());
        } else if (result.getClass().isArray()) {
            set(call, SIZE, Array.getLength(result));
        } else {
            int size = result instanceof Map || result instanceof Collection
                ? sizeOf(result.getClass(), result) : -1;
            set(call, size < 0 ? OBJECT : SIZE, Math.max(size, 0));
        }
    }

    /** -1 for a collection or a map of the class path: it is asked as an observer, if at all. */
    private int sizeOf(Class<?> type, Object result) {
        String name = type.getName();
        if (type.getClassLoader() != null || !name.startsWith("java.util.")) {
            return -1;
        }
        boolean holdsItsElements = Modifier.isPublic(type.getModifiers())
            || name.startsWith("java.util.ImmutableCollections$")
            || name.startsWith("java.util.Collections$Empty")
            || name.startsWith("java.util.Collections$Singleton")
            || name.equals("java.util.Arrays$ArrayList");
        if (!holdsItsElements) {
            // Views and wrappers ask the collection behind them, which may be the subject's.
            return observers.sizeOf(result);
        }
        return result instanceof Map ? ((Map<?, ?>) result).size() : ((Collection<?>) result).size();
    }

    private void set(int call, byte kind, long value) {
        kinds[call] = kind;
        bits[call] = value;
    }

    void write(Out out, int call) {
        write(out, kinds[call], bits[call]);
        if (kinds[call] == OBJECT) {
            int first = firstAnswer(call);
            out.u8(ends[call] - first);
            for (int i = first; i < ends[call]; i++) {
                write(out, answerKinds[i], answerBits[i]);
            }
        }
    }

    private static void write(Out out, byte kind, long value) {
        out.u8(kind);
        if (kind == WHOLE || kind == REAL || kind == SIZE) {
            out.i64(value);
        }
    }
}
