// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Ends this JVM when its parent has ended: the parent holds the other end of standard input. */
final class ParentWatch {
    private ParentWatch() {}

    /** The parent says nothing. */
    static void start(InputStream input) {
        start(input, line -> {});
    }

    /** Passes on the lines that the parent sends, in a thread of its own. */
    static void start(InputStream input, Consumer<String> lines) {
        Thread thread = new Thread(() -> {
            try {
                BufferedReader reader = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    lines.accept(line);
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
