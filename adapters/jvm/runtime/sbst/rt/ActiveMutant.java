// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.List;

/**
 * Real mutants: code that {@link MutantSwitches} wrote asks here, and does what the original does
 * unless one of its own mutants is active. At most one mutant is active at a time, for one test;
 * while a class is initialised none is, because that happens once in a JVM.
 */
public final class ActiveMutant {
    /** No mutant; the number is part of the protocol. */
    static final int NONE = -1;

    private static final int NEGATED = 0;
    private static final int ONE_MORE = 1;

    /** Changes of constants; the numbers are part of the protocol. */
    private static final int ZERO = 0;
    private static final int ONE = 1;
    private static final int MINUS_ONE = 2;
    private static final int INCREASED = 3;

    /** By mutant: its place, NONE where no code has it, and its change. */
    private static final int[] PLACE_OF = new int[Sizes.mutants];
    private static final int[] CHANGE_OF = new int[Sizes.mutants];
    private static int places;

    static {
        java.util.Arrays.fill(PLACE_OF, NONE);
    }

    /** What the test asks for. */
    private static int wanted = NONE;
    /** What is active now, with its place and change. */
    private static int mutant = NONE;
    private static int place = NONE;
    private static int change;

    private ActiveMutant() {}

    /** Returns the number of a place with these mutants. */
    static int add(Plan.Mutation mutation) {
        for (int i = 0; i < mutation.mutants.length; i++) {
            PLACE_OF[mutation.mutants[i]] = places;
            CHANGE_OF[mutation.mutants[i]] = mutation.changes[i];
        }
        return places++;
    }

    /** The code with these mutants is not used. */
    static void drop(List<Plan.Mutation> mutations) {
        for (Plan.Mutation mutation : mutations) {
            for (int one : mutation.mutants) {
                PLACE_OF[one] = NONE;
            }
        }
    }

    /** Writes the mutants that no loaded code has. */
    static void writeUnbuilt(Out out) {
        int count = 0;
        for (int one : PLACE_OF) {
            count += one == NONE ? 1 : 0;
        }
        out.i32(count);
        for (int i = 0; i < PLACE_OF.length; i++) {
            if (PLACE_OF[i] == NONE) {
                out.i32(i);
            }
        }
    }

    static void activate(int wantedMutant) {
        wanted = wantedMutant;
        resume();
    }

    static void suspend() {
        mutant = NONE;
        place = NONE;
    }

    static void resume() {
        suspend();
        if (wanted >= 0 && wanted < PLACE_OF.length && PLACE_OF[wanted] != NONE) {
            mutant = wanted;
            place = PLACE_OF[wanted];
            change = CHANGE_OF[wanted];
        }
    }

    // Operators: by Mutants.

    public static int ints(int a, int b, int operator, int number) {
        return Mutants.apply(number == place ? change : operator, a, b);
    }

    public static long longs(long a, long b, int operator, int number) {
        return Mutants.apply(number == place ? change : operator, a, b);
    }

    /** The distance of a shift of a long is an int. */
    public static long shifts(long a, int b, int operator, int number) {
        return Mutants.apply(number == place ? change : operator, a, (long) b);
    }

    public static float floats(float a, float b, int operator, int number) {
        return Mutants.apply(number == place ? change : operator, a, b);
    }

    public static double doubles(double a, double b, int operator, int number) {
        return Mutants.apply(number == place ? change : operator, a, b);
    }

    // Conditions of jumps.

    public static boolean holds(int a, int relation, int number) {
        return holds(a, 0, relation, number);
    }

    public static boolean holds(int a, int b, int relation, int number) {
        return Mutants.holds(number == place ? change : relation, Integer.compare(a, b));
    }

    public static boolean isZero(int a, int number) {
        return (a == 0) != (number == place);
    }

    public static boolean isNull(Object a, int number) {
        return (a == null) != (number == place);
    }

    public static boolean same(Object a, Object b, int number) {
        return (a == b) != (number == place);
    }

    // Constants.

    public static int constant(int value, int number) {
        if (number != place) {
            return value;
        }
        switch (change) {
            case ZERO: return 0;
            case ONE: return 1;
            case MINUS_ONE: return -1;
            case INCREASED: return value + 1;
            default: return value - 1;
        }
    }

    public static long constant(long value, int number) {
        if (number != place) {
            return value;
        }
        switch (change) {
            case ZERO: return 0;
            case ONE: return 1;
            case MINUS_ONE: return -1;
            case INCREASED: return value + 1;
            default: return value - 1;
        }
    }

    public static float constant(float value, int number) {
        return number != place ? value : (float) changed(value);
    }

    public static double constant(double value, int number) {
        return number != place ? value : changed(value);
    }

    private static double changed(double value) {
        switch (change) {
            case ZERO: return 0;
            case ONE: return 1;
            case MINUS_ONE: return -1;
            case INCREASED: return value + 1;
            default: return value - 1;
        }
    }

    public static String constant(String value, int number) {
        return number != place ? value : "";
    }

    /** A variable takes a step; the mutant goes in the other direction. */
    public static int step(int value, int step, int number) {
        return number != place ? value + step : value - step;
    }

    // Values of variables and fields.

    public static int unary(int value, int number) {
        return number != place ? value
            : change == NEGATED ? -value : change == ONE_MORE ? value + 1 : value - 1;
    }

    public static long unary(long value, int number) {
        return number != place ? value
            : change == NEGATED ? -value : change == ONE_MORE ? value + 1 : value - 1;
    }

    public static float unary(float value, int number) {
        return number != place ? value
            : change == NEGATED ? -value : change == ONE_MORE ? value + 1 : value - 1;
    }

    public static double unary(double value, int number) {
        return number != place ? value
            : change == NEGATED ? -value : change == ONE_MORE ? value + 1 : value - 1;
    }

    /** The value is read from another variable; the last number is that of the mutant. */
    public static int variable(int value, int other, int ofMutant) {
        return ofMutant == mutant ? other : value;
    }

    public static long variable(long value, long other, int ofMutant) {
        return ofMutant == mutant ? other : value;
    }

    public static float variable(float value, float other, int ofMutant) {
        return ofMutant == mutant ? other : value;
    }

    public static double variable(double value, double other, int ofMutant) {
        return ofMutant == mutant ? other : value;
    }

    public static Object variable(Object value, Object other, int ofMutant) {
        return ofMutant == mutant ? other : value;
    }
}
