// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.Arrays;
import org.objectweb.asm.Opcodes;

/**
 * Weak mutation: tells for each mutant how far the test was from a state that differs behind the
 * changed instruction. A place is an instruction with its mutants; {@link MutantProbes} calls the
 * functions here with the operands. The formulas of comparisons are those of the core's
 * mutation.hpp; all other distances are 0, infected, or 1.
 */
public final class Mutants {
    /** Operators of words and numbers; the numbers are part of the protocol. */
    private static final int ADD = 0;
    private static final int SUBTRACT = 1;
    private static final int MULTIPLY = 2;
    private static final int DIVIDE = 3;
    private static final int REMAINDER = 4;
    private static final int AND = 6;
    private static final int OR = 7;
    private static final int XOR = 8;
    private static final int SHIFT_LEFT = 9;
    private static final int SHIFT_RIGHT = 10;

    /** Unary changes. */
    private static final int NEGATED = 0;
    private static final int ONE_MORE = 1;

    /** Mutants that read another variable, each by itself. */
    private static final boolean[] IS_TOUCHED = new boolean[Sizes.mutants];
    private static final boolean[] IS_INFECTED = new boolean[Sizes.mutants];
    private static final int[] TOUCHED = new int[Sizes.mutants];
    private static int touched;

    private static Place[] places = new Place[64];
    private static int count;
    /** Places that the test reached, in the order in which it did. */
    private static Place[] reached = new Place[64];
    private static int reachedCount;

    private static final class Place {
        /** For arithmetic. */
        int operator;
        /** For conditional jumps: in the order of the core's Relation, ==, !=, <, <=, >, >=. */
        int relation;
        boolean isRelation;
        int[] changes;
        int[] mutants;
        /** The test to which the rest belongs. */
        int test;
        /** Mutants that are not infected, a bit each: 0 = nothing is left to record. */
        long open;
        /** The least distance of operands by their order; comparisons only. */
        final double[] apart = new double[3];
        /** The orders that were seen, a bit each. */
        int orders;
    }
    private static int test = 1;

    private Mutants() {}

    /** Returns the number of the place, which its probes pass. */
    static int add(int opcode, int[] changes, int[] mutants) {
        Place place = new Place();
        if (opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR) {
            place.operator = operatorOf(opcode);
        } else if (opcode >= Opcodes.IFEQ && opcode <= Opcodes.IF_ICMPLE) {
            place.relation = relationOf(opcode);
            place.isRelation = true;
        }
        place.changes = changes;
        place.mutants = mutants;
        if (count == places.length) {
            places = Arrays.copyOf(places, 2 * count);
            reached = Arrays.copyOf(reached, 2 * count);
        }
        places[count] = place;
        return count++;
    }

    /** Writes and clears the records of a test: the infected mutants, then the others reached. */
    static void write(Out out) {
        int mutants = touched;
        for (int i = 0; i < reachedCount; i++) {
            mutants += reached[i].mutants.length;
        }
        out.reserve(8 + 10 * mutants);
        int counts = out.at;
        out.i32(0);
        int infected = writeInfected(out);
        out.patch(counts, infected);
        out.i32(mutants - infected);
        for (int i = 0; i < reachedCount; i++) {
            Place place = reached[i];
            for (int k = 0; place.open != 0 && k < place.mutants.length; k++) {
                if ((place.open & 1L << k) != 0) {
                    writeOpen(out, place.mutants[k], distance(place, k));
                }
            }
        }
        for (int i = 0; i < touched; i++) {
            if (!IS_INFECTED[TOUCHED[i]]) {
                writeOpen(out, TOUCHED[i], 1);
            }
        }
        reset();
    }

    private static int writeInfected(Out out) {
        int infected = 0;
        for (int i = 0; i < reachedCount; i++) {
            Place place = reached[i];
            for (int k = 0; k < place.mutants.length; k++) {
                if ((place.open & 1L << k) == 0) {
                    out.u16(place.mutants[k]);
                    infected++;
                }
            }
        }
        for (int i = 0; i < touched; i++) {
            if (IS_INFECTED[TOUCHED[i]]) {
                out.u16(TOUCHED[i]);
                infected++;
            }
        }
        return infected;
    }

    private static void writeOpen(Out out, int mutant, double distance) {
        out.u16(mutant);
        out.i64(Double.doubleToRawLongBits(distance));
    }

    /** For a mutant that is not infected. */
    private static double distance(Place place, int k) {
        if (!place.isRelation) {
            return 1;
        }
        double least = Double.POSITIVE_INFINITY;
        for (int sign = -1; sign <= 1; sign++) {
            if ((place.orders & 1 << sign + 1) != 0) {
                double distance =
                    infection(place.relation, place.changes[k], sign, place.apart[sign + 1]);
                least = distance < least ? distance : least;
            }
        }
        return least;
    }

