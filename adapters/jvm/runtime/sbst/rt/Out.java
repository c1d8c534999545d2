// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes little-endian records into an array that grows up to a limit. */
final class Out {
    /** Thrown when a record does not fit; made once, without a trace. */
    static final class Full extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private static final Full INSTANCE = new Full();

        private Full() {
            super("no room", null, false, false);
        }
    }

    private static final VarHandle LONG =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT =
        MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT =
        MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    byte[] data = new byte[1 << 14];
    int at;
    private final int limit;

    Out(int limit) {
        this.limit = limit;
    }

    /** Ensures room for `bytes` more. */
    void reserve(int bytes) {
        if (bytes > data.length - at) {
            grow(bytes);
        }
    }

    private void grow(int bytes) {
        if (bytes > limit - at) {
            throw Full.INSTANCE;
        }
        data = Arrays.copyOf(data, Math.min(limit, Math.max(2 * data.length, at + bytes)));
    }

    void u8(int value) {
        reserve(1);
        data[at++] = (byte) value;
    }

    void u16(int value) {
        reserve(2);
        SHORT.set(data, at, (short) value);
        at += 2;
    }

    void i32(int value) {
        reserve(4);
        INT.set(data, at, value);
        at += 4;
    }

    void i64(long value) {
        reserve(8);
        LONG.set(data, at, value);
        at += 8;
    }

    /** Overwrites a number written earlier by {@link #i32}. */
    void patch(int place, int value) {
        INT.set(data, place, value);
    }

    void name(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        i32(bytes.length);
        bytes(bytes, bytes.length);
    }

    void bytes(byte[] bytes, int count) {
        reserve(count);
        System.arraycopy(bytes, 0, data, at, count);
        at += count;
    }

    /** The whole length, then up to `cap` UTF-16 units: their number and the units. */
    void text(String text, int cap) {
        int given = Math.min(cap, text.length());
        i32(text.length());
        i32(given);
        reserve(2 * given);
        for (int i = 0; i < given; i++) {
            SHORT.set(data, at, (short) text.charAt(i));
            at += 2;
        }
    }
}
