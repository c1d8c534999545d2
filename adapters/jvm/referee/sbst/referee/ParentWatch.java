// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.io.IOException;
import java.io.InputStream;

/** Ends this JVM when its parent has ended: the parent holds the other end of standard input. */
final class ParentWatch {
    private ParentWatch() {}

    static void start(InputStream input) {
        Thread thread = new Thread(() -> {
            try {
                while (input.read() >= 0) {
                    // Nothing is ever sent.
                }
            } catch (IOException e) {
                // A broken pipe means the same as its end.
            }
            Runtime.getRuntime().halt(1);
        }, "parent-watch");
        thread.setDaemon(true);
        thread.start();
    }
}
