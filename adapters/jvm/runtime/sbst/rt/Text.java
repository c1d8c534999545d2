// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

/** How far apart two strings are: a whole part and a fraction in units of 2^-64. */
final class Text {
    static final Text ZERO = new Text(0, 0);

    final long whole;
    final long fraction;

    private Text(long whole, long fraction) {
        this.whole = whole;
        this.fraction = fraction;
    }

    /**
     * The aligned distance of `t` to the part of `s` as long as `t` at `from`: the difference of
     * lengths, plus x/(x+1) for each pair of units that are x apart.
     */
    static Text aligned(String s, int from, String t) {
        return aligned(s, from, Math.min(s.length(), from + t.length()), t);
    }

    private static Text aligned(String s, int from, int to, String t) {
        int common = Math.min(to - from, t.length());
        long whole = Math.max(to - from, t.length()) - common;
        long fraction = 0;
        for (int i = 0; i < common; i++) {
            int apart = Math.abs(s.charAt(from + i) - t.charAt(i));
            if (apart != 0) {
                long next = fraction + normalised(apart);
                whole += Long.compareUnsigned(next, fraction) < 0 ? 1 : 0;
                fraction = next;
            }
        }
        return new Text(whole, fraction);
    }

    /**
     * Equality compares whole strings; the other predicates compare a part as long as the second
     * string.
     */
    static Text whole(String s, String t) {
        return aligned(s, 0, s.length(), t);
    }

    /** The least aligned distance over all places; that of the whole where `s` is too short. */
    static Text leastAligned(String s, String part) {
        Text least = aligned(s, 0, part);
        for (int i = 1; i + part.length() <= s.length(); i++) {
            Text next = aligned(s, i, part);
            if (next.isLess(least)) {
                least = next;
            }
        }
        return least;
    }

    static Text whole(long number) {
        return new Text(number, 0);
    }

    boolean isLess(Text other) {
        int order = Long.compareUnsigned(whole, other.whole);
        return order < 0
            || (order == 0 && Long.compareUnsigned(fraction, other.fraction) < 0);
    }

    /** x/(x+1) in units of 2^-64, rounded down: 2^64 - ceil(2^64 / (x+1)). */
    private static long normalised(int x) {
        long divisor = x + 1L;
        // floor((2^64 - 1) / divisor) + 1 is the ceiling, for any divisor.
        return -(Long.divideUnsigned(-1L, divisor) + 1);
    }

    /** Letters A to Z in lower case, no others. */
    static String lower(String text) {
        char[] units = text.toCharArray();
        for (int i = 0; i < units.length; i++) {
            if (units[i] >= 'A' && units[i] <= 'Z') {
                units[i] += 'a' - 'A';
            }
        }
        return new String(units);
    }
}
