// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The memory shared with the parent, and the word by which runner and watchdog synchronise. */
final class Block {
    static final int CONTROL_BYTES = 4096;
    static final int REQUEST_HEADER = 16;
    static final int RESPONSE_HEADER = 32;

    private static final int REQUEST_CAPACITY = 12;
    private static final int RESPONSE_CAPACITY = 16;
    private static final int STATE = 24;
    private static final int RUN_WORD = 192;
    private static final int CURRENT_TEST = 200;
    private static final int CURRENT_CALL = 204;

    private static final long IDLE = 0;
    private static final long ARMED = 1;
    private static final long SENT = 3;
    private static final VarHandle LONGS =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    final ByteBuffer memory;
    final int requestCapacity;
    final int responseCapacity;
    private long serial;

    Block(ByteBuffer memory) {
        this.memory = memory.order(ByteOrder.LITTLE_ENDIAN);
        requestCapacity = memory.getInt(REQUEST_CAPACITY);
        responseCapacity = memory.getInt(RESPONSE_CAPACITY);
    }

    int request(int slot) {
        return CONTROL_BYTES + slot * (requestCapacity + responseCapacity);
    }

    int response(int slot) {
        return request(slot) + requestCapacity;
    }

    /** While it starts, the watchdog gives code the time of an initialiser. */
    void setStarting(boolean isStarting) {
        memory.putInt(STATE, isStarting ? 0 : 1);
    }

    void setCurrentTest(int test) {
        memory.putInt(CURRENT_TEST, test);
    }

    void setCurrentCall(int call) {
        memory.putInt(CURRENT_CALL, call);
    }

    /** Until {@link #resume} the watchdog may not stop this thread; false: it does so already. */
    boolean suspend() {
        return LONGS.compareAndSet(memory, RUN_WORD, serial << 2 | ARMED, serial << 2 | IDLE);
    }

    /** Undoes {@link #suspend}, with the whole time of a test. */
    void resume() {
        arm();
    }

    /** From now on the watchdog may stop this thread. */
    void arm() {
        serial++;
        LONGS.setVolatile(memory, RUN_WORD, serial << 2 | ARMED);
    }

    /** From now on it may not; tells whether it did. Called again when a stop comes here. */
    boolean disarm() {
        long armed = serial << 2 | ARMED;
        if (LONGS.compareAndSet(memory, RUN_WORD, armed, serial << 2 | IDLE)) {
            return false;
        }
        while (((long) LONGS.getVolatile(memory, RUN_WORD) & 3) != IDLE) {
            LONGS.compareAndSet(memory, RUN_WORD, serial << 2 | SENT, serial << 2 | IDLE);
            Thread.onSpinWait();
        }
        return true;
    }

    /** The same, even when a stop comes in between. */
    boolean disarmWholly() {
        boolean isStopped = false;
        while (true) {
            try {
                return disarm() | isStopped;
            } catch (Stop e) {
                isStopped = true;
            }
        }
    }
}
