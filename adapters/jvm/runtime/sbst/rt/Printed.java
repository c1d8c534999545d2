// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A standard stream of tests. Both write into one text, of which the first bytes are kept; a test
 * cannot close them for later ones.
 */
final class Printed extends PrintStream {
    private static final int MOST_BYTES = 2000;
    private static final byte[] BYTES = new byte[MOST_BYTES];
    /** All bytes that were written. */
    private static int count;

    Printed() {
        super(new Kept(), false, StandardCharsets.UTF_8);
    }

    /** Before each test. */
    static void clear() {
        count = 0;
    }

    /** What was printed since; empty when it is too long. */
    static String text() {
        return count > MOST_BYTES ? "" : new String(BYTES, 0, count, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        flush();
    }

    private static synchronized void keep(byte[] bytes, int start, int length) {
        int kept = Math.max(0, Math.min(length, MOST_BYTES - count));
        System.arraycopy(bytes, start, BYTES, Math.min(count, MOST_BYTES), kept);
        // It may overflow, in a test that prints without an end.
        count = (int) Math.min(Integer.MAX_VALUE, (long) count + length);
    }

    private static final class Kept extends OutputStream {
        @Override
        public void write(int letter) {
            keep(new byte[] {(byte) letter}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int start, int length) {
            keep(bytes, start, length);
        }
    }
}
