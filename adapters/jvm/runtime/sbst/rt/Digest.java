// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;

/**
 * A number for the content of an object: equal for equal contents, and the same in all workers. It
 * runs no code of the subject. Fields of objects of the class path count, and what collections of
 * the JDK hold; of its other objects only the class does. What is large has 0: unknown.
 */
final class Digest {
    private static final int MOST_OBJECTS = 64;
    private static final int MOST_DEPTH = 8;
    private static final int MOST_ELEMENTS = 256;
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    /** Their order is that of their elements' arrival, or of their keys. */
    private static final Set<Class<?>> ORDERED = Set.of(ArrayList.class, LinkedList.class,
        Vector.class, ArrayDeque.class, PriorityQueue.class, LinkedHashSet.class, TreeSet.class);
    private static final Set<Class<?>> ORDERED_MAPS = Set.of(LinkedHashMap.class, TreeMap.class);
    private static final Field[] NONE = {};

    private final Map<Class<?>, Field[]> fields = new HashMap<>();
    private final Map<Class<?>, String> names = new HashMap<>();
    private final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();
    private boolean isTooLarge;

    /** The name of a class; empty if no code can name it. */
    String nameOf(Class<?> type) {
        return names.computeIfAbsent(type,
            c -> c.isHidden() || c.isAnonymousClass() || c.isLocalClass() ? "" : c.getName());
    }

    /** The number; 0 if the object is too large. */
    long of(Object object) {
        seen.clear();
        isTooLarge = false;
        long digest = mix(of(object, 0), 1);
        seen.clear();
        return isTooLarge ? 0 : digest == 0 ? 1 : digest;
    }

    private static long mix(long state, long next) {
        long mixed = (state ^ next) * FACTOR;
        return mixed ^ mixed >>> 29;
    }

    private long of(Object object, int depth) {
        if (object == null) {
            return 3;
        }
        Class<?> type = object.getClass();
        long start = mix(numberOf(type), 5);
        if (object instanceof Enum<?> constant) {
            return mix(start, constant.ordinal());
        }
        if (type.getClassLoader() == null && isPlain(object)) {
            return mix(start, plain(object));
        }
        Integer place = seen.get(object);
        if (place != null) {
            return mix(7, place);
        }
        if (seen.size() >= MOST_OBJECTS || depth >= MOST_DEPTH) {
            isTooLarge = true;
            return start;
        }
        seen.put(object, seen.size());
        if (type.isArray()) {
            return array(object, start, depth);
        }
        if (object instanceof Collection<?> items && type.getClassLoader() == null) {
            return collection(items, start, depth);
        }
        if (object instanceof Map<?, ?> map && type.getClassLoader() == null) {
            return map(map, start, depth);
        }
        return fieldsOf(object, type, start, depth);
    }

    /** The JVM names classes of lambdas, and of proxies, in its own way each time. */
    private static long numberOf(Class<?> type) {
        return type.isHidden() || Proxy.isProxyClass(type) ? 13 : type.getName().hashCode();
    }

    private static boolean isPlain(Object object) {
        return object instanceof String || object instanceof Number || object instanceof Boolean
            || object instanceof Character || object instanceof Class<?>
            || object instanceof StringBuilder || object instanceof StringBuffer;
    }

    private static long plain(Object object) {
        if (object instanceof Class<?> type) {
            return numberOf(type);
        }
        if (object instanceof BigInteger || object instanceof BigDecimal
            || object instanceof Character || object instanceof Boolean
            || object instanceof String) {
            return object.hashCode();
        }
        // Numbers that change have the hash code of their identity.
        return object instanceof Number number
            ? mix(number.longValue(), Double.doubleToRawLongBits(number.doubleValue()))
            : object.toString().hashCode();
    }

    private long array(Object array, long start, int depth) {
        if (Array.getLength(array) > MOST_ELEMENTS) {
            isTooLarge = true;
            return start;
        }
        if (!(array instanceof Object[] items)) {
            return mix(start, numbers(array));
        }
        long state = mix(start, items.length);
        for (int i = 0; i < items.length && !isTooLarge; i++) {
            state = mix(state, of(items[i], depth + 1));
        }
        return state;
    }

    private static long numbers(Object array) {
        return array instanceof int[] a ? Arrays.hashCode(a)
            : array instanceof byte[] a ? Arrays.hashCode(a)
            : array instanceof char[] a ? Arrays.hashCode(a)
            : array instanceof long[] a ? Arrays.hashCode(a)
            : array instanceof double[] a ? Arrays.hashCode(a)
            : array instanceof boolean[] a ? Arrays.hashCode(a)
            : array instanceof float[] a ? Arrays.hashCode(a)
            : Arrays.hashCode((short[]) array);
    }

    private long collection(Collection<?> items, long start, int depth) {
        boolean isOrdered = ORDERED.contains(items.getClass());
        if (!isOrdered && items.getClass() != HashSet.class) {
            return start;
        }
        long state = mix(start, items.size());
        isTooLarge |= items.size() > MOST_ELEMENTS;
        if (!isTooLarge) {
            for (Object item : items) {
                state = isOrdered
                    ? mix(state, of(item, depth + 1)) : state + alone(item, depth);
            }
        }
        return state;
    }

    private long map(Map<?, ?> map, long start, int depth) {
        boolean isOrdered = ORDERED_MAPS.contains(map.getClass());
        if (!isOrdered && map.getClass() != HashMap.class) {
            return start;
        }
        long state = mix(start, map.size());
        isTooLarge |= map.size() > MOST_ELEMENTS;
        if (!isTooLarge) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (isOrdered) {
                    state = mix(state, of(entry.getKey(), depth + 1));
                    state = mix(state, of(entry.getValue(), depth + 1));
                } else {
                    state += mix(alone(entry.getKey(), depth), alone(entry.getValue(), depth));
                }
            }
        }
        return state;
    }

    /**
     * An element of a collection without an order: its number must not depend on what was met
     * before it, so that of other objects only the class counts.
     */
    private long alone(Object item, int depth) {
        boolean isSimple = item == null || item instanceof Enum<?>
            || item.getClass().getClassLoader() == null && isPlain(item);
        return isSimple ? mix(of(item, depth + 1), 11) : numberOf(item.getClass());
    }

    private long fieldsOf(Object object, Class<?> type, long start, int depth) {
        long state = start;
        for (Field field : fields.computeIfAbsent(type, Digest::readable)) {
            if (isTooLarge) {
                return state;
            }
            try {
                state = mix(state, of(field.get(object), depth + 1));
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
        return state;
    }

    /** Instance fields of a class of the class path, and of those above it. */
    private static Field[] readable(Class<?> type) {
        List<Field> found = new ArrayList<>();
        for (Class<?> c = type; c != null && c.getClassLoader() != null; c = c.getSuperclass()) {
            try {
                for (Field field : c.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers()) && field.trySetAccessible()) {
                        found.add(field);
                    }
                }
            } catch (LinkageError e) {
                // The type of a field is not there: what its class holds is unknown.
                return NONE;
            }
        }
        return found.toArray(NONE);
    }
}
