// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.Arrays;

/**
 * The functions called by instrumented code, and their records: hits and least distances per
 * predicate, entries and exits per method, lines. Predicates are in the arrays twice: at their id
 * for evaluations below other methods, at id + OFFSET for evaluations in calls of the test itself.
 * Probes use that place as one number, which each method gets from {@link #enter}.
 *
 * <p>A predicate has a distance only to the outcome that it never had: the other one is 0. One
 * thread runs tests; actions of other threads are not recorded.
 */
public final class Probe {
    /** Kinds of distances; the numbers are part of the protocol. */
    static final int INTEGER = 1;
    static final int FRACTION = 2;
    static final int NUMBER = 3;
    static final int NUMBER_PLUS_ONE = 4;
    static final int TWO_TO_64 = 5;
    static final int INFINITE = 6;

    static final int OFFSET = Math.max(1, Sizes.predicates);
    static final int[] TAKEN = new int[2 * OFFSET];
    static final int[] MISSED = new int[2 * OFFSET];
    static final long[] LEAST = new long[2 * OFFSET];
    static final long[] LEAST_FRACTION = new long[2 * OFFSET];
    static final byte[] KIND = new byte[2 * OFFSET];
    static final int[] TOUCHED = new int[2 * OFFSET];
    static int touched;

    static final int[] ENTERED = new int[Sizes.methods];
    static final int[] ENTERED_DIRECTLY = new int[Sizes.methods];
    static final int[] LEFT = new int[Sizes.methods];
    static final int[] LEFT_DIRECTLY = new int[Sizes.methods];
    static final int[] TOUCHED_METHODS = new int[Sizes.methods];
    static int touchedMethods;

    static final boolean[] LINES = new boolean[Sizes.lines];
    static final int[] TOUCHED_LINES = new int[Sizes.lines];
    static int touchedLines;

    /** Calls after which the depth of the stack is looked at again, loops between them included. */
    private static final int STEPS_PER_LOOK = 512;
    /** Remaining steps: loops and calls use one each. */
    static int budget = Integer.MAX_VALUE;
    /** The remaining steps below which a call looks at the depth of the stack; 0: none does. */
    private static int nextLook;
    /** Calls within the JDK until one of them looks. */
    private static int callsInJdk = Integer.MAX_VALUE;
    private static final int ARRAY_HEADER = 16;
    private static final long MOST_BYTES = Long.MAX_VALUE / 2;
    private static final int SHORT_TEXT = 64;
    /** Two in the text and two in the buffer that it came from or goes to. */
    private static final int CHARACTER_BYTES = 4;
    /** Remaining bytes for arrays and texts. */
    static long arrayBytes = Long.MAX_VALUE;
    /** OFFSET while the next method entered is called by the test itself. */
    static int direct;
    /** The exception that an explicit throw raised last. */
    static Throwable thrown;
    private static Throwable passing;

    /** Reasons why probes may not simply record: bits. */
    static int special;
    static final int OTHER_THREADS = 1;
    static final int INITIALISING = 2;
    static final int LOGGING = 4;
    static final int OBSERVING = 8;
    private static int initialisers;
    /** Classes are initialised before the first test: that is recorded. */
    static boolean isPreloading;

    static Thread runner;
    /** The test is being stopped: all running code ends at the next probe. */
    static volatile boolean isStopping;
    static int cause;
    /** The JVM itself ran out of stack or memory, wherever the test was. */
    static boolean hasVmError;
    /** The test made the JVM prepare a class; set by the worker. */
    static boolean hasNewClasses;
    /** Steps for classes that a test initialises first, which are not the test's own. */
    private static final int INITIALISER_BUDGET = 100_000_000;
    /** The test got them, and must run again without. */
    static boolean isExtended;
    /** What a call of a stand-in counts: nothing while observers of a result are asked. */
    public static int turn = 1;

    private Probe() {}

    /** What other code must not change that runs between two calls of a test. */
    static final class State {
        private int budget;
        private int nextLook;
        private int callsInJdk;
        private long arrayBytes;
        private boolean isExtended;
        private Throwable thrown;
        private Throwable passing;

        void save() {
            budget = Probe.budget;
            nextLook = Probe.nextLook;
            callsInJdk = Probe.callsInJdk;
            arrayBytes = Probe.arrayBytes;
            isExtended = Probe.isExtended;
            thrown = Probe.thrown;
            passing = Probe.passing;
        }

