// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The runs of a suite in their order. Most of a run is the start of its JVM, so those that need nothing
 * of the first one begin with it, and the others at the same time after it. The first one finds nearly
 * all tests that end their JVM: what began with it is then begun anew without them. The outcomes are
 * those of one run after the other.
 */
final class SuiteRuns implements AutoCloseable {
    private static final int MOST_AT_ONCE = 3;
    private static final int PATIENCE_SECONDS = 10;

    private final Request request;
    private final SuiteRunner runner;
    private ExecutorService threads;
    /** Runs that were begun ahead, and the tests that all of them have. */
    private final Map<Integer, Future<List<Outcome>>> ahead = new HashMap<>();
    private List<Integer> testsAhead = List.of();

    /** Runs tests, given by their indices. */
    interface SuiteRunner {
        List<Outcome> run(Request.Run run, List<Integer> indices) throws RefereeException;
    }

    SuiteRuns(Request request, SuiteRunner runner) {
        this.request = request;
        this.runner = runner;
        this.threads = newThreads();
    }

    private static ExecutorService newThreads() {
        int processors = Runtime.getRuntime().availableProcessors();
        return Executors.newFixedThreadPool(Math.min(processors, MOST_AT_ONCE), task -> {
            Thread thread = new Thread(task, "run");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** The outcomes of a run; called for each run in order, with tests that earlier ones had. */
    List<Outcome> outcomes(int index, List<Integer> tests) throws RefereeException {
        if (index == 0) {
            testsAhead = List.copyOf(tests);
            begin(run -> !run.initializesFirst());
        } else if (index == 1) {
            if (!tests.equals(testsAhead)) {
                endAhead();
                testsAhead = List.copyOf(tests);
            }
            begin(run -> true);
        }
        Future<List<Outcome>> begun = ahead.get(index);
        if (begun == null || !tests.equals(testsAhead)) {
            return runner.run(request.runs.get(index), tests);
        }
        try {
            return begun.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RefereeException) {
                throw (RefereeException) e.getCause();
            }
            throw new RefereeException("a run of the suite failed", e.getCause());
        } catch (InterruptedException e) {
            throw new RefereeException("interrupted", e);
        }
    }

    /** Begins those of the later runs that are wanted and not begun; those that measure coverage share a file. */
    private void begin(Predicate<Request.Run> isWanted) {
        List<Integer> tests = testsAhead;
        for (int i = 1; i < request.runs.size(); i++) {
            Request.Run run = request.runs.get(i);
            if (run.coverage() || ahead.containsKey(i) || !isWanted.test(run)) {
                continue;
            }
            ahead.put(i, threads.submit(() -> runner.run(run, tests)));
        }
    }

    /** Ends what began with the first run: a run that begins anew has the same folder. */
    private void endAhead() {
        close();
        threads = newThreads();
        ahead.clear();
    }

    /** Ends runs whose result is not wanted, with their JVMs. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
