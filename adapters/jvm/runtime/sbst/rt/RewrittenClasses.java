// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Classes as this runtime wrote them, in memory that all workers for a class path share: a worker
 * that starts later finds what an earlier one wrote. Only what is the same in each worker belongs
 * here. A worker that ends while it adds a class keeps the lock: nothing is added from then on.
 */
final class RewrittenClasses {
    private static final int LOCK = 0;
    /** Bytes of complete entries. */
    private static final int SIZE = 4;
    private static final int HEADER = 64;
    private static final VarHandle INTS =
        MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final ByteBuffer memory;
    /** By name: where its length is, before its bytes. */
    private final Map<String, Integer> places = new HashMap<>();
    private int known;

    RewrittenClasses(ByteBuffer memory) {
        this.memory = memory.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The class, or null. */
    synchronized byte[] find(String name) {
        Integer place = places.get(name);
        if (place == null) {
            readNew();
            place = places.get(name);
        }
        if (place == null) {
            return null;
        }
        byte[] bytes = new byte[memory.getInt(place)];
        memory.get(place + 4, bytes);
        return bytes;
    }

    private void readNew() {
        int size = (int) INTS.getAcquire(memory, SIZE);
        while (known < size) {
            byte[] name = new byte[memory.getInt(HEADER + known)];
            memory.get(HEADER + known + 4, name);
            int place = HEADER + known + 4 + name.length;
            places.put(new String(name, StandardCharsets.UTF_8), place);
            known = place + 4 + memory.getInt(place) - HEADER;
        }
    }

    /** Adds a class, unless another worker is adding one or the memory is full. */
    synchronized void add(String name, byte[] bytes) {
        if (!INTS.compareAndSet(memory, LOCK, 0, 1)) {
            return;
        }
        byte[] key = name.getBytes(StandardCharsets.UTF_8);
        int size = (int) INTS.getAcquire(memory, SIZE);
        long end = (long) HEADER + size + 4 + key.length + 4 + bytes.length;
        if (end <= memory.capacity()) {
            int at = HEADER + size;
            memory.putInt(at, key.length);
            memory.put(at + 4, key);
            memory.putInt(at + 4 + key.length, bytes.length);
            memory.put(at + 8 + key.length, bytes);
            INTS.setRelease(memory, SIZE, (int) (end - HEADER));
        }
        INTS.setRelease(memory, LOCK, 0);
    }
}