        void restore() {
            Probe.budget = budget;
            Probe.nextLook = nextLook;
            Probe.callsInJdk = callsInJdk;
            Probe.arrayBytes = arrayBytes;
            Probe.isExtended = isExtended;
            Probe.thrown = thrown;
            Probe.passing = passing;
            thrown = null;
            passing = null;
        }
    }

    /** Clears all records, including those of an interrupted test. */
    static void reset() {
        Arrays.fill(TAKEN, 0);
        Arrays.fill(MISSED, 0);
        Arrays.fill(ENTERED, 0);
        Arrays.fill(ENTERED_DIRECTLY, 0);
        Arrays.fill(LEFT, 0);
        Arrays.fill(LEFT_DIRECTLY, 0);
        Arrays.fill(LINES, false);
        touched = 0;
        touchedMethods = 0;
        touchedLines = 0;
        initialisers = 0;
        special &= ~INITIALISING;
        direct = 0;
        Switch.resetAll();
        Mutants.reset();
    }

    static boolean isInitialising() {
        return initialisers != 0;
    }

    // Calls and loops.

    /** From now on a test may take that many steps, and bytes for arrays and texts. */
    static void allow(int steps, long bytes) {
        budget = steps;
        nextLook = Math.max(0, steps - STEPS_PER_LOOK);
        callsInJdk = STEPS_PER_LOOK;
        arrayBytes = bytes;
    }

    /** No test runs: nothing is limited. */
    static void allowAll() {
        budget = Integer.MAX_VALUE;
        nextLook = 0;
        callsInJdk = Integer.MAX_VALUE;
        arrayBytes = Long.MAX_VALUE;
    }

    /** A loop repeats. */
    public static void tick() {
        if (--budget < 0) {
            exhausted();
        }
    }

    /** A method of {@link JdkDepth} begins, which may call itself for the elements of its object. */
    public static void inJdk() {
        if (--callsInJdk < 0) {
            callsInJdk = STEPS_PER_LOOK;
            if (budget >= 0) {
                look();
            }
        }
    }

    /** A method of a class without goals begins. */
    public static void begin() {
        if (--budget < nextLook) {
            look();
        }
    }

    /** The test requests an array of `count` elements of `size` bytes. */
    public static void allocate(int count, int size) {
        allocate(ARRAY_HEADER + (long) count * size);
    }

    /** The test made or appended a text. Short ones are as cheap as the loop that makes them. */
    public static void text(Object text) {
        int length = text instanceof String ? ((String) text).length()
            : text instanceof StringBuilder ? ((StringBuilder) text).length()
            : text instanceof StringBuffer ? ((StringBuffer) text).length() : 0;
        if (length > SHORT_TEXT) {
            allocate((long) length * CHARACTER_BYTES);
        }
    }

    /** A negative size costs nothing: the instruction itself refuses it. */
    public static void allocate(long bytes) {
        if (bytes > 0 && (arrayBytes -= bytes) < 0) {
            outOfArrays(bytes);
        }
    }

    /** Bytes of an array whose elements take `bytes` each: negative if a factor is. */
    public static long arrayOf(long bytes, int count) {
        if (bytes < 0 || count < 0) {
            return -1;
        }
        return count > 0 && bytes > MOST_BYTES / count ? MOST_BYTES : ARRAY_HEADER + bytes * count;
    }

    private static void outOfArrays(long bytes) {
        if (isInitialising()) {
            // Runs once in a JVM: not part of this test.
            arrayBytes += bytes;
            return;
        }
        if (Thread.currentThread() == runner && !isStopping) {
            stop(StopCause.OUT_OF_MEMORY);
        }
        throw Stop.INSTANCE;
    }

    private static void exhausted() {
        if (Thread.currentThread() == runner) {
            if (!isStopping) {
                if (hasNewClasses && !isExtended && isInInitialiser()) {
                    isExtended = true;
                    budget = INITIALISER_BUDGET;
                    return;
                }
                stop(StopCause.BUDGET);
            }
            throw Stop.INSTANCE;
        }
        throw Stop.INSTANCE;
    }

    /** Tells whether a class is being initialised, of the subject or of the JDK. */
    static boolean isInInitialiser() {
        return StackWalker.getInstance().walk(
            frames -> frames.anyMatch(frame -> frame.getMethodName().equals("<clinit>")));
    }

