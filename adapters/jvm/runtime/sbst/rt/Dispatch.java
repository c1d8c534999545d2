// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.reflect.Array;
import java.lang.reflect.Proxy;

/** The superclass of generated dispatchers, which have one case per callable. */
public abstract class Dispatch {
    /** The result of a callable that returns a primitive value: its bits, integers extended. */
    public static long bits;

    /**
     * Runs callable `index` with `count` arguments: objects from `objects`, primitive values as
     * bits from `words`, each at its parameter's place. Null when the result is not an object.
     */
    public abstract Object call(int index, Object[] objects, long[] words, int count)
        throws Throwable;

    /** Stands for a call that cannot be made, because a class of it cannot be linked. */
    public static Object unlinked(String reason) {
        throw new NoClassDefFoundError(reason);
    }

    /** The first `count` objects as an array of the class. */
    public static Object[] arrayOf(Object[] objects, int count, Object[] result) {
        System.arraycopy(objects, 0, result, 0, count);
        return result;
    }

    /** The first `count` words as an array of the primitive type whose bits they are. */
    public static Object arrayOf(Class<?> element, long[] words, int count) {
        Object result = Array.newInstance(element, count);
        for (int i = 0; i < count; i++) {
            Arguments.set(result, i, words[i]);
        }
        return result;
    }

    /** As a test makes it: the interface's own loader. */
    public static Object proxyOf(Class<?> type, Object result) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
            (proxy, method, arguments) -> result);
    }

    /** In place of an object whose class cannot be defined. */
    public static Object notLinked(String message) {
        throw new NoClassDefFoundError(message);
    }
}