    static void reset() {
        for (int i = 0; i < touched; i++) {
            IS_TOUCHED[TOUCHED[i]] = false;
            IS_INFECTED[TOUCHED[i]] = false;
        }
        touched = 0;
        reachedCount = 0;
        test++;
    }

    /** The place if something is left to record there, or null. */
    private static Place open(int number) {
        Place place = places[number];
        if (place.test == test && place.open == 0) {
            return null;
        }
        return begin(place);
    }

    private static Place begin(Place place) {
        if (!Probe.isRecording()) {
            return null;
        }
        if (place.test != test) {
            place.test = test;
            place.open = -1L >>> 64 - place.mutants.length;
            place.orders = 0;
            reached[reachedCount++] = place;
        }
        return place;
    }

    /** The instruction is executed, which is enough: a constant, an outcome that is negated. */
    public static void reached(int number) {
        Place place = open(number);
        if (place != null) {
            place.open = 0;
        }
    }

    // Arithmetic. The functions replace the instructions and behave like them.

    public static int ints(int a, int b, int number) {
        Place place = open(number);
        if (place != null) {
            boolean fails = fails(place.operator, b);
            int result = fails ? 0 : apply(place.operator, a, b);
            for (int i = 0; i < place.mutants.length; i++) {
                int changed = place.changes[i];
                if ((place.open & 1L << i) != 0 && (fails != fails(changed, b)
                    || (!fails && result != apply(changed, a, b)))) {
                    place.open &= ~(1L << i);
                }
            }
        }
        return apply(places[number].operator, a, b);
    }

    public static long longs(long a, long b, int number) {
        Place place = open(number);
        if (place != null) {
            boolean fails = fails(place.operator, b);
            long result = fails ? 0 : apply(place.operator, a, b);
            for (int i = 0; i < place.mutants.length; i++) {
                int changed = place.changes[i];
                if ((place.open & 1L << i) != 0 && (fails != fails(changed, b)
                    || (!fails && result != apply(changed, a, b)))) {
                    place.open &= ~(1L << i);
                }
            }
        }
        return apply(places[number].operator, a, b);
    }

    /** The distance of a shift of a long is an int. */
    public static long shifts(long a, int b, int number) {
        return longs(a, b, number);
    }

    public static float floats(float a, float b, int number) {
        float result = apply(places[number].operator, a, b);
        Place place = open(number);
        if (place != null) {
            for (int i = 0; i < place.mutants.length; i++) {
                note(place, i,
                    Float.floatToIntBits(apply(place.changes[i], a, b)) != Float.floatToIntBits(result));
            }
        }
        return result;
    }

    public static double doubles(double a, double b, int number) {
        double result = apply(places[number].operator, a, b);
        Place place = open(number);
        if (place != null) {
            for (int i = 0; i < place.mutants.length; i++) {
                note(place, i,
                    Double.doubleToLongBits(apply(place.changes[i], a, b)) != Double.doubleToLongBits(result));
            }
        }
        return result;
    }

    /** The operator of an opcode from IADD to DREM, or from ISHL to LXOR. */
    static int operatorOf(int opcode) {
        return opcode <= Opcodes.DREM
            ? (opcode - Opcodes.IADD) / 4
            : opcode < Opcodes.IAND
                ? SHIFT_LEFT + (opcode - Opcodes.ISHL) / 2
                : AND + (opcode - Opcodes.IAND) / 2;
    }

    private static boolean fails(int operator, long b) {
        return (operator == DIVIDE || operator == REMAINDER) && b == 0;
    }

    static int apply(int operator, int a, int b) {
        switch (operator) {
            case ADD: return a + b;
            case SUBTRACT: return a - b;
            case MULTIPLY: return a * b;
            case DIVIDE: return a / b;
            case REMAINDER: return a % b;
            case AND: return a & b;
            case OR: return a | b;
            case XOR: return a ^ b;
            case SHIFT_LEFT: return a << b;
            case SHIFT_RIGHT: return a >> b;
            default: return a >>> b;
        }
    }

    static long apply(int operator, long a, long b) {
        switch (operator) {
            case ADD: return a + b;
            case SUBTRACT: return a - b;
            case MULTIPLY: return a * b;
            case DIVIDE: return a / b;
            case REMAINDER: return a % b;
            case AND: return a & b;
            case OR: return a | b;
            case XOR: return a ^ b;
            case SHIFT_LEFT: return a << b;
            case SHIFT_RIGHT: return a >> b;
            default: return a >>> b;
        }
    }

    static float apply(int operator, float a, float b) {
        switch (operator) {
            case ADD: return a + b;
            case SUBTRACT: return a - b;
            case MULTIPLY: return a * b;
            case DIVIDE: return a / b;
            default: return a % b;
        }
    }

