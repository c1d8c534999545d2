// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

/** Why a test did not run to its end; the numbers are part of the protocol (docs/protocol.md). */
final class StopCause {
    static final int NONE = 0;
    static final int BUDGET = 1;
    static final int WATCHDOG = 2;
    static final int STACK_OVERFLOW = 3;
    static final int OUT_OF_MEMORY = 4;
    static final int EXIT = 5;
    static final int NOT_LINKED = 6;
    static final int TOO_LARGE = 7;

    private StopCause() {}
}
