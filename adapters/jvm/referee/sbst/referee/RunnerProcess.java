// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One JVM that runs tests until they are done, the JVM ends, or a test does not end. Runner is its
 * program.
 */
final class RunnerProcess {
    /** In the own time of the tests' JVM, like the limit of a test. */
    private static final long START_LIMIT_MILLIS = 60_000;
    /** How often that time is sampled. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int LONGEST_NOISE = 4000;
    /** Variables as a user's environment may have them. */
    private static final Map<String, String> ELSEWHERE = Map.of("CI", "false", "HOSTNAME", "elsewhere",
            "LOGNAME", "somebody", "USER", "somebody");
    /** What makes Java open windows, unless a property forbids it. */
    private static final List<String> SCREENS = List.of("DISPLAY", "WAYLAND_DISPLAY");

    private final Request request;
    private final Request.Run run;
    private final Path classes;
    /** Names of classes that are initialised before the first test. */
    private final List<String> before;
    private final String token = UUID.randomUUID().toString();
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
    /** The output of the JVM itself; tests print nothing. */
    private final StringBuffer noise = new StringBuffer();
    /** Internal names of classes, in order, as the JVM of the first run gave them. */
    private final List<String> initialized = new ArrayList<>();
    private Process process;

    RunnerProcess(Request request, Request.Run run, Path classes, List<String> before) {
        this.request = request;
        this.run = run;
        this.classes = classes;
        this.before = before;
    }

    /** The folder of all runs that measure coverage. */
    static Path coverageFolder(Request request) {
        return request.scratch.resolve("work");
    }

    /** The folder in which the tests of a run are, the only place where isolated ones may write. */
    private static Path folder(Request request, Request.Run run) {
        return run.coverage() ? coverageFolder(request)
                : request.scratch.resolve("work" + suffix(request, run));
    }

    private static String suffix(Request request, Request.Run run) {
        return run.coverage() ? "" : "-" + request.runs.indexOf(run);
    }

    private Path log() {
        return request.scratch.resolve("runner" + suffix(request, run) + ".log");
    }

    private Path beforeFile() {
        return request.scratch.resolve("before" + suffix(request, run) + ".txt");
    }

