// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.Ignore;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** Runs JUnit 4 with its own core. */
final class Junit4Engine implements Engine {
    @Override
    public void prepare(String className) throws ClassNotFoundException {
        Request.aClass(load(className)).getRunner();
    }

    @Override
    public void run(String className, List<String> methods, Sink sink) throws ClassNotFoundException {
        JUnitCore core = new JUnitCore();
        core.addListener(new Listener(className, sink));
        Request all = Request.aClass(load(className));
        core.run(all.filterWith(new Listed(methods)).sortWith(
                Comparator.comparingInt(one -> methods.indexOf(one.getMethodName()))));
    }

    /** Without initialising it: that is part of the first test. */
    private static Class<?> load(String className) throws ClassNotFoundException {
        return Class.forName(className, false, Junit4Engine.class.getClassLoader());
    }

    private static final class Listed extends Filter {
        private final Set<String> methods;

        Listed(List<String> methods) {
            this.methods = new HashSet<>(methods);
        }

        @Override
        public boolean shouldRun(Description description) {
            return !description.isTest() || methods.contains(description.getMethodName());
        }

        @Override
        public String describe() {
            return "listed";
        }
    }

    private static final class Listener extends RunListener {
        private final String className;
        private final Sink sink;
        private Outcome outcome;

        Listener(String className, Sink sink) {
            this.className = className;
            this.sink = sink;
        }

        @Override
        public void testStarted(Description description) {
            outcome = Outcome.PASSED;
            sink.started(description.getMethodName());
        }

        @Override
        public void testFailure(Failure failure) {
            if (!failure.getDescription().isTest()) {
                sink.broke(failure.getException());
                return;
            }
            outcome = Failures.failed(failure.getException(), className,
                    failure.getDescription().getMethodName());
        }

        @Override
        public void testAssumptionFailure(Failure failure) {
            outcome = Failures.aborted(failure.getException());
        }

        @Override
        public void testFinished(Description description) {
            sink.ended(description.getMethodName(), outcome);
        }

        @Override
        public void testIgnored(Description description) {
            Ignore ignore = description.getAnnotation(Ignore.class);
            sink.started(description.getMethodName());
            sink.ended(description.getMethodName(), Failures.skipped(ignore == null ? "" : ignore.value()));
        }
    }
}
