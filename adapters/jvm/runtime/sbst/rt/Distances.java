// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.Objects;
import org.objectweb.asm.Opcodes;

/**
 * Comparisons that replace those of instrumented code, because the following jump only sees an
 * outcome: of longs, floats and doubles, and of strings and boxed numbers. Each behaves like the
 * original and records the jump's distance to the other outcome. The formulas are those of the
 * core's korel.hpp and string_distance.hpp.
 */
public final class Distances {
    /** Added to the opcode of a jump: the comparison gives 1, not -1, where an operand is no number. */
    public static final int NAN_IS_GREATER = 0x100;

    private static double apart;

    private Distances() {}

    /** How far the operands of the last comparison were apart. */
    static double apart() {
        return apart;
    }

    /** Tells whether the jump `opcode` (IFEQ to IFLE) is taken on the result of a comparison. */
    private static boolean isTaken(int opcode, int order) {
        switch (opcode) {
            case Opcodes.IFEQ: return order == 0;
            case Opcodes.IFNE: return order != 0;
            case Opcodes.IFLT: return order < 0;
            case Opcodes.IFGE: return order >= 0;
            case Opcodes.IFGT: return order > 0;
            default: return order <= 0;
        }
    }

    /** Tells whether the other outcome is one step further away than the operands are apart. */
    private static boolean isStrict(int opcode, boolean isTaken, boolean isEqual) {
        switch (opcode) {
            case Opcodes.IFEQ:
            case Opcodes.IFNE: return isEqual;
            case Opcodes.IFLT:
            case Opcodes.IFGT: return !isTaken;
            default: return isTaken;
        }
    }

    public static int compare(long a, long b, int place, int opcode) {
        int order = Long.compare(a, b);
        if (Probe.isRecording()) {
            boolean isTaken = isTaken(opcode, order);
            long apart = order < 0 ? b - a : a - b;
            Distances.apart = unsigned(apart);
            if (!isStrict(opcode, isTaken, order == 0)) {
                Probe.record(place, isTaken, Probe.INTEGER, apart, 0);
            } else if (apart == -1) {
                Probe.record(place, isTaken, Probe.TWO_TO_64, 0, 0);
            } else {
                Probe.record(place, isTaken, Probe.INTEGER, apart + 1, 0);
            }
            if (Probe.isLogging()) {
                Log.integers(place, a, b);
            }
        }
        return order;
    }

    public static int compare(float a, float b, int place, int opcode) {
        return compare((double) a, (double) b, place, opcode);
    }

    public static int compare(double a, double b, int place, int opcode) {
        boolean isNumber = a == a && b == b;
        int order = a < b ? -1 : a > b ? 1 : a == b ? 0 : opcode < NAN_IS_GREATER ? -1 : 1;
        if (Probe.isRecording()) {
            int jump = opcode & (NAN_IS_GREATER - 1);
            boolean isTaken = isTaken(jump, order);
            Distances.apart = !isNumber ? Double.POSITIVE_INFINITY : order == 0 ? 0 : Math.abs(a - b);
            if (!isNumber) {
                Probe.record(place, isTaken, Probe.INFINITE, 0, 0);
            } else {
                boolean isStrict = isStrict(jump, isTaken, order == 0);
                double apart = order == 0 ? 0 : Math.abs(a - b);
                Probe.record(place, isTaken, isStrict ? Probe.NUMBER_PLUS_ONE : Probe.NUMBER,
                    Double.doubleToRawLongBits(apart), 0);
            }
            if (Probe.isLogging()) {
                Log.numbers(place, a, b);
            }
        }
        return order;
    }

    static double approximate(int kind, long whole, long fraction) {
        switch (kind) {
            case Probe.INTEGER:
            case Probe.FRACTION:
                return unsigned(whole) + unsigned(fraction) * 0x1p-64;
            case Probe.NUMBER: return Double.longBitsToDouble(whole);
            case Probe.NUMBER_PLUS_ONE: return Double.longBitsToDouble(whole) + 1;
            case Probe.TWO_TO_64: return 0x1p64;
            default: return Double.POSITIVE_INFINITY;
        }
    }

    private static double unsigned(long bits) {
        return bits >= 0 ? bits : 2.0 * ((bits >>> 1) | (bits & 1));
    }

    // Strings. `opcode` is the jump on the result: IFEQ is taken when it is false.

    public static boolean equals(Object a, Object b, int place, int opcode) {
        boolean result = a.equals(b);
        recordEquality(a, b, result, place, opcode);
        return result;
    }

