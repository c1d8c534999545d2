// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

/** Writes and clears the records of a test, in the order in which things were touched. */
final class TraceWriter {
    private static final int HAS_DIRECT = 0x40;
    private static final int DIRECT_IS_ALL = 0x80;

    private TraceWriter() {}

    static void write(Out out) {
        Switch.flush();
        predicates(out);
        methods(out);
        lines(out);
        Mutants.write(out);
    }

    private static void predicates(Out out) {
        int place = out.at;
        out.i32(0);
        int count = 0;
        for (int i = 0; i < Probe.touched; i++) {
            int id = Probe.TOUCHED[i];
            int nested = id >= Probe.OFFSET ? id - Probe.OFFSET : id;
            int direct = nested + Probe.OFFSET;
            // Both places of a predicate may be listed; the first one writes both.
            if ((Probe.TAKEN[nested] | Probe.MISSED[nested] | Probe.TAKEN[direct]
                | Probe.MISSED[direct]) != 0) {
                out.reserve(64);
                predicate(out, nested, direct);
                count++;
            }
        }
        Probe.touched = 0;
        out.patch(place, count);
    }

    private static void predicate(Out out, int nested, int direct) {
        int nestedTaken = Probe.TAKEN[nested];
        int nestedMissed = Probe.MISSED[nested];
        int directTaken = Probe.TAKEN[direct];
        int directMissed = Probe.MISSED[direct];
        Probe.TAKEN[nested] = 0;
        Probe.MISSED[nested] = 0;
        Probe.TAKEN[direct] = 0;
        Probe.MISSED[direct] = 0;
        boolean isNested = (nestedTaken | nestedMissed) != 0;
        boolean isDirect = (directTaken | directMissed) != 0;
        int taken = nestedTaken + directTaken;
        int missed = nestedMissed + directMissed;
        int least = isNested ? nested : direct;
        if (isNested && isDirect && Probe.isLess(Probe.KIND[direct], Probe.LEAST[direct],
            Probe.LEAST_FRACTION[direct], nested)) {
            least = direct;
        }
        int kind = taken != 0 && missed != 0 ? 0 : Probe.KIND[least];
        int directKind =
            directTaken != 0 && directMissed != 0 || !isDirect ? 0 : Probe.KIND[direct];
        int flags = kind | directKind << 3
            | (!isDirect ? 0 : isNested ? HAS_DIRECT : HAS_DIRECT | DIRECT_IS_ALL);
        out.i32(nested);
        out.u8(flags);
        hits(out, taken, missed, kind, least);
        if (isDirect && isNested) {
            hits(out, directTaken, directMissed, directKind, direct);
        }
    }

    private static void hits(Out out, int taken, int missed, int kind, int place) {
        out.i32(taken);
        out.i32(missed);
        if (kind != 0 && kind < Probe.TWO_TO_64) {
            out.i64(Probe.LEAST[place]);
            if (kind == Probe.FRACTION) {
                out.i64(Probe.LEAST_FRACTION[place]);
            }
        }
    }

    private static void methods(Out out) {
        out.i32(Probe.touchedMethods);
        out.reserve(20 * Probe.touchedMethods);
        for (int i = 0; i < Probe.touchedMethods; i++) {
            int method = Probe.TOUCHED_METHODS[i];
            out.i32(method);
            out.i32(Probe.ENTERED[method]);
            out.i32(Probe.ENTERED_DIRECTLY[method]);
            out.i32(Probe.LEFT[method]);
            out.i32(Probe.LEFT_DIRECTLY[method]);
            Probe.ENTERED[method] = 0;
            Probe.ENTERED_DIRECTLY[method] = 0;
            Probe.LEFT[method] = 0;
            Probe.LEFT_DIRECTLY[method] = 0;
        }
        Probe.touchedMethods = 0;
    }

    private static void lines(Out out) {
        out.i32(Probe.touchedLines);
        out.reserve(4 * Probe.touchedLines);
        for (int i = 0; i < Probe.touchedLines; i++) {
            int line = Probe.TOUCHED_LINES[i];
            out.i32(line);
            Probe.LINES[line] = false;
        }
        Probe.touchedLines = 0;
    }

    /** Writes a test without a trace. */
    static void writeNothing(Out out) {
        Probe.reset();
        out.i32(0);
        out.i32(0);
        out.i32(0);
        Mutants.write(out);
    }
}