    /**
     * Outcomes of the tests that this JVM ran, the first ones of the list; the last one is fatal
     * unless all were run, or the deadline (of System.nanoTime) passed.
     */
    List<Outcome> run(List<ListedTest> tests, long deadline) throws RefereeException {
        Path log = log();
        try {
            Path list = request.scratch.resolve("tests" + suffix(request, run) + ".txt");
            Files.write(list, tests.stream().map(ListedTest::toString).toList());
            Files.write(beforeFile(), before);
            Path work = folder(request, run);
            Files.createDirectories(work);
            ProcessBuilder builder = new ProcessBuilder(command(list)).directory(work.toFile())
                    .redirectError(log.toFile());
            run.clockSeconds().ifPresent(start -> builder.environment().put(
                    "SBST_CLOCK_SHIFT", Long.toString(start - Instant.now().getEpochSecond())));
            if (run.elsewhere()) {
                ELSEWHERE.forEach((name, value) -> builder.environment().merge(
                        name, value, (here, there) -> here.equals(there) ? there + "2" : there));
                // As in most JVMs, no property tells these two.
                builder.environment().put("TZ", run.timeZone());
                SCREENS.forEach(builder.environment()::remove);
            }
            process = builder.start();
        } catch (IOException e) {
            throw new RefereeException("no JVM for the tests", e);
        }
        Thread reader = new Thread(this::read, "reader");
        reader.setDaemon(true);
        reader.start();
        try {
            return follow(tests.size(), deadline, log);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RefereeException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private List<String> command(Path list) {
        List<Path> path = new ArrayList<>(List.of(classes));
        path.addAll(request.classPath);
        path.addAll(request.runnerJars);
        Locale locale = Locale.forLanguageTag(run.locale());
        List<String> words = new ArrayList<>(launcher());
        words.addAll(List.of("-Xmx" + request.heapMegabytes + "m", "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "-XX:-OmitStackTraceInFastThrow", "-XX:-UsePerfData",
                "-XX:ErrorFile=/dev/null", "-XX:-CreateCoredumpOnCrash",
                "-Duser.language=" + locale.getLanguage(),
                "-Duser.country=" + locale.getCountry(),
                "-Djava.io.tmpdir=" + folder(request, run),
                request.assertions ? "-enableassertions" : "-disableassertions"));
        if (run.shuffled() || run.reversed()) {
            // Another source of identity hashes, to reveal dependence on them.
            words.addAll(List.of("-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=0"));
        }
        if (!run.elsewhere()) {
            words.addAll(List.of("-Duser.timezone=" + run.timeZone(), "-Djava.awt.headless=true"));
        }
        if (run.elsewhere()) {
            int here = Runtime.getRuntime().availableProcessors();
            // Code asks for more than some, not for a number.
            words.add("-XX:ActiveProcessorCount=" + (here <= 12 ? 32 : 2));
            words.add("-Dfile.encoding=ISO-8859-1");
        }
        if (run.coverage()) {
            words.add("-javaagent:" + request.agent + "=destfile=" + Coverage.FILE
                    + ",dumponexit=false,includes=" + request.underTest.stream()
                            .map(name -> name + ":" + name + "$*").collect(Collectors.joining(":")));
            words.add(Initializations.OPTION);
        }
        // Mockito's own way to its agent is another process, which may not be there to start.
        request.classPath.stream()
                .filter(jar -> jar.getFileName().toString().matches("byte-buddy-agent.*\\.jar"))
                .limit(1).forEach(jar -> words.add("-javaagent:" + jar));
        words.add("-Djava.class.path="
                + path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        if (request.launcher != null) {
            words.add("--");
        }
        String main = Runner.class.getName();
        words.addAll(List.of(request.launcher == null ? main : main.replace('.', '/'), token, list.toString(),
                Integer.toString(request.junit), run.coverage() ? log().toString() : "-", beforeFile().toString()));
        return words;
    }

    private List<String> launcher() {
        Path home = run.elsewhere() && request.otherJava != null
                ? request.otherJava : Path.of(System.getProperty("java.home"));
        if (request.launcher == null) {
            return List.of(home.resolve("bin").resolve("java").toString());
        }
        return List.of(request.launcher.toString(), home.resolve("lib/server/libjvm.so").toString(),
                folder(request, run).toString());
    }

    /** Passes on the lines that begin with the token; an empty line means the end. */
    private void read() {
        try (BufferedReader input = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                if (line.startsWith(token + "\t")) {
                    lines.add(Optional.of(line.substring(token.length() + 1)));
                } else if (noise.length() < LONGEST_NOISE) {
                    noise.append(line).append('\n');
                }
            }
        } catch (IOException e) {
            // The process was killed: that is also an end.
        }
        lines.add(Optional.empty());
    }

    private List<Outcome> follow(int count, long deadline, Path log)
            throws RefereeException, InterruptedException {
        List<Outcome> outcomes = new ArrayList<>();
        boolean started = false;
        boolean covered = false;
        long limit = START_LIMIT_MILLIS;
        OwnTime ownTime = new OwnTime(process.toHandle());
        while (true) {
            long wait = Math.min(LOOK_NANOS, deadline - System.nanoTime());
            Optional<String> line = lines.poll(Math.max(wait, 0), TimeUnit.NANOSECONDS);
            if (line == null) {
                boolean isOverdue = System.nanoTime() - deadline >= 0
                        || ownTime.look() > TimeUnit.MILLISECONDS.toNanos(limit);
                if (isOverdue && covered) {
                    return outcomes;
                }
                if (isOverdue) {
                    return overdue(outcomes, started, deadline);
                }
                continue;
            }
            ownTime.restart();
            if (line.isEmpty() && covered) {
                return outcomes;
            }
            if (line.isEmpty()) {
                return ended(outcomes, started, count, log);
            }
            String[] fields = line.get().split("\t", -1);
            switch (fields[0]) {
                case "ready" -> limit = request.testLimitMillis;
                case "start" -> started = true;
                case "end" -> {
                    outcomes.add(new Outcome(fields[2], RecordField.unescape(fields[3]),
                            RecordField.unescape(fields[4]), Integer.parseInt(fields[5])));
                    started = false;
                }
                // What follows is no matter of a test.
                case "covered" -> covered = true;
                case "initialized" -> initialized.add(RecordField.unescape(fields[1]));
                case "done" -> {
                    keepInitialized();
                    return outcomes;
                }
                case "missing" -> throw new RefereeException(
                        "0 tests found: JUnit does not know test " + fields[1] + " of the list");
                default -> throw new RefereeException(
                        "the JVM of the tests broke: " + RecordField.unescape(fields[1]) + words(log));
            }
        }
    }

    private void keepInitialized() throws RefereeException {
        if (run.coverage()) {
            try {
                Initializations.keep(request, initialized);
            } catch (IOException e) {
                throw new RefereeException("no note of initialised classes", e);
            }
        }
    }

    private List<Outcome> overdue(List<Outcome> outcomes, boolean started, long deadline)
            throws RefereeException {
        if (System.nanoTime() - deadline >= 0) {
            return outcomes;
        }
        if (started) {
            outcomes.add(Outcome.timedOut(request.testLimitMillis));
            return outcomes;
        }
        if (outcomes.isEmpty()) {
            throw new RefereeException("the JVM of the tests is not ready after " + START_LIMIT_MILLIS + " ms of its own");
        }
        // Between two tests, or while writing coverage: only leftovers of the last test can delay
        // it.
        outcomes.set(outcomes.size() - 1, Outcome.timedOut(request.testLimitMillis));
        return outcomes;
    }

    private List<Outcome> ended(List<Outcome> outcomes, boolean started, int count, Path log)
            throws RefereeException, InterruptedException {
        boolean isGone = process.waitFor(10, TimeUnit.SECONDS);
        String how = isGone ? "the JVM ended with " + process.exitValue() : "the JVM closed its output";
        if (started) {
            outcomes.add(Outcome.died(how));
        } else if (outcomes.isEmpty()) {
            throw new RefereeException(how + " before the first of " + count + " tests" + words(log));
        } else {
            // Only leftovers of the last test could do that.
            outcomes.set(outcomes.size() - 1, Outcome.died(how + " after the test"));
        }
        return outcomes;
    }

    /** The JVM's output, for the message of a failure. */
    private String words(Path log) {
        String text = noise.toString();
        try {
            text += Initializations.withoutThem(log);
        } catch (IOException e) {
            text += e;
        }
        text = text.strip();
        return text.isEmpty() ? "" : "; it says: " + text.substring(Math.max(0, text.length() - LONGEST_NOISE));
    }
}