    /**
     * Stops a test whose calls are too deep, long before the JVM runs out of stack: that is cheaper,
     * always at the same call, and leaves nothing of the JDK half done. Initialisers run once, so
     * none is stopped; other threads use up steps at any time.
     */
    private static void look() {
        if (budget < 0) {
            exhausted();
        }
        if (Thread.currentThread() != runner) {
            return;
        }
        nextLook = Math.max(0, budget - STEPS_PER_LOOK);
        if (!isInitialising() && (special & OTHER_THREADS) == 0 && Worker.isDeep()) {
            stop(StopCause.STACK_OVERFLOW);
            throw Stop.INSTANCE;
        }
    }

    static void stop(int why) {
        isStopping = true;
        if (cause == StopCause.NONE) {
            cause = why;
        }
        budget = -1;
    }

    /** Begins a method with goals; the result goes to its probes. */
    public static int enter(int method) {
        if (--budget < nextLook) {
            look();
        }
        if (special != 0 && !mayRecord()) {
            return 0;
        }
        int place = direct;
        direct = 0;
        if (ENTERED[method]++ == 0) {
            TOUCHED_METHODS[touchedMethods++] = method;
        }
        if (place != 0) {
            ENTERED_DIRECTLY[method]++;
        }
        return place;
    }

    public static void leave(int method, int place) {
        if (special != 0 && !mayRecord()) {
            return;
        }
        LEFT[method]++;
        if (place != 0) {
            LEFT_DIRECTLY[method]++;
        }
    }

    public static void line(int line) {
        if (special != 0 && !mayRecord()) {
            return;
        }
        if (!LINES[line]) {
            LINES[line] = true;
            TOUCHED_LINES[touchedLines++] = line;
        }
    }

    /** A class initialiser begins: it runs once in a JVM, so no test may depend on its probes. */
    public static void enterInitialiser() {
        if (Thread.currentThread() == runner) {
            initialisers++;
            ActiveMutant.suspend();
            if (!isPreloading) {
                special |= INITIALISING;
            }
        }
    }

    public static void leaveInitialiser() {
        if (Thread.currentThread() == runner && --initialisers <= 0) {
            initialisers = 0;
            special &= ~INITIALISING;
            ActiveMutant.resume();
        }
    }

    private static boolean mayRecord() {
        return (special & (INITIALISING | OBSERVING)) == 0
            && ((special & OTHER_THREADS) == 0 || Thread.currentThread() == runner);
    }

    // Exceptions.

    /** A handler of all errors begins. */
    public static void caught(Throwable error) {
        if (error == Stop.INSTANCE || isStopping) {
            throw Stop.INSTANCE;
        }
        if (error instanceof VirtualMachineError && Thread.currentThread() == runner) {
            blame(error);
        }
    }

    /** A handler of `finally` or `synchronized` begins, which rethrows its exception. */
    public static void passed(Throwable error) {
        passing = error;
    }

    /** The subject throws. */
    public static void thrown(Throwable error) {
        if (error != passing) {
            thrown = error;
        }
    }

    static void blame(Throwable error) {
        hasVmError = true;
        if (cause == StopCause.NONE) {
            cause = error instanceof StackOverflowError
                ? StopCause.STACK_OVERFLOW : StopCause.OUT_OF_MEMORY;
        }
    }

    static void forgetExceptions() {
        thrown = null;
        passing = null;
    }

    // Conditional jumps of integers and references: how far from the other outcome they were.

    private static void taken(int place, long distance) {
        int hits = TAKEN[place]++;
        if (MISSED[place] == 0) {
            if (hits == 0) {
                first(place, distance);
            } else if (distance < LEAST[place]) {
                LEAST[place] = distance;
            }
        }
    }

    private static void missed(int place, long distance) {
        int hits = MISSED[place]++;
        if (TAKEN[place] == 0) {
            if (hits == 0) {
                first(place, distance);
            } else if (distance < LEAST[place]) {
                LEAST[place] = distance;
            }
        }
    }

    private static void first(int place, long distance) {
        TOUCHED[touched++] = place;
        LEAST[place] = distance;
        KIND[place] = INTEGER;
    }

    private static boolean isAllowed(int place, long left, long right) {
        if (!mayRecord()) {
            return false;
        }
        if ((special & LOGGING) != 0) {
            Log.integers(place, left, right);
        }
        return true;
    }