    static double apply(int operator, double a, double b) {
        switch (operator) {
            case ADD: return a + b;
            case SUBTRACT: return a - b;
            case MULTIPLY: return a * b;
            case DIVIDE: return a / b;
            default: return a % b;
        }
    }

    // Comparisons.

    public static void relation(int a, int number) {
        relation(a, 0, number);
    }

    public static void relation(int a, int b, int number) {
        Place place = open(number);
        if (place != null) {
            compare(place, Integer.compare(a, b), Math.abs((double) a - b));
        }
    }

    /** The operand is the result of a comparison that {@link Distances} has just made. */
    public static void order(int order, int number) {
        Place place = open(number);
        if (place != null) {
            compare(place, Integer.signum(order), Distances.apart());
        }
    }

    private static void compare(Place place, int sign, double apart) {
        int order = 1 << sign + 1;
        if ((place.orders & order) == 0) {
            place.orders |= order;
            place.apart[sign + 1] = apart;
            for (int i = 0; i < place.mutants.length; i++) {
                note(place, i, differs(place.relation, place.changes[i], sign));
            }
        } else if (apart < place.apart[sign + 1]) {
            place.apart[sign + 1] = apart;
        }
    }

    private static void note(Place place, int mutant, boolean isInfected) {
        if (isInfected) {
            place.open &= ~(1L << mutant);
        }
    }

    static int relationOf(int opcode) {
        int number = opcode >= Opcodes.IF_ICMPEQ ? opcode - Opcodes.IF_ICMPEQ
            : opcode - Opcodes.IFEQ;
        return new int[] {0, 1, 2, 5, 4, 3}[number];
    }

    static boolean holds(int relation, int sign) {
        switch (relation) {
            case 0: return sign == 0;
            case 1: return sign != 0;
            case 2: return sign < 0;
            case 3: return sign <= 0;
            case 4: return sign > 0;
            default: return sign >= 0;
        }
    }

    private static boolean differs(int original, int changed, int sign) {
        return holds(original, sign) != holds(changed, sign);
    }

    static double infection(int original, int changed, int sign, double apart) {
        if (differs(original, changed, sign)) {
            return 0;
        }
        if (sign == 0) {
            return 1;
        }
        if (differs(original, changed, 0)) {
            return apart;
        }
        return apart + 1;
    }

    // Values of variables and fields.

    public static void unary(int value, int number) {
        Place place = open(number);
        if (place != null) {
            for (int i = 0; i < place.mutants.length; i++) {
                note(place, i, place.changes[i] != NEGATED || value != -value);
            }
        }
    }

    public static void unary(long value, int number) {
        Place place = open(number);
        if (place != null) {
            for (int i = 0; i < place.mutants.length; i++) {
                note(place, i, place.changes[i] != NEGATED || value != -value);
            }
        }
    }

    /** Great numbers do not change when 1 is added. */
    public static void unary(double value, int number) {
        Place place = open(number);
        if (place != null) {
            for (int i = 0; i < place.mutants.length; i++) {
                int change = place.changes[i];
                double changed =
                    change == NEGATED ? -value : change == ONE_MORE ? value + 1 : value - 1;
                note(place, i, Double.doubleToLongBits(changed) != Double.doubleToLongBits(value));
            }
        }
    }

    public static void unary(float value, int number) {
        Place place = open(number);
        if (place != null) {
            for (int i = 0; i < place.mutants.length; i++) {
                int change = place.changes[i];
                float changed =
                    change == NEGATED ? -value : change == ONE_MORE ? value + 1 : value - 1;
                note(place, i, Float.floatToIntBits(changed) != Float.floatToIntBits(value));
            }
        }
    }

    private static void touch(int mutant, boolean differs) {
        if (!IS_TOUCHED[mutant]) {
            IS_TOUCHED[mutant] = true;
            TOUCHED[touched++] = mutant;
        }
        IS_INFECTED[mutant] = differs;
    }

    /** The value is read from another variable; here the last number is that of the mutant. */
    public static void variable(int value, int other, int mutant) {
        if (!IS_INFECTED[mutant] && Probe.isRecording()) {
            touch(mutant, value != other);
        }
    }

    public static void variable(long value, long other, int mutant) {
        if (!IS_INFECTED[mutant] && Probe.isRecording()) {
            touch(mutant, value != other);
        }
    }

    public static void variable(float value, float other, int mutant) {
        if (!IS_INFECTED[mutant] && Probe.isRecording()) {
            touch(mutant, Float.floatToIntBits(value) != Float.floatToIntBits(other));
        }
    }

    public static void variable(double value, double other, int mutant) {
        if (!IS_INFECTED[mutant] && Probe.isRecording()) {
            touch(mutant, Double.doubleToLongBits(value) != Double.doubleToLongBits(other));
        }
    }

    public static void variable(Object value, Object other, int mutant) {
        if (!IS_INFECTED[mutant] && Probe.isRecording()) {
            touch(mutant, value != other);
        }
    }
}
