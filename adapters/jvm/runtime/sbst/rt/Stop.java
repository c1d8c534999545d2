// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

/**
 * Ends a test from within: thrown by probes when the budget is used up, by the watchdog, and when
 * the subject asks the JVM to exit. Probes at handlers rethrow it, so that no subject can swallow
 * it.
 */
public final class Stop extends Error {
    private static final long serialVersionUID = 1L;

    /** The only instance: it has no stack trace, and the watchdog needs an existing one. */
    public static final Stop INSTANCE = new Stop();

    private Stop() {
        super("test stopped", null, false, false);
    }
}