    public static void eq(int a, int place) {
        eq(a, 0, place);
    }

    public static void ne(int a, int place) {
        ne(a, 0, place);
    }

    public static void lt(int a, int place) {
        lt(a, 0, place);
    }

    public static void ge(int a, int place) {
        ge(a, 0, place);
    }

    public static void gt(int a, int place) {
        gt(a, 0, place);
    }

    public static void le(int a, int place) {
        le(a, 0, place);
    }

    public static void eq(int a, int b, int place) {
        if (special == 0 || isAllowed(place, a, b)) {
            if (a == b) {
                taken(place, 1);
            } else {
                missed(place, Math.abs((long) a - b));
            }
        }
    }

    public static void ne(int a, int b, int place) {
        if (special == 0 || isAllowed(place, a, b)) {
            if (a != b) {
                taken(place, Math.abs((long) a - b));
            } else {
                missed(place, 1);
            }
        }
    }

    public static void lt(int a, int b, int place) {
        if (special == 0 || isAllowed(place, a, b)) {
            if (a < b) {
                taken(place, (long) b - a);
            } else {
                missed(place, (long) a - b + 1);
            }
        }
    }

    public static void ge(int a, int b, int place) {
        if (special == 0 || isAllowed(place, a, b)) {
            if (a >= b) {
                taken(place, (long) a - b + 1);
            } else {
                missed(place, (long) b - a);
            }
        }
    }

    public static void gt(int a, int b, int place) {
        if (special == 0 || isAllowed(place, a, b)) {
            if (a > b) {
                taken(place, (long) a - b);
            } else {
                missed(place, (long) b - a + 1);
            }
        }
    }

    public static void le(int a, int b, int place) {
        if (special == 0 || isAllowed(place, a, b)) {
            if (a <= b) {
                taken(place, (long) b - a + 1);
            } else {
                missed(place, (long) a - b);
            }
        }
    }

    public static void same(Object a, Object b, int place) {
        flag(a == b, place);
    }

    public static void notSame(Object a, Object b, int place) {
        flag(a != b, place);
    }

    public static void isNull(Object a, int place) {
        flag(a == null, place);
    }

    public static void isNotNull(Object a, int place) {
        flag(a != null, place);
    }

    private static void flag(boolean isTaken, int place) {
        if (special == 0 || mayRecord()) {
            if (isTaken) {
                taken(place, 1);
            } else {
                missed(place, 1);
            }
        }
    }

    // Everything else: distances of any kind.

    static boolean isRecording() {
        return special == 0 || mayRecord();
    }

    static boolean isLogging() {
        return (special & LOGGING) != 0;
    }

    /** Records an outcome with the distance to the other one. */
    static void record(int place, boolean isTaken, int kind, long whole, long fraction) {
        int hits = isTaken ? TAKEN[place]++ : MISSED[place]++;
        if ((isTaken ? MISSED[place] : TAKEN[place]) != 0) {
            return;
        }
        if (hits == 0) {
            TOUCHED[touched++] = place;
        } else if (!isLess(kind, whole, fraction, place)) {
            return;
        }
        KIND[place] = (byte) kind;
        LEAST[place] = whole;
        LEAST_FRACTION[place] = fraction;
    }

    /** Tells whether a distance is less than the one at `place`. */
    static boolean isLess(int kind, long whole, long fraction, int place) {
        int other = KIND[place];
        if (kind == other) {
            if (kind == NUMBER || kind == NUMBER_PLUS_ONE) {
                return Double.longBitsToDouble(whole) < Double.longBitsToDouble(LEAST[place]);
            }
            int order = Long.compareUnsigned(whole, LEAST[place]);
            return kind == FRACTION && order == 0
                ? Long.compareUnsigned(fraction, LEAST_FRACTION[place]) < 0
                : kind <= FRACTION && order < 0;
        }
        long otherFraction = other == FRACTION ? LEAST_FRACTION[place] : 0;
        if (kind <= FRACTION && other <= FRACTION) {
            int order = Long.compareUnsigned(whole, LEAST[place]);
            return order < 0 || (order == 0
                && Long.compareUnsigned(kind == FRACTION ? fraction : 0, otherFraction) < 0);
        }
        return Distances.approximate(kind, whole, fraction)
            < Distances.approximate(other, LEAST[place], otherFraction);
    }
}
