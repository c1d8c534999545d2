// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs listed tests, one after the other, in a JVM of its own; RunnerProcess is its other end.
 *
 * <p>Each line that it prints begins with a word that tests cannot know, and tests' own output goes
 * nowhere. The program ends itself without shutdown hooks: coverage was written before.
 */
final class Runner {
    private static final int LONGEST_MESSAGE = 2000;

    private final PrintStream records;
    private final String token;

    private Runner(PrintStream records, String token) {
        this.records = records;
        this.token = token;
    }

    /** Arguments: the token, the file of tests ({@code class#method} a line), and the flag coverage. */
    public static void main(String[] arguments) throws Exception {
        PrintStream records = new PrintStream(new FileOutputStream(FileDescriptor.out), true,
                StandardCharsets.US_ASCII);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        ParentWatch.start(System.in);
        System.setIn(InputStream.nullInputStream());
        Runner runner = new Runner(records, arguments[0]);
        try {
            runner.run(Files.readAllLines(Path.of(arguments[1])), arguments[2].equals("coverage"));
        } catch (Throwable e) {
            runner.print("broken", e.toString());
        }
        Runtime.getRuntime().halt(0);
    }

    private void run(List<String> tests, boolean coverage) throws Exception {
        LauncherConfig config = LauncherConfig.builder().enableLauncherSessionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false).build();
        try (LauncherSession session = LauncherFactory.openSession(config)) {
            Launcher launcher = session.getLauncher();
            launcher.discover(request(tests.get(0)));
            print("ready");
            for (int i = 0; i < tests.size(); i++) {
                print("start", Integer.toString(i));
                runOne(launcher, tests.get(i), i);
            }
        }
        if (coverage) {
            dumpCoverage();
        }
        print("done");
    }

    private static LauncherDiscoveryRequest request(String test) {
        return LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectMethod(test))
                .enableImplicitConfigurationParameters(false).build();
    }

    private void runOne(Launcher launcher, String test, int index) {
        Listener listener = new Listener(test.substring(0, test.indexOf('#')), test.substring(test.indexOf('#') + 1));
        try {
            launcher.execute(request(test), listener);
        } catch (Throwable e) {
            listener.outcome = listener.failure(e);
        }
        Outcome outcome = listener.outcome;
        if (outcome == null) {
            print("missing", Integer.toString(index));
        } else {
            print("end", Integer.toString(index), outcome.verdict(), outcome.exception(), outcome.message(),
                    Integer.toString(outcome.line()));
        }
    }

    /** The agent is on the class path of the JVM that it is in, and nowhere else. */
    private static void dumpCoverage() throws ReflectiveOperationException {
        Class<?> runtime = Class.forName("org.jacoco.agent.rt.RT");
        Object agent = runtime.getMethod("getAgent").invoke(null);
        Class.forName("org.jacoco.agent.rt.IAgent").getMethod("dump", boolean.class).invoke(agent, false);
    }

    private void print(String... fields) {
        StringBuilder line = new StringBuilder(token);
        for (String field : fields) {
            line.append('\t').append(RecordField.escape(field));
        }
        records.println(line);
    }

    /** Keeps the outcome of the one test that is run. */
    private static final class Listener implements TestExecutionListener {
        private final String className;
        private final String method;
        private Outcome outcome;

        Listener(String className, String method) {
            this.className = className;
            this.method = method;
        }

        @Override
        public void executionSkipped(TestIdentifier identifier, String reason) {
            outcome = new Outcome("skipped", "", shorten(reason), 0);
        }

        @Override
        public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            if (result.getThrowable().isPresent()) {
                Throwable thrown = result.getThrowable().get();
                outcome = result.getStatus() == TestExecutionResult.Status.ABORTED
                        ? new Outcome("skipped", thrown.getClass().getName(), messageOf(thrown), 0)
                        : failure(thrown);
            } else if (identifier.isTest()) {
                outcome = Outcome.PASSED;
            }
        }

        Outcome failure(Throwable thrown) {
            return new Outcome("failed", thrown.getClass().getName(), messageOf(thrown), lineOf(thrown));
        }

        /** A subject's exception may break in its own methods. */
        private static String messageOf(Throwable thrown) {
            try {
                return shorten(thrown.getMessage());
            } catch (Throwable e) {
                return "";
            }
        }

        private int lineOf(Throwable thrown) {
            int line = 0;
            try {
                for (StackTraceElement frame : thrown.getStackTrace()) {
                    if (frame.getClassName().equals(className)) {
                        if (frame.getMethodName().equals(method)) {
                            return Math.max(frame.getLineNumber(), 0);
                        }
                        line = line == 0 ? Math.max(frame.getLineNumber(), 0) : line;
                    }
                }
            } catch (Throwable e) {
                return line;
            }
            return line;
        }

        private static String shorten(String text) {
            if (text == null) {
                return "";
            }
            return text.length() <= LONGEST_MESSAGE ? text : text.substring(0, LONGEST_MESSAGE) + "...";
        }
    }
}
