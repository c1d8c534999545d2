// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads little-endian records from an array. */
final class In {
    private static final VarHandle LONG =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT =
        MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT =
        MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    byte[] data;
    int at;

    In(byte[] data) {
        this.data = data;
    }

    int u8() {
        return data[at++] & 0xff;
    }

    int u16() {
        int value = (short) SHORT.get(data, at) & 0xffff;
        at += 2;
        return value;
    }

    int i32() {
        int value = (int) INT.get(data, at);
        at += 4;
        return value;
    }

    long i64() {
        long value = (long) LONG.get(data, at);
        at += 8;
        return value;
    }

    /** A name or a path: its length in bytes, then UTF-8. */
    String name() {
        int length = i32();
        String text = new String(data, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    /** Characters of one byte each. */
    String latin1() {
        int length = i32();
        String text = new String(data, at, length, StandardCharsets.ISO_8859_1);
        at += length;
        return text;
    }

    /** UTF-16, surrogates paired or not. */
    String utf16() {
        int length = i32();
        char[] units = new char[length];
        for (int i = 0; i < length; i++) {
            units[i] = (char) u16();
        }
        return new String(units);
    }
}