    public static boolean objectsEqual(Object a, Object b, int place, int opcode) {
        boolean result = Objects.equals(a, b);
        recordEquality(a, b, result, place, opcode);
        return result;
    }

    private static void recordEquality(Object a, Object b, boolean result, int place, int opcode) {
        if (!Probe.isRecording()) {
            return;
        }
        boolean isTaken = result == (opcode == Opcodes.IFNE);
        if (a instanceof String && b instanceof String) {
            strings((String) a, (String) b, place);
            whenFalse(result, isTaken, place, Text.whole((String) a, (String) b));
        } else if (isWhole(a) && isWhole(b) && a.getClass() == b.getClass()) {
            long left = wholeOf(a);
            long right = wholeOf(b);
            if (Probe.isLogging()) {
                Log.integers(place, left, right);
            }
            Probe.record(place, isTaken, Probe.INTEGER,
                result ? 1 : Math.max(left, right) - Math.min(left, right), 0);
        } else {
            Probe.record(place, isTaken, Probe.INTEGER, 1, 0);
        }
    }

    static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Character
            || value instanceof Short || value instanceof Byte;
    }

    static long wholeOf(Object value) {
        return value instanceof Character ? (Character) value : ((Number) value).longValue();
    }

    public static boolean equalsIgnoreCase(String a, String b, int place, int opcode) {
        boolean result = a.equalsIgnoreCase(b);
        if (Probe.isRecording()) {
            boolean isTaken = result == (opcode == Opcodes.IFNE);
            if (b == null) {
                Probe.record(place, isTaken, Probe.INTEGER, 1, 0);
            } else {
                strings(a, b, place);
                whenFalse(result, isTaken, place, Text.whole(Text.lower(a), Text.lower(b)));
            }
        }
        return result;
    }

    public static boolean startsWith(String text, String prefix, int place, int opcode) {
        return startsWith(text, prefix, 0, place, opcode);
    }

    public static boolean startsWith(String text, String prefix, int from, int place, int opcode) {
        boolean result = text.startsWith(prefix, from);
        if (Probe.isRecording()) {
            boolean isTaken = result == (opcode == Opcodes.IFNE);
            strings(text, prefix, place);
            if (from < 0 || from > text.length()) {
                Probe.record(place, isTaken, Probe.INFINITE, 0, 0);
            } else {
                whenFalse(result, isTaken, place, Text.aligned(text, from, prefix));
            }
        }
        return result;
    }

    public static boolean endsWith(String text, String suffix, int place, int opcode) {
        boolean result = text.endsWith(suffix);
        if (Probe.isRecording()) {
            boolean isTaken = result == (opcode == Opcodes.IFNE);
            strings(text, suffix, place);
            int from = Math.max(0, text.length() - suffix.length());
            whenFalse(result, isTaken, place, Text.aligned(text, from, suffix));
        }
        return result;
    }

    public static boolean contains(String text, CharSequence part, int place, int opcode) {
        boolean result = text.contains(part);
        if (Probe.isRecording()) {
            boolean isTaken = result == (opcode == Opcodes.IFNE);
            if (part instanceof String) {
                strings(text, (String) part, place);
                whenFalse(result, isTaken, place,
                    result ? Text.ZERO : Text.leastAligned(text, (String) part));
            } else {
                Probe.record(place, isTaken, Probe.INTEGER, 1, 0);
            }
        }
        return result;
    }

    public static boolean isEmpty(String text, int place, int opcode) {
        boolean result = text.isEmpty();
        if (Probe.isRecording()) {
            boolean isTaken = result == (opcode == Opcodes.IFNE);
            Probe.record(place, isTaken, Probe.INTEGER, result ? 1 : text.length(), 0);
        }
        return result;
    }

    private static void strings(String a, String b, int place) {
        if (Probe.isLogging()) {
            Log.strings(place, a, b);
        }
    }

    /** A predicate that holds exactly when its distance is 0; then it is one step from false. */
    private static void whenFalse(boolean result, boolean isTaken, int place, Text distance) {
        if (result) {
            Probe.record(place, isTaken, Probe.INTEGER, 1, 0);
        } else if (distance.whole == 0 && distance.fraction == 0) {
            // Letters beyond a to z that only equalsIgnoreCase equates, the other way round.
            Probe.record(place, isTaken, Probe.FRACTION, 0, 1);
        } else {
            Probe.record(place, isTaken, Probe.FRACTION, distance.whole, distance.fraction);
        }
    }
}
