// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

/** The referee itself cannot continue; the message is for the user. Never caused by tests. */
final class RefereeException extends Exception {
    private static final long serialVersionUID = 1L;

    RefereeException(String message) {
        super(message);
    }

    RefereeException(String message, Throwable cause) {
        super(message + ": " + cause, cause);
    }
}
