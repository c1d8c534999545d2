// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.util.List;

/** Runs tests of one class in a given order: one flavour of JUnit. */
interface Engine {
    /** Gets each test, in the order in which they run. */
    interface Sink {
        void started(String method);

        void ended(String method, Outcome outcome);

        /** What the class does before its tests failed, so that none of them runs. */
        void broke(Throwable thrown);
    }

    /** Loads needed classes, so that the first test does not pay for it. */
    void prepare(String className) throws Exception;

    /** Reports all tests, unless something ends the run early. */
    void run(String className, List<String> methods, Sink sink) throws Exception;
}
