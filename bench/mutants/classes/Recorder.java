// SPDX-License-Identifier: Apache-2.0
// What a changed instruction left behind, visit by visit; instrumented code calls it. The second run
// of a test is compared with the first, up to the first difference. Next: Mutator.java.
import java.util.Arrays;

public final class Recorder {
    /** Ends a test whose mutant is known to be infected. */
    static final class Enough extends ThreadDeath {
        private static final long serialVersionUID = 1;
    }

    private static final int MOST = 5_000_000;
    /** Kinds of events beside values. */
    private static final byte ENTERED = 0;
    private static final byte VALUE = 1;
    private static final byte WAY = 2;

    private static byte[] kinds = new byte[1024];
    private static long[] values = new long[1024];
    private static int size;
    private static byte[] expectedKinds;
    private static long[] expectedValues;
    private static boolean differs;
    private static volatile Thread watched;
    private static boolean isOn;

    private Recorder() {}

    /** Starts a run; with a log, it is compared with it. */
    static void begin(Log log, Thread thread) {
        size = 0;
        differs = false;
        isOn = false;
        expectedKinds = log == null ? null : log.kinds;
        expectedValues = log == null ? null : log.values;
        watched = thread;
    }

    /** No thread records any more. */
    static void stop() {
        watched = null;
    }

    static Log log() {
        return new Log(Arrays.copyOf(kinds, size), Arrays.copyOf(values, size));
    }

    static boolean hasDiffered() {
        return differs || size < expectedKinds.length;
    }

    static boolean isCertain() {
        return differs;
    }

    static final class Log {
        final byte[] kinds;
        final long[] values;

        Log(byte[] kinds, long[] values) {
            this.kinds = kinds;
            this.values = values;
        }

        boolean equals(Log other) {
            return Arrays.equals(kinds, other.kinds) && Arrays.equals(values, other.values);
        }
    }

    // Called by the test: only what its calls do counts, not what its assertions do.

    public static void on() {
        isOn = true;
    }

    public static void off() {
        isOn = false;
    }

    // Called by the class under test.

    public static void enter() {
        add(ENTERED, 0);
    }

    public static void way(int way) {
        add(WAY, way);
    }

    public static void value(int value) {
        add(VALUE, value);
    }

    public static void value(long value) {
        add(VALUE, value);
    }

    public static void value(float value) {
        add(VALUE, Float.floatToIntBits(value));
    }

    public static void value(double value) {
        add(VALUE, Double.doubleToLongBits(value));
    }

    public static void value(String value) {
        add(VALUE, ((long) value.length() << 32) | (value.hashCode() & 0xffffffffL));
    }

    /** Objects of two runs cannot be compared: which of the two variables holds it is. */
    public static void value(Object value, Object first, Object second) {
        add(VALUE, (value == first ? 1 : 0) + (value == second ? 2 : 0));
    }

    private static void add(byte kind, long value) {
        if (Thread.currentThread() != watched || !isOn) {
            return;
        }
        if (differs) {
            throw new Enough();
        }
        if (expectedKinds != null) {
            if (size >= expectedKinds.length || expectedKinds[size] != kind || expectedValues[size] != value) {
                differs = true;
                throw new Enough();
            }
            size++;
            return;
        }
        if (size == MOST) {
            throw new IllegalStateException("more events than are kept");
        }
        if (size == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        kinds[size] = kind;
        values[size++] = value;
    }
}
