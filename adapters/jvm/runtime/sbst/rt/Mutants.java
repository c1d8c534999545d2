// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.ArrayList;
import java.util.List;
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

    private static final double[] LEAST = new double[Sizes.mutants];
    private static final boolean[] IS_TOUCHED = new boolean[Sizes.mutants];
    private static final int[] TOUCHED = new int[Sizes.mutants];
    private static int touched;

    private static final List<Place> PLACES = new ArrayList<>();

    private static final class Place {
        /** For arithmetic. */
        int operator;
        /** For conditional jumps: in the order of the core's Relation, ==, !=, <, <=, >, >=. */
        int relation;
        int[] changes;
        int[] mutants;
        /** The test in which all of them were infected. */
        int doneIn;
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
        }
        place.changes = changes;
        place.mutants = mutants;
        PLACES.add(place);
        return PLACES.size() - 1;
    }

    /** Writes and clears the records of a test. */
    static void write(Out out) {
        out.i32(touched);
        out.reserve(12 * touched);
        for (int i = 0; i < touched; i++) {
            int mutant = TOUCHED[i];
            out.i32(mutant);
            out.i64(Double.doubleToRawLongBits(LEAST[mutant]));
        }
        reset();
    }

    static void reset() {
        for (int i = 0; i < touched; i++) {
            IS_TOUCHED[TOUCHED[i]] = false;
        }
        touched = 0;
        test++;
    }

    private static boolean isInfected(int mutant) {
        return IS_TOUCHED[mutant] && LEAST[mutant] == 0;
    }

    private static void record(int mutant, double distance) {
        if (!IS_TOUCHED[mutant]) {
            IS_TOUCHED[mutant] = true;
            TOUCHED[touched++] = mutant;
            LEAST[mutant] = distance;
        } else if (distance < LEAST[mutant]) {
            LEAST[mutant] = distance;
        }
    }

    private static void record(int mutant, boolean differs) {
        record(mutant, differs ? 0 : 1);
    }

    /** Tells whether something is left to record there. */
    private static boolean isOpen(Place place) {
        return place.doneIn != test && Probe.isRecording();
    }

    private static void close(Place place) {
        for (int mutant : place.mutants) {
            if (!isInfected(mutant)) {
                return;
            }
        }
        place.doneIn = test;
    }

    /** The instruction is executed, which is enough: a constant, an outcome that is negated. */
    public static void reached(int number) {
        Place place = PLACES.get(number);
        if (isOpen(place)) {
            for (int mutant : place.mutants) {
                record(mutant, 0);
            }
            place.doneIn = test;
        }
    }

    // Arithmetic. The functions replace the instructions and behave like them.

    public static int ints(int a, int b, int number) {
        Place place = PLACES.get(number);
        if (isOpen(place)) {
            boolean fails = fails(place.operator, b);
            int result = fails ? 0 : apply(place.operator, a, b);
            for (int i = 0; i < place.mutants.length; i++) {
                int changed = place.changes[i];
                boolean changedFails = fails(changed, b);
                record(place.mutants[i], fails != changedFails
                    || (!fails && result != apply(changed, a, b)));
            }
            close(place);
        }
        return apply(place.operator, a, b);
    }

    public static long longs(long a, long b, int number) {
        Place place = PLACES.get(number);
        if (isOpen(place)) {
            boolean fails = fails(place.operator, b);
            long result = fails ? 0 : apply(place.operator, a, b);
            for (int i = 0; i < place.mutants.length; i++) {
                int changed = place.changes[i];
                boolean changedFails = fails(changed, b);
                record(place.mutants[i], fails != changedFails
                    || (!fails && result != apply(changed, a, b)));
            }
            close(place);
        }
        return apply(place.operator, a, b);
    }

    /** The distance of a shift of a long is an int. */
    public static long shifts(long a, int b, int number) {
        return longs(a, b, number);
    }

    public static float floats(float a, float b, int number) {
        Place place = PLACES.get(number);
        float result = apply(place.operator, a, b);
        if (isOpen(place)) {
            for (int i = 0; i < place.mutants.length; i++) {
                record(place.mutants[i],
                    Float.floatToIntBits(apply(place.changes[i], a, b)) != Float.floatToIntBits(result));
            }
            close(place);
        }
        return result;
    }

    public static double doubles(double a, double b, int number) {
        Place place = PLACES.get(number);
        double result = apply(place.operator, a, b);
        if (isOpen(place)) {
            for (int i = 0; i < place.mutants.length; i++) {
                record(place.mutants[i],
                    Double.doubleToLongBits(apply(place.changes[i], a, b)) != Double.doubleToLongBits(result));
            }
            close(place);
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
        Place place = PLACES.get(number);
        if (isOpen(place)) {
            compare(place, Integer.compare(a, b), Math.abs((double) a - b));
        }
    }

    /** The operand is the result of a comparison that {@link Distances} has just made. */
    public static void order(int order, int number) {
        Place place = PLACES.get(number);
        if (isOpen(place)) {
            compare(place, Integer.signum(order), Distances.apart());
        }
    }

    private static void compare(Place place, int sign, double apart) {
        for (int i = 0; i < place.mutants.length; i++) {
            record(place.mutants[i], infection(place.relation, place.changes[i], sign, apart));
        }
        close(place);
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
        Place place = PLACES.get(number);
        if (isOpen(place)) {
            for (int i = 0; i < place.mutants.length; i++) {
                record(place.mutants[i], place.changes[i] != NEGATED || value != -value);
            }
            close(place);
        }
    }

    public static void unary(long value, int number) {
        Place place = PLACES.get(number);
        if (isOpen(place)) {
            for (int i = 0; i < place.mutants.length; i++) {
                record(place.mutants[i], place.changes[i] != NEGATED || value != -value);
            }
            close(place);
        }
    }

    /** Great numbers do not change when 1 is added. */
    public static void unary(double value, int number) {
        Place place = PLACES.get(number);
        if (isOpen(place)) {
            for (int i = 0; i < place.mutants.length; i++) {
                int change = place.changes[i];
                double changed =
                    change == NEGATED ? -value : change == ONE_MORE ? value + 1 : value - 1;
                record(place.mutants[i],
                    Double.doubleToLongBits(changed) != Double.doubleToLongBits(value));
            }
            close(place);
        }
    }

    public static void unary(float value, int number) {
        Place place = PLACES.get(number);
        if (isOpen(place)) {
            for (int i = 0; i < place.mutants.length; i++) {
                int change = place.changes[i];
                float changed =
                    change == NEGATED ? -value : change == ONE_MORE ? value + 1 : value - 1;
                record(place.mutants[i],
                    Float.floatToIntBits(changed) != Float.floatToIntBits(value));
            }
            close(place);
        }
    }

    /** The value is read from another variable; here the last number is that of the mutant. */
    public static void variable(int value, int other, int mutant) {
        if (!isInfected(mutant) && Probe.isRecording()) {
            record(mutant, value != other);
        }
    }

    public static void variable(long value, long other, int mutant) {
        if (!isInfected(mutant) && Probe.isRecording()) {
            record(mutant, value != other);
        }
    }

    public static void variable(float value, float other, int mutant) {
        if (!isInfected(mutant) && Probe.isRecording()) {
            record(mutant, Float.floatToIntBits(value) != Float.floatToIntBits(other));
        }
    }

    public static void variable(double value, double other, int mutant) {
        if (!isInfected(mutant) && Probe.isRecording()) {
            record(mutant, Double.doubleToLongBits(value) != Double.doubleToLongBits(other));
        }
    }

    public static void variable(Object value, Object other, int mutant) {
        if (!isInfected(mutant) && Probe.isRecording()) {
            record(mutant, value != other);
        }
    }
}
