// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

/** Operands compared by predicates, up to a number; written in order. */
final class Log {
    static final int LONG = 1;
    static final int DOUBLE = 2;
    static final int STRING = 3;

    private static final int MOST_ENTRIES = 4096;
    private static final int MOST_UNITS = 1000;

    /** Room for {@link #MOST_ENTRIES} pairs of short operands; long strings may end it earlier. */
    static final Out OUT = new Out(1 << 19);
    static int entries;
    static boolean isTruncated;
    static int call;

    private Log() {}

    static void clear() {
        OUT.at = 0;
        entries = 0;
        isTruncated = false;
    }

    private static boolean begin(int place, int kind, int bytes) {
        if (entries == MOST_ENTRIES || OUT.at + bytes + 32 > 1 << 19) {
            isTruncated = true;
            return false;
        }
        entries++;
        OUT.i32(call);
        OUT.i32(place >= Probe.OFFSET ? place - Probe.OFFSET : place);
        OUT.u8(kind);
        return true;
    }

    static void integers(int place, long a, long b) {
        if (begin(place, LONG, 16)) {
            OUT.i64(a);
            OUT.i64(b);
        }
    }

    static void numbers(int place, double a, double b) {
        if (begin(place, DOUBLE, 16)) {
            OUT.i64(Double.doubleToRawLongBits(a));
            OUT.i64(Double.doubleToRawLongBits(b));
        }
    }

    static void strings(int place, String a, String b) {
        if (!isOfRun(a) && !isOfRun(b) && begin(place, STRING, 4 * MOST_UNITS)) {
            OUT.text(a, MOST_UNITS);
            OUT.text(b, MOST_UNITS);
        }
    }

    /** Names of classes that the JVM numbers as they come would make tests depend on the worker. */
    private static boolean isOfRun(String text) {
        return text.contains("$$Lambda") || text.contains("$Proxy");
    }
}
