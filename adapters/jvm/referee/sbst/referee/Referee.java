// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Verifies generated test suites, one after the other: compiles each, runs it in fresh JVMs and measures
 * its coverage. A request comes by standard input. The answer is the file report.json in the request's
 * scratch folder, updated after each run; the file done there says that it is whole. When the referee
 * itself fails, it writes the reason to standard error and exits with status 1. Next: SuiteRun.
 */
final class Referee {
    private final Request request;
    private final Path classes;
    private final long deadline;

    private Referee(Request request) {
        this.request = request;
        this.classes = request.scratch.resolve("classes");
        this.deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(request.totalLimitMillis);
    }

    public static void main(String[] arguments) throws InterruptedException {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        ParentWatch.start(System.in, lines::add);
        WarmUp.start();
        try {
            while (true) {
                Request request = Request.parse(nextWords(lines));
                Referee referee = new Referee(request);
                referee.write(referee.judge());
                referee.write("done", "");
            }
        } catch (RefereeException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /** The next request: a line for each word, and an empty one. */
    private static List<String> nextWords(BlockingQueue<String> lines) throws InterruptedException {
        List<String> words = new ArrayList<>();
        for (String line = lines.take(); !line.isEmpty(); line = lines.take()) {
            words.add(RecordField.unescape(line));
        }
        return words;
    }

    /** Atomically: the parent may end this program at any time and read the file. */
    private void write(String report) throws RefereeException {
        write("report.json", report);
    }

    private void write(String name, String text) throws RefereeException {
        try {
            Path file = request.scratch.resolve(name + ".next");
            Files.writeString(file, text, StandardCharsets.US_ASCII);
            Files.move(file, request.scratch.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new RefereeException("no " + name, e);
        }
    }

    /** Writes the progress to the file step: 1 = compiling, then the runs. */
    private void tell(int step) throws RefereeException {
        write("step", Integer.toString(step));
    }

    private String judge() throws RefereeException {
        Json json = new Json();
        json.open('{').key("format").number(1);
        json.key("java").string(System.getProperty("java.version"));
        Coverage coverage = new Coverage(request);
        tell(1);
        Compilation compilation = new Compilation(request, classes);
        json.key("compiled").bool(compilation.succeeded).key("problems").open('[');
        compilation.problems.forEach(problem -> problem.write(json));
        json.close(']');
        if (compilation.succeeded) {
            runAll(json, coverage);
        }
        return json.close('}').toString();
    }

    /** Without the other Java where that did not work and the run took this one. */
    private String nameOf(Request.Run run) {
        return run.elsewhere() && request.otherJava == null ? run.name().replaceFirst(" on Java .*", "")
                : run.name();
    }

    private void runAll(Json json, Coverage coverage) throws RefereeException {
        List<ListedTest> tests = TestList.of(classes);
        json.key("tests").open('[');
        for (ListedTest test : tests) {
            json.open('{').key("class").string(test.className()).key("method").string(test.method()).close('}');
        }
        json.close(']').key("runs").open('[');
        List<Integer> harmless = new ArrayList<>(IntStream.range(0, tests.size()).boxed().toList());
        try (SuiteRuns runs = new SuiteRuns(request,
                (run, indices) -> new SuiteRun(request, run, classes, tests).run(indices, deadline))) {
            for (int i = 0; i < request.runs.size(); i++) {
                // Step 1 was the compilation.
                tell(i + 2);
                List<Outcome> outcomes = runs.outcomes(i, harmless);
                json.open('{').key("name").string(nameOf(request.runs.get(i))).key("outcomes").open('[');
                outcomes.forEach(outcome -> outcome.write(json));
                json.close(']').close('}');
                harmless.removeIf(index -> outcomes.get(index).isFatal());
                write(json + "],\"complete\":false,\"coverage\":[]}");
            }
        }
        json.close(']').key("complete").bool(System.nanoTime() - deadline < 0);
        json.key("coverage").open('[');
        if (request.runs.stream().anyMatch(Request.Run::coverage)) {
            coverage.write(json);
        }
        json.close(']');
    }
}
