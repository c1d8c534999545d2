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

/**
 * The runs of a suite in their order: the first one alone, because it finds nearly all tests that
 * end their JVM, then the others at the same time, because most of a run is the start of its JVM.
 * Their outcomes are those of one after the other.
 */
final class SuiteRuns implements AutoCloseable {
    private static final int MOST_AT_ONCE = 3;
    private static final int PATIENCE_SECONDS = 10;

    private final Request request;
    private final SuiteRunner runner;
    private final ExecutorService threads;
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
        int processors = Runtime.getRuntime().availableProcessors();
        threads = Executors.newFixedThreadPool(Math.min(processors, MOST_AT_ONCE), task -> {
            Thread thread = new Thread(task, "run");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** The outcomes of a run; called for each run in order, with tests that earlier ones had. */
    List<Outcome> outcomes(int index, List<Integer> tests) throws RefereeException {
        if (index == 1) {
            begin(index, List.copyOf(tests));
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

    /** Begins this run and all later ones; those that measure coverage share a file. */
    private void begin(int first, List<Integer> tests) {
        testsAhead = tests;
        for (int i = first; i < request.runs.size(); i++) {
            Request.Run run = request.runs.get(i);
            if (!run.coverage()) {
                ahead.put(i, threads.submit(() -> runner.run(run, tests)));
            }
        }
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
