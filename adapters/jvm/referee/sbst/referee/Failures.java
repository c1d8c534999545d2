// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

/**
 * The texts of a test's exception. Exceptions belong to the subject, and their own methods may
 * fail.
 */
final class Failures {
    private static final int LONGEST_MESSAGE = 2000;

    private Failures() {}

    static Outcome failed(Throwable thrown, String className, String method) {
        return new Outcome("failed", thrown.getClass().getName(), messageOf(thrown),
                lineOf(thrown, className, method));
    }

    static Outcome skipped(String reason) {
        return new Outcome("skipped", "", shorten(reason), 0);
    }

    static Outcome aborted(Throwable thrown) {
        return new Outcome("skipped", thrown.getClass().getName(), messageOf(thrown), 0);
    }

    private static String messageOf(Throwable thrown) {
        try {
            return shorten(thrown.getMessage());
        } catch (Throwable e) {
            return "";
        }
    }

    /** The line in the test's own method, or the innermost one in its class: a lambda's. */
    private static int lineOf(Throwable thrown, String className, String method) {
        int line = 0;
        try {
            for (StackTraceElement frame : thrown.getStackTrace()) {
                if (frame.getClassName().equals(className)) {
                    if (frame.getMethodName().equals(method)) {
                        return Math.max(frame.getLineNumber(), 0);
                    }
                    line = line == 0 ? Math.max(frame.getLineNumber(), 0) : line;
                }
            }
        } catch (Throwable e) {
            return line;
        }
        return line;
    }

    private static String shorten(String text) {
        if (text == null) {
            return "";
        }
        return text.length() <= LONGEST_MESSAGE ? text : text.substring(0, LONGEST_MESSAGE) + "...";
    }
}
