// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.Collection;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * Lookups in collections that replace those of instrumented code, because the following jump only
 * sees whether something was found. Each behaves like the original. The distance to finding
 * something is that of the sought string or number to the nearest one that is there; to finding
 * nothing it is 1. Only the JDK's own collections are asked for their elements, so that no code of
 * the subject runs.
 */
public final class Lookups {
    /** Larger collections are not searched, nor is anything after MOST_LOOKUPS lookups of a test. */
    private static final int MOST_ELEMENTS = 64;
    private static final int MOST_LOOKUPS = 256;
    /** Longer strings are not compared. */
    private static final int MOST_UNITS = 1000;

    private static final Set<String> PLAIN = Set.of("java.util.ArrayDeque", "java.util.ArrayList",
        "java.util.Arrays$ArrayList", "java.util.HashMap", "java.util.HashMap$KeySet",
        "java.util.HashSet", "java.util.Hashtable", "java.util.LinkedHashMap",
        "java.util.LinkedHashMap$LinkedKeySet", "java.util.LinkedHashSet", "java.util.LinkedList",
        "java.util.Properties", "java.util.Stack", "java.util.TreeMap", "java.util.TreeSet",
        "java.util.Vector", "java.util.concurrent.ConcurrentHashMap");
    private static final String IMMUTABLE = "java.util.ImmutableCollections$";

    private static int lookups;
    /** The distance of the last lookup of a value in a map, for the jump that tests the value. */
    private static Text missed;

    private Lookups() {}

    static void startTest() {
        lookups = 0;
        missed = null;
    }

    public static boolean contains(Collection<?> where, Object key, int predicate, int opcode) {
        boolean result = where.contains(key);
        if (Probe.isRecording()) {
            boolean isSearched = !result && mayLook() && isPlain(where);
            record(isSearched ? where : null, key, result, predicate, opcode);
        }
        return result;
    }

    public static boolean containsKey(Map<?, ?> where, Object key, int predicate, int opcode) {
        boolean result = where.containsKey(key);
        if (Probe.isRecording()) {
            boolean isSearched = !result && mayLook() && isPlain(where);
            record(isSearched ? where.keySet() : null, key, result, predicate, opcode);
        }
        return result;
    }

    public static boolean containsValue(Map<?, ?> where, Object key, int predicate, int opcode) {
        boolean result = where.containsValue(key);
        if (Probe.isRecording()) {
            boolean isSearched = !result && mayLook() && isPlain(where);
            record(isSearched ? where.values() : null, key, result, predicate, opcode);
        }
        return result;
    }

    /** The jump on the result follows, and is recorded by {@link #isNull} or {@link #isNotNull}. */
    public static Object get(Map<?, ?> where, Object key, int predicate) {
        Object result = where.get(key);
        remember(where, key, result, predicate);
        return result;
    }

    public static String getProperty(Properties where, String key, int predicate) {
        String result = where.getProperty(key);
        remember(where, key, result, predicate);
        return result;
    }

    public static void isNull(Object found, int predicate) {
        recordFound(found, found == null, predicate);
    }

    public static void isNotNull(Object found, int predicate) {
        recordFound(found, found != null, predicate);
    }

    private static void remember(Map<?, ?> where, Object key, Object result, int predicate) {
        if (Probe.isRecording()) {
            missed = result == null && mayLook() && isPlain(where)
                ? distance(where.keySet(), key, predicate) : null;
        }
    }

    private static void recordFound(Object found, boolean isTaken, int predicate) {
        if (Probe.isRecording()) {
            record(found != null, isTaken, found == null ? missed : null, predicate);
            missed = null;
        }
    }

    /** While other threads run, they may change what is searched. */
    private static boolean mayLook() {
        return lookups < MOST_LOOKUPS && (Probe.special & Probe.OTHER_THREADS) == 0;
    }

    /** @param where null if it is not searched */
    private static void record(
        Collection<?> where, Object key, boolean result, int predicate, int opcode) {
        Text distance = result || where == null ? null : distance(where, key, predicate);
        record(result, result == (opcode == Opcodes.IFNE), distance, predicate);
    }

    /** @param distance null where it is not known: one step */
    private static void record(boolean result, boolean isTaken, Text distance, int predicate) {
        if (result || distance == null) {
            Probe.record(predicate, isTaken, Probe.INTEGER, 1, 0);
        } else if (distance.whole == 0 && distance.fraction == 0) {
            // There, but without a value.
            Probe.record(predicate, isTaken, Probe.FRACTION, 0, 1);
        } else {
            Probe.record(predicate, isTaken, Probe.FRACTION, distance.whole, distance.fraction);
        }
    }

    private static boolean isPlain(Object where) {
        String name = where.getClass().getName();
        return PLAIN.contains(name) || name.startsWith(IMMUTABLE);
    }

    /**
     * The distance of the key to the nearest element of its sort; both are logged. Without such an
     * element: the length of the string and one more, or the largest number. Null: not searched.
     */
    private static Text distance(Collection<?> where, Object key, int predicate) {
        boolean isText = key instanceof String && ((String) key).length() <= MOST_UNITS;
        if ((!isText && !Distances.isWhole(key)) || where.size() > MOST_ELEMENTS) {
            return null;
        }
        lookups++;
        return isText ? nearestText(where, (String) key, predicate)
            : nearestNumber(where, key, predicate);
    }

    private static Text nearestText(Collection<?> where, String key, int predicate) {
        String nearest = null;
        Text least = null;
        for (Object element : where) {
            if (!(element instanceof String) || ((String) element).length() > MOST_UNITS) {
                continue;
            }
            String text = (String) element;
            Text next = Text.whole(key, text);
            // The order of some collections differs from run to run.
            boolean isNearer = least == null || next.isLess(least)
                || (!least.isLess(next) && text.compareTo(nearest) < 0);
            if (isNearer) {
                least = next;
                nearest = text;
            }
        }
        if (Probe.isLogging()) {
            Log.strings(predicate, key, nearest == null ? "" : nearest);
        }
        return least == null ? Text.whole(key.length() + 1L) : least;
    }

    private static Text nearestNumber(Collection<?> where, Object key, int predicate) {
        long sought = Distances.wholeOf(key);
        long nearest = 0;
        long least = -1;
        boolean isFound = false;
        for (Object element : where) {
            if (element == null || element.getClass() != key.getClass()) {
                continue;
            }
            long number = Distances.wholeOf(element);
            long apart = Math.max(sought, number) - Math.min(sought, number);
            int order = Long.compareUnsigned(apart, least);
            if (!isFound || order < 0 || (order == 0 && number < nearest)) {
                isFound = true;
                least = apart;
                nearest = number;
            }
        }
        if (Probe.isLogging()) {
            Log.integers(predicate, sought, isFound ? nearest : sought);
        }
        return Text.whole(least);
    }
}
