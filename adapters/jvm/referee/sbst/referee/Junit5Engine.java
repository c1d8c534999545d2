// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.MethodDescriptor;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs Jupiter with the launcher; no other engine takes part, and no listener but its own. */
final class Junit5Engine implements Engine {
    /** Where it is set, JUnit has no listeners for the flight recorder. */
    private static final String WITHOUT_RECORDER = "org.graalvm.nativeimage.imagecode";

    private final Launcher launcher = open();

    /** The flight recorder would take a quarter of the time of a short run. */
    private static Launcher open() {
        String before = System.getProperty(WITHOUT_RECORDER);
        System.setProperty(WITHOUT_RECORDER, "runtime");
        try {
            return LauncherFactory.openSession(LauncherConfig.builder()
                    .enableTestEngineAutoRegistration(false).addTestEngines(new JupiterTestEngine())
                    .enableLauncherSessionListenerAutoRegistration(false)
                    .enableLauncherDiscoveryListenerAutoRegistration(false)
                    .enableTestExecutionListenerAutoRegistration(false)
                    .enablePostDiscoveryFilterAutoRegistration(false).build()).getLauncher();
        } finally {
            if (before == null) {
                System.clearProperty(WITHOUT_RECORDER);
            } else {
                System.setProperty(WITHOUT_RECORDER, before);
            }
        }
    }

    /** JUnit creates the object, so it finds its order in a static field. */
    public static final class ListedOrder implements MethodOrderer {
        private static List<String> methods = List.of();

        /** Called by JUnit. */
        public ListedOrder() {}

        @Override
        public void orderMethods(MethodOrdererContext context) {
            List<String> order = methods;
            context.getMethodDescriptors().sort(
                    Comparator.comparingInt((MethodDescriptor one) -> order.indexOf(one.getMethod().getName())));
        }
    }

    @Override
    public void prepare(String className) {
        launcher.discover(request(className, List.of()));
    }

    @Override
    public void run(String className, List<String> methods, Sink sink) {
        ListedOrder.methods = methods;
        launcher.execute(request(className, methods), new Listener(className, sink));
    }

    private static LauncherDiscoveryRequest request(String className, List<String> methods) {
        Set<String> wanted = new HashSet<>(methods);
        PostDiscoveryFilter filter = test -> FilterResult.includedIf(
                methodOf(test.getSource()).map(wanted::contains).orElse(true));
        return LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectClass(className))
                .filters(filter).enableImplicitConfigurationParameters(false)
                .configurationParameter("junit.jupiter.testmethod.order.default", ListedOrder.class.getName())
                .build();
    }

    private static Optional<String> methodOf(Optional<TestSource> source) {
        return source.filter(MethodSource.class::isInstance).map(one -> ((MethodSource) one).getMethodName());
    }

    private static final class Listener implements TestExecutionListener {
        private final String className;
        private final Sink sink;

        Listener(String className, Sink sink) {
            this.className = className;
            this.sink = sink;
        }

        @Override
        public void executionStarted(TestIdentifier identifier) {
            methodOf(identifier.getSource()).ifPresent(sink::started);
        }

        @Override
        public void executionSkipped(TestIdentifier identifier, String reason) {
            methodOf(identifier.getSource()).ifPresent(method -> {
                sink.started(method);
                sink.ended(method, Failures.skipped(reason));
            });
        }

        @Override
        public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            Optional<String> method = methodOf(identifier.getSource());
            if (method.isPresent()) {
                sink.ended(method.get(), outcome(method.get(), result));
            } else {
                result.getThrowable().ifPresent(sink::broke);
            }
        }

        private Outcome outcome(String method, TestExecutionResult result) {
            if (result.getThrowable().isEmpty()) {
                return Outcome.PASSED;
            }
            Throwable thrown = result.getThrowable().get();
            return result.getStatus() == TestExecutionResult.Status.ABORTED ? Failures.aborted(thrown)
                    : Failures.failed(thrown, className, method);
        }
    }
}
