// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

/**
 * How one test ended in one run. The line is the one in the test's source that led to the
 * exception, 0 when unknown; exception and message may be empty. The place is the one in the order of
 * the run, from 1, 0 when it was not run in it.
 */
record Outcome(String verdict, String exception, String message, int line, int place) {
    Outcome(String verdict, String exception, String message, int line) {
        this(verdict, exception, message, line, 0);
    }

    static final Outcome PASSED = new Outcome("passed", "", "", 0);
    static final Outcome NOT_RUN = new Outcome("not_run", "", "", 0);

    static Outcome timedOut(long limitMillis) {
        return new Outcome("timed_out", "", "no end within " + limitMillis + " ms", 0);
    }

    static Outcome died(String what) {
        return new Outcome("died", "", what, 0);
    }

    /** The same outcome, attributed to the previous test. */
    Outcome inNextTest() {
        return new Outcome(verdict, exception, message + ", in the test after this one", line);
    }

    Outcome at(int position) {
        return new Outcome(verdict, exception, message, line, position);
    }

    /** Tells whether the test ended the whole JVM. */
    boolean isFatal() {
        return verdict.equals("timed_out") || verdict.equals("died");
    }

    void write(Json json) {
        json.open('{').key("verdict").string(verdict).key("exception").string(exception);
        json.key("message").string(message).key("line").number(line);
        json.key("place").number(place).close('}');
    }
}
