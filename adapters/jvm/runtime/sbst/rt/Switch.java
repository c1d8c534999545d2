// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The probe of one switch in one context. Each way out of it is a predicate: taken, or the distance
 * of the key to the nearest one that goes there.
 */
public final class Switch {
    private static final int REMEMBERED = 8;
    private static final long NEVER = Long.MAX_VALUE;
    private static final List<Switch> ALL = new ArrayList<>();
    private static Switch[] byIndex = new Switch[0];
    private static Switch[] evaluated = new Switch[0];
    private static int evaluatedCount;

    private final int offset;
    /** Ascending; {@code ways[i]} is the place of `keys[i]`'s way in `predicates`. */
    private final int[] keys;
    private final int[] ways;
    private final int[] predicates;
    private final int defaultWay;

    private final int[] counts;
    private final long[] least;
    private final int[] seen = new int[REMEMBERED];
    private int seenCount;
    private int evaluations;
    private long leastElsewhere;

    private Switch(int[] keys, int[] keyPredicates, int defaultPredicate, int offset) {
        this.offset = offset;
        this.keys = keys;
        int[] distinct = new int[keys.length + 1];
        int count = 0;
        distinct[count++] = defaultPredicate;
        ways = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            int way = 0;
            while (way < count && distinct[way] != keyPredicates[i]) {
                way++;
            }
            if (way == count) {
                distinct[count++] = keyPredicates[i];
            }
            ways[i] = way;
        }
        defaultWay = 0;
        predicates = Arrays.copyOf(distinct, count);
        counts = new int[count];
        least = new long[count];
    }

    /** Adds a switch and gives the number by which its probe names it. */
    static synchronized int add(int[] keys, int[] keyPredicates, int defaultPredicate) {
        int index = ALL.size();
        ALL.add(new Switch(keys, keyPredicates, defaultPredicate, 0));
        ALL.add(new Switch(keys, keyPredicates, defaultPredicate, Probe.OFFSET));
        byIndex = ALL.toArray(new Switch[0]);
        evaluated = Arrays.copyOf(evaluated, byIndex.length);
        return index;
    }

    /** A switch is about to select by `key`. */
    public static void at(int key, int index, int place) {
        if (Probe.isRecording()) {
            byIndex[place == 0 ? index : index + 1].count(key);
        }
    }

    private void count(int key) {
        if (evaluations++ == 0) {
            evaluated[evaluatedCount++] = this;
            Arrays.fill(least, NEVER);
            leastElsewhere = NEVER;
            seenCount = 0;
        }
        int position = Arrays.binarySearch(keys, key);
        int way = position < 0 ? defaultWay : ways[position];
        counts[way]++;
        for (int i = 0; i < seenCount; i++) {
            if (seen[i] == key) {
                return;
            }
        }
        if (seenCount < REMEMBERED) {
            seen[seenCount++] = key;
        }
        measure(key, position, way);
    }

    private void measure(int key, int position, int way) {
        for (int i = 0; i < keys.length; i++) {
            int other = ways[i];
            if (other != defaultWay) {
                least[other] = Math.min(least[other], Math.abs((long) keys[i] - key));
            }
        }
        long elsewhere = NEVER;
        if (way == defaultWay) {
            for (int i = 0; i < keys.length; i++) {
                if (ways[i] != defaultWay) {
                    elsewhere = Math.min(elsewhere, Math.abs((long) keys[i] - key));
                }
            }
        } else {
            least[defaultWay] =
                Math.min(least[defaultWay], nearest(position, defaultWay, true));
            elsewhere = nearest(position, way, false);
        }
        leastElsewhere = Math.min(leastElsewhere, elsewhere);
    }

    /** Distance of a key to the nearest number that goes `way`, or that does not. */
    private long nearest(int position, int way, boolean isSought) {
        long nearest = NEVER;
        for (int step = -1; step <= 1; step += 2) {
            long value = keys[position];
            int i = position;
            while (i >= 0 && i < keys.length && keys[i] == value
                && (ways[i] == way) != isSought) {
                i += step;
                value += step;
            }
            boolean isKey = i >= 0 && i < keys.length && keys[i] == value;
            boolean isFound = isKey || (defaultWay == way) == isSought;
            if (isFound && value == (int) value) {
                nearest = Math.min(nearest, Math.abs(value - keys[position]));
            }
        }
        return nearest;
    }

    /** Moves the counts to the predicates' places. */
    static void flush() {
        for (int i = 0; i < evaluatedCount; i++) {
            evaluated[i].store();
        }
        evaluatedCount = 0;
    }

    private void store() {
        for (int way = 0; way < predicates.length; way++) {
            int place = predicates[way] + offset;
            int taken = counts[way];
            Probe.TOUCHED[Probe.touched++] = place;
            Probe.TAKEN[place] = taken;
            Probe.MISSED[place] = evaluations - taken;
            long distance = taken == 0 ? least[way] : leastElsewhere;
            Probe.KIND[place] = (byte) (distance == NEVER ? Probe.INFINITE : Probe.INTEGER);
            Probe.LEAST[place] = distance;
            counts[way] = 0;
        }
        evaluations = 0;
    }

    static void resetAll() {
        for (Switch one : byIndex) {
            one.evaluations = 0;
            Arrays.fill(one.counts, 0);
        }
        evaluatedCount = 0;
    }
}
