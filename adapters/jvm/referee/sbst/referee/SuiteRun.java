// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * One run of the whole suite. A test that ends its JVM is removed, and the others run again in a
 * new one from the first test on, so that the outcomes (and the coverage) are of tests that ran
 * together.
 */
final class SuiteRun {
    private static final int MAX_PASSES = 4;

    private final Request request;
    private final Request.Run run;
    private final Path classes;
    private final List<ListedTest> tests;
    private final Outcome[] outcomes;
    /** Names of classes that are initialised before the tests. */
    private List<String> initializedFirst;

    SuiteRun(Request request, Request.Run run, Path classes, List<ListedTest> tests) throws RefereeException {
        this.request = request;
        this.run = run;
        this.classes = classes;
        this.tests = tests;
        this.initializedFirst = Initializations.before(request, run);
        this.outcomes = new Outcome[tests.size()];
        Arrays.fill(outcomes, Outcome.NOT_RUN);
    }

    /** Outcomes by index of the test; other indices are not run. */
    List<Outcome> run(List<Integer> indices, long deadline) throws RefereeException {
        List<Integer> order = new ArrayList<>(indices);
        if (run.reversed()) {
            Collections.reverse(order);
        } else if (run.shuffled()) {
            Collections.shuffle(order, new Random(run.seed()));
            if (order.equals(indices)) {
                Collections.reverse(order);
            }
            // One class at a time, as JUnit runs them.
            List<String> names = order.stream().map(index -> tests.get(index).className()).distinct().toList();
            order.sort(Comparator.comparingInt(index -> names.indexOf(tests.get(index).className())));
        }
        for (int pass = 0; pass < MAX_PASSES && !order.isEmpty(); pass++) {
            removeCoverage();
            runPass(order, deadline);
            int before = order.size();
            order.removeIf(index -> outcomes[index].isFatal());
            if (order.size() == before || System.nanoTime() - deadline >= 0) {
                break;
            }
        }
        for (int i = 0; i < order.size(); i++) {
            outcomes[order.get(i)] = outcomes[order.get(i)].at(i + 1);
        }
        return List.of(outcomes);
    }

    private void runPass(List<Integer> order, long deadline) throws RefereeException {
        for (int index : order) {
            outcomes[index] = Outcome.NOT_RUN;
        }
        int next = 0;
        while (next < order.size() && System.nanoTime() - deadline < 0) {
            List<ListedTest> rest = order.subList(next, order.size()).stream().map(tests::get).toList();
            List<Outcome> part = runInJvm(rest, deadline);
            for (Outcome outcome : part) {
                outcomes[order.get(next++)] = outcome;
            }
            if (part.size() > 1 && part.get(part.size() - 1).isFatal()) {
                blame(order.get(next - 2), order.get(next - 1), deadline);
            }
        }
    }

    /**
     * Another order of initialisation in which classes or the JVM break is not needed, nor is another Java that
     * does not work: the tests run without it then.
     */
    private List<Outcome> runInJvm(List<ListedTest> wanted, long deadline) throws RefereeException {
        while (true) {
            try {
                return new RunnerProcess(request, run, classes, initializedFirst).run(wanted, deadline);
            } catch (RefereeException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                if (!initializedFirst.isEmpty()) {
                    initializedFirst = List.of();
                } else if (run.elsewhere() && request.otherJava != null) {
                    request.otherJava = null;
                } else {
                    throw e;
                }
            }
        }
    }

    /**
     * Threads left by a test may cause a failure in the next one: if a suspect does no harm when it
     * is run alone, the previous test is to blame.
     */
    private void blame(int before, int suspect, long deadline) throws RefereeException {
        List<Outcome> alone = runInJvm(List.of(tests.get(suspect)), deadline);
        if (!alone.isEmpty() && !alone.get(0).isFatal()) {
            outcomes[before] = outcomes[suspect].inNextTest();
            outcomes[suspect] = alone.get(0);
        }
    }

    private void removeCoverage() throws RefereeException {
        if (!run.coverage()) {
            return;
        }
        try {
            Files.deleteIfExists(Coverage.file(request));
        } catch (IOException e) {
            throw new RefereeException("old coverage stays", e);
        }
    }
}
