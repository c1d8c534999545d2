// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Reads the arguments of a call; the tags are those of docs/protocol.md. */
final class Arguments {
    private static final int NULL = 0;
    private static final int BITS = 1;
    private static final int LATIN1 = 2;
    private static final int UTF16 = 3;
    private static final int RESULT = 4;
    private static final int ENUM = 5;
    private static final int ARRAY = 6;

    private final ClassLoader loader;
    private final Map<String, Object> constants = new HashMap<>();
    private final Map<String, Class<?>> classes = new HashMap<>();

    Object[] objects = new Object[16];
    long[] words = new long[16];

    Arguments(ClassLoader loader) {
        this.loader = loader;
    }

    void read(In in, int count, Object[] results, long[] resultBits)
        throws ReflectiveOperationException {
        if (count > words.length) {
            objects = Arrays.copyOf(objects, 2 * count);
            words = Arrays.copyOf(words, 2 * count);
        }
        for (int i = 0; i < count; i++) {
            int tag = in.u8();
            if (tag == BITS) {
                words[i] = in.i64();
            } else if (tag == RESULT) {
                int call = in.i32();
                objects[i] = results[call];
                words[i] = resultBits[call];
            } else {
                objects[i] = literal(in, tag);
            }
        }
    }

    void forget() {
        Arrays.fill(objects, null);
    }

    private Object literal(In in, int tag) throws ReflectiveOperationException {
        switch (tag) {
            case NULL: return null;
            case LATIN1: return in.latin1();
            case UTF16: return in.utf16();
            case ENUM: return constant(in.name(), in.name());
            case ARRAY: return array(in);
            default: throw new IllegalArgumentException("argument with tag " + tag);
        }
    }

    private Object constant(String descriptor, String name) throws ReflectiveOperationException {
        String key = descriptor + name;
        Object constant = constants.get(key);
        if (constant == null) {
            Class<?> type = Class.forName(className(descriptor), true, loader);
            for (Object candidate : type.getEnumConstants()) {
                if (((Enum<?>) candidate).name().equals(name)) {
                    constant = candidate;
                }
            }
            if (constant == null) {
                throw new NoSuchFieldException(descriptor + " " + name);
            }
            constants.put(key, constant);
        }
        return constant;
    }

    private static String className(String descriptor) {
        return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
    }

    private Object array(In in) throws ReflectiveOperationException {
        String descriptor = in.name();
        int length = in.i32();
        Object array = Array.newInstance(classOf(descriptor.substring(1)), length);
        for (int i = 0; i < length; i++) {
            int tag = in.u8();
            if (tag == BITS) {
                set(array, i, in.i64());
            } else {
                Array.set(array, i, literal(in, tag));
            }
        }
        return array;
    }

    private Class<?> classOf(String descriptor) throws ClassNotFoundException {
        Class<?> type = classes.get(descriptor);
        if (type == null) {
            type = Statics.classOf(descriptor, loader);
            classes.put(descriptor, type);
        }
        return type;
    }

    /** Puts bits into an array of a primitive type. */
    static void set(Object array, int i, long bits) {
        if (array instanceof int[]) {
            ((int[]) array)[i] = (int) bits;
        } else if (array instanceof byte[]) {
            ((byte[]) array)[i] = (byte) bits;
        } else if (array instanceof char[]) {
            ((char[]) array)[i] = (char) bits;
        } else if (array instanceof long[]) {
            ((long[]) array)[i] = bits;
        } else if (array instanceof double[]) {
            ((double[]) array)[i] = Double.longBitsToDouble(bits);
        } else if (array instanceof float[]) {
            ((float[]) array)[i] = Float.intBitsToFloat((int) bits);
        } else if (array instanceof boolean[]) {
            ((boolean[]) array)[i] = (bits & 1) != 0;
        } else {
            ((short[]) array)[i] = (short) bits;
        }
    }
}
