// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which calls of a test change the arrays, texts, streams and collections that it has: results of
 * its calls, and arrays that are literal arguments.
 */
final class Effects {
    private static final int MOST_TRACKED = 64;
    private static final int MOST_BYTES = 1 << 20;
    private static final int NO_ARGUMENT = -1;

    private static final class Tracked {
        final Object object;
        final int call;
        int argument;
        final List<Integer> changedBy = new ArrayList<>();
        byte[] content;

        Tracked(Object object, int call, int argument) {
            this.object = object;
            this.call = call;
            this.argument = argument;
        }
    }

    private final List<Tracked> tracked = new ArrayList<>();
    private final Out scratch = new Out(MOST_BYTES);

    void forget() {
        tracked.clear();
    }

    /** Before a call: its arguments from now on, of which those that are results are known. */
    void addArguments(int call, Object[] arguments, int count) {
        for (int i = 0; i < count; i++) {
            if (arguments[i] != null && arguments[i].getClass().isArray()) {
                add(arguments[i], call, i);
            }
        }
    }

    /** After a call that returned: what it changed, and its result. */
    void note(int call, Object result) {
        for (Tracked one : tracked) {
            if (one.object == result && one.call == call) {
                // It returned its argument.
                one.argument = NO_ARGUMENT;
            }
            byte[] content = contentOf(one.object);
            if (!Arrays.equals(content, one.content)) {
                one.content = content;
                one.changedBy.add(call);
            }
        }
        if (result != null && Contents.isTracked(result)) {
            add(result, call, NO_ARGUMENT);
        }
    }

    private void add(Object object, int call, int argument) {
        for (Tracked one : tracked) {
            if (one.object == object) {
                return;
            }
        }
        if (tracked.size() < MOST_TRACKED) {
            Tracked added = new Tracked(object, call, argument);
            added.content = contentOf(object);
            tracked.add(added);
        }
    }

    /** Empty when it cannot be read, as while another thread changes it. */
    private byte[] contentOf(Object object) {
        scratch.at = 0;
        try {
            Contents.write(scratch, object);
        } catch (RuntimeException e) {
            scratch.at = 0;
        }
        return Arrays.copyOf(scratch.data, scratch.at);
    }

    /** Writes what can be read. */
    void write(Out out) {
        int place = out.at;
        out.i32(0);
        int count = 0;
        for (Tracked one : tracked) {
            if (one.content.length > 0) {
                out.i32(one.call);
                out.i32(one.argument);
                out.i32(one.changedBy.size());
                for (int call : one.changedBy) {
                    out.i32(call);
                }
                out.bytes(one.content, one.content.length);
                count++;
            }
        }
        out.patch(place, count);
    }
}
