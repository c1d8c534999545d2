// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * What one test prints: two new standard streams that write into one text. A class that keeps a
 * stream keeps that of its own initialisation, as in a test of JUnit.
 */
final class Printed {
    private static final int MOST_BYTES = 2000;

    private final PrintStream out = stream();
    private final PrintStream err = stream();
    private final byte[] bytes = new byte[MOST_BYTES];
    /** All bytes that were written; those beyond the last place are not kept. */
    private int count;
    private boolean isClosed;

    /** Sets the standard streams of a test; {@link Globals} restores the others. */
    static Printed begin() {
        Printed printed = new Printed();
        System.setOut(printed.out);
        System.setErr(printed.err);
        return printed;
    }

    /** Sets others again, unless something was set meanwhile. */
    void end(PrintStream earlierOut, PrintStream earlierErr) {
        if (System.out == out) {
            System.setOut(earlierOut);
        }
        if (System.err == err) {
            System.setErr(earlierErr);
        }
    }

    private PrintStream stream() {
        return new PrintStream(new Kept(), false, StandardCharsets.UTF_8);
    }

    /** Empty when it is too long, or when a stream was closed: what is printed then is lost. */
    synchronized String text() {
        return isClosed || count > MOST_BYTES
            ? "" : new String(bytes, 0, count, StandardCharsets.UTF_8);
    }

    synchronized boolean isAny() {
        return count > 0;
    }

    private synchronized void keep(byte[] written, int start, int length) {
        Objects.checkFromIndexSize(start, length, written.length);
        // Overfull for good: a short text must not follow a long one that is missing.
        if (length <= MOST_BYTES - count) {
            System.arraycopy(written, start, bytes, count, length);
            count += length;
        } else {
            count = MOST_BYTES + 1;
        }
    }

    private synchronized void close() {
        isClosed = true;
    }

    private final class Kept extends OutputStream {
        @Override
        public void write(int letter) {
            keep(new byte[] {(byte) letter}, 0, 1);
        }

        @Override
        public void write(byte[] written, int start, int length) {
            keep(written, start, length);
        }

        @Override
        public void close() {
            Printed.this.close();
        }
    }
}
