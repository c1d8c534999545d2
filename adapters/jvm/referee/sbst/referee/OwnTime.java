// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The own time of a process: processor time while one of its threads is ready to run, clock time
 * while all are still. Waiting for a processor does not count, so a busy machine does not cause
 * timeouts. Like src/exec/own_time.hpp of the workers' parent.
 */
final class OwnTime {
    private enum States { READY, STILL, UNKNOWN }

    /** A longer time between two samples counts as unknown. */
    private static final long LONGEST_STEP = TimeUnit.MILLISECONDS.toNanos(50);
    /** The factor by which clock time counts less when states are unknown. */
    private static final int UNKNOWN_SHARE = 20;
    /** The thread by which a JVM wakes itself twenty times per second. */
    private static final String PERIODIC_THREAD = "(VM Periodic";

    private final ProcessHandle process;
    private final Path tasks;
    private long lookedAt;
    private long used;
    private long passed;

    OwnTime(ProcessHandle process) {
        this.process = process;
        this.tasks = Path.of("/proc", Long.toString(process.pid()), "task");
        restart();
    }

    void restart() {
        lookedAt = System.nanoTime();
        used = used();
        passed = 0;
    }

    /** The time since the start, in nanoseconds. Call it every few milliseconds. */
    long look() {
        long now = System.nanoTime();
        long gap = now - lookedAt;
        long usedNow = used();
        long computed = Math.max(0, Math.min(usedNow - used, gap));
        long seen = Math.min(gap, LONGEST_STEP);
        passed += switch (states()) {
            case READY -> computed;
            case STILL -> Math.max(computed, seen);
            case UNKNOWN -> Math.max(computed, seen / UNKNOWN_SHARE);
        };
        lookedAt = now;
        used = usedNow;
        return passed;
    }

    private long used() {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }

    private States states() {
        States found = States.UNKNOWN;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                char state = stateOf(thread);
                if (state == 'R') {
                    return States.READY;
                }
                if (state != 0) {
                    found = States.STILL;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return States.UNKNOWN;
        }
        return found;
    }

    /** The state's letter; 0 when the thread has ended or does not count. */
    private static char stateOf(Path thread) {
        try {
            // PID (NAME) STATE ...
            String text = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
            int end = text.lastIndexOf(") ");
            boolean counts = end >= 0 && end + 2 < text.length() && !text.contains(PERIODIC_THREAD);
            return counts ? text.charAt(end + 2) : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
