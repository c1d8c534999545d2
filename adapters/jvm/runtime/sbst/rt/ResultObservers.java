// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks objects that methods under test return: by instance methods without arguments, right after
 * the call, because later calls may change the object. That is no part of the test: it records
 * nothing, and has steps and bytes of its own.
 */
final class ResultObservers {
    /** For one observer, beside the initialisation of classes. */
    private static final int MOST_STEPS = 10_000;
    private static final long MOST_BYTES = 1 << 20;

    private final SubjectLoader loader;
    /** The observers alone. */
    private final Callables observers;
    /** By method under test: its observers. */
    private final Map<String, int[]> observersOf = new HashMap<>();
    private final Probe.State ofTest = new Probe.State();
    private final Object[] receiver = new Object[1];
    private final long[] noWords = new long[1];
    private int size;

    ResultObservers(SubjectLoader loader, Plan plan) throws ReflectiveOperationException {
        this.loader = loader;
        observers = new Callables(loader, plan, "sbst$Observer", null);
        for (Map.Entry<String, List<Callable>> method : plan.observedMethods.entrySet()) {
            int[] asked = new int[method.getValue().size()];
            for (int i = 0; i < asked.length; i++) {
                asked[i] = observers.count + i;
            }
            observers.add(method.getValue());
            observersOf.put(method.getKey(), asked);
        }
    }

    /** The observers of what a callable returns; null if it has none. */
    int[] of(Callable callable) {
        return callable.kind == Callable.STATIC_METHOD || callable.kind == Callable.INSTANCE_METHOD
            ? observersOf.get(Plan.keyOf(callable.owner, callable.name, callable.descriptor)) : null;
    }

    /** Asks an object and notes the answers. */
    void ask(int[] asked, Object object, Outputs outputs) {
        if (Probe.cause != StopCause.NONE || !isOfClassPath(object)) {
            return;
        }
        ofTest.save();
        try {
            Probe.special |= Probe.OBSERVING;
            Probe.turn = 0;
            for (int observer : asked) {
                char sort = askOne(observer, object) ? observers.resultSorts[observer] : 'V';
                outputs.noteObserved(sort, Dispatch.bits);
            }
        } finally {
            receiver[0] = null;
            endOfObserving();
            ofTest.restore();
        }
    }

    /** The test goes on; also for observers that the watchdog stopped anywhere. */
    static void endOfObserving() {
        Probe.special &= ~Probe.OBSERVING;
        Probe.turn = 1;
    }

    private boolean askOne(int observer, Object object) {
        receiver[0] = object;
        return hasAnswered(() -> observers.dispatchers[observer].call(
            observers.cases[observer], receiver, noWords, 1));
    }

    /**
     * The size of a view or a wrapper of the JDK's; -1 when it asks code of the class path, which
     * may change what it likes.
     */
    int sizeOf(Object view) {
        ofTest.save();
        try {
            Probe.special |= Probe.OBSERVING;
            Probe.turn = 0;
            boolean isKnown = hasAnswered(() ->
                size = view instanceof Map ? ((Map<?, ?>) view).size() : ((Collection<?>) view).size());
            return isKnown && Probe.budget == MOST_STEPS ? size : -1;
        } finally {
            endOfObserving();
            ofTest.restore();
        }
    }

    private interface Question {
        void ask() throws Throwable;
    }

    private static boolean hasAnswered(Question question) {
        Probe.isExtended = false;
        Probe.allow(MOST_STEPS, MOST_BYTES);
        boolean hasAnswered = false;
        try {
            question.ask();
            hasAnswered = true;
        } catch (Stop e) {
            if (Probe.cause == StopCause.NONE) {
                // No probe did it, but the watchdog: the time of the test is up.
                throw e;
            }
        } catch (VirtualMachineError e) {
            // The JDK may be half done: the worker counts that.
            Probe.hasVmError = true;
        } catch (Throwable e) {
            // It is not observed.
        }
        if (Probe.cause != StopCause.NONE) {
            Probe.cause = StopCause.NONE;
            Probe.isStopping = false;
            return false;
        }
        return hasAnswered;
    }

    /**
     * Only classes of the class path are known to change nothing: a lambda, a proxy or a stand-in
     * of the test may do anything.
     */
    private boolean isOfClassPath(Object object) {
        Class<?> type = object.getClass();
        return type.getClassLoader() == loader && !type.isHidden() && !(object instanceof Proxy)
            && !type.getName().contains("sbst$");
    }
}
