// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs listed tests in sequence in a JVM of its own; RunnerProcess is its parent.
 *
 * <p>Each line of its output begins with a secret word, and tests' own output is dropped. The
 * program ends without shutdown hooks: coverage is written before.
 */
final class Runner implements Engine.Sink {
    private final PrintStream records;
    private final String token;
    private final Engine engine;
    private final List<ListedTest> tests;
    /** Number of tests that have ended: the first ones of the list. */
    private int count;
    private boolean isStarted;
    /** Why no test of the class ran; null when they did. */
    private Throwable broken;

    private Runner(PrintStream records, String token, Engine engine, List<ListedTest> tests) {
        this.records = records;
        this.token = token;
        this.engine = engine;
        this.tests = tests;
    }

    /**
     * Arguments: the token, the file of tests, the flavour (4 or 5), the file of this JVM's standard
     * error in the run that measures coverage or {@code -}, and the file of the classes that are
     * initialised first.
     */
    public static void main(String[] arguments) {
        PrintStream records = new PrintStream(new FileOutputStream(FileDescriptor.out), true,
                StandardCharsets.US_ASCII);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        ParentWatch.start(System.in);
        System.setIn(InputStream.nullInputStream());
        try {
            Engine engine = arguments[2].equals("4") ? new Junit4Engine() : new Junit5Engine();
            List<ListedTest> tests = Files.readAllLines(Path.of(arguments[1])).stream().map(ListedTest::parse)
                    .toList();
            Initializations.initializeAll(Files.readAllLines(Path.of(arguments[4])));
            new Runner(records, arguments[0], engine, tests).run(
                    arguments[3].equals("-") ? null : Path.of(arguments[3]));
        } catch (Throwable e) {
            records.println(line(arguments[0], "broken", e.toString()));
        }
        Runtime.getRuntime().halt(0);
    }

    /** The log is null unless coverage is measured. */
    private void run(Path log) throws Exception {
        engine.prepare(tests.get(0).className());
        print("ready");
        while (count < tests.size()) {
            int before = count;
            runClass();
            if (count == before) {
                print("missing", Integer.toString(count));
                return;
            }
        }
        if (log != null) {
            dumpCoverage();
            print("covered");
            Initializations.initialized(log).forEach(name -> print("initialized", name));
        }
        print("done");
    }

    /**
     * Runs the next tests of one class. Running out of memory ends JUnit, but not the remaining
     * tests.
     */
    private void runClass() throws Exception {
        String className = tests.get(count).className();
        List<String> methods = tests.subList(count, tests.size()).stream()
                .takeWhile(test -> test.className().equals(className)).map(ListedTest::method).toList();
        broken = null;
        int before = count;
        try {
            engine.run(className, methods, this);
            if (broken != null && count == before) {
                for (String method : methods) {
                    started(method);
                    ended(method, Failures.failed(broken, className, method));
                }
            }
        } catch (Throwable e) {
            if (!isStarted) {
                throw e;
            }
            ended(tests.get(count).method(), Failures.failed(e, className, tests.get(count).method()));
        }
    }

    @Override
    public void started(String method) {
        if (!tests.get(count).method().equals(method)) {
            throw new IllegalStateException("JUnit runs " + method + " before " + tests.get(count));
        }
        isStarted = true;
        print("start", Integer.toString(count));
    }

    @Override
    public void broke(Throwable thrown) {
        broken = thrown;
    }

    @Override
    public void ended(String method, Outcome outcome) {
        isStarted = false;
        print("end", Integer.toString(count++), outcome.verdict(), outcome.exception(), outcome.message(),
                Integer.toString(outcome.line()));
    }

    /** The agent is only on the class path of the JVM in which it runs. */
    private static void dumpCoverage() throws ReflectiveOperationException {
        Class<?> runtime = Class.forName("org.jacoco.agent.rt.RT");
        Object agent = runtime.getMethod("getAgent").invoke(null);
        Class.forName("org.jacoco.agent.rt.IAgent").getMethod("dump", boolean.class).invoke(agent, false);
    }

    private void print(String... fields) {
        records.println(line(token, fields));
    }

    private static String line(String token, String... fields) {
        StringBuilder line = new StringBuilder(token);
        for (String field : fields) {
            line.append('\t').append(RecordField.escape(field));
        }
        return line.toString();
    }
}
