// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

/**
 * Ends a test from within: thrown by probes whose budget is used up, by the watchdog, and where the
 * subject asks the JVM to exit. Probes at handlers throw it on, so that no subject can swallow it.
 */
public final class Stop extends Error {
    private static final long serialVersionUID = 1L;

    /** The only one: it has no trace of its own, and the watchdog needs one that is made already. */
    public static final Stop INSTANCE = new Stop();

    private Stop() {
        super("test stopped", null, false, false);
    }
}
