// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.HashMap;
import java.util.Map;

/**
 * Writes the data for assertions: results, the exception and its place, and the results of
 * observers.
 */
final class Details {
    private static final int MOST_UNITS = 10_000;
    private static final int THROWN_UNDER_TEST = 1;
    private static final int THROWN_EXPLICITLY = 2;

    private final Runner runner;
    private final Callables callables;
    private final Plan plan;
    /** Observers of a class: callables without further arguments. */
    private final Map<String, int[]> observers = new HashMap<>();
    private final Object[] receiver = new Object[1];
    private final long[] noWords = new long[1];

    Details(Runner runner, Callables callables, Plan plan) {
        this.runner = runner;
        this.callables = callables;
        this.plan = plan;
    }

    /** Reads and adds observers: a class and its callables, several times. */
    void addObservers(In in, int count) {
        for (int i = 0; i < count; i++) {
            String name = in.name().replace('/', '.');
            int[] asked = new int[in.i32()];
            for (int j = 0; j < asked.length; j++) {
                asked[j] = in.i32();
            }
            observers.put(name, asked);
        }
    }

    void write(Out out, Throwable thrown, boolean asksObservers) {
        for (int i = 0; i < runner.returned; i++) {
            int first = firstWith(i);
            if (first < i) {
                out.u8('R');
                out.i32(first);
                continue;
            }
            char sort = callables.resultSorts[runner.callableOf[i]];
            Values.write(out, sort, runner.results[i], runner.resultBits[i]);
        }
        if (thrown != null) {
            writeThrown(out, thrown);
        }
        int place = out.at;
        out.i32(0);
        int count = 0;
        for (int i = 0; asksObservers && i < runner.returned; i++) {
            if (runner.results[i] != null && firstWith(i) == i) {
                count += observe(out, i);
            }
        }
        out.patch(place, count);
    }

    /**
     * The first call whose result is the same object; itself for results that are not
     * objects.
     */
    private int firstWith(int call) {
        Object object = runner.results[call];
        int first = object == null ? call : 0;
        while (runner.results[first] != object) {
            first++;
        }
        return first;
    }

    private int observe(Out out, int call) {
        Object object = runner.results[call];
        int[] asked = observers.get(object.getClass().getName());
        if (asked == null) {
            return 0;
        }
        for (int callable : asked) {
            out.i32(call);
            out.i32(callable);
            receiver[0] = object;
            Object result;
            try {
                result = callables.dispatchers[callable].call(
                    callables.cases[callable], receiver, noWords, 1);
            } catch (Stop | VirtualMachineError e) {
                throw e;
            } catch (Throwable e) {
                out.u8('!');
                out.name(e.getClass().getName());
                continue;
            }
            Values.write(out, callables.resultSorts[callable], result, Dispatch.bits);
        }
        return asked.length;
    }

    private void writeThrown(Out out, Throwable thrown) {
        String message = thrown.getMessage();
        out.u8(message == null ? 0 : 1);
        if (message != null) {
            out.text(message, MOST_UNITS);
        }
        StackTraceElement first = null;
        StackTraceElement ofSubject = null;
        StackTraceElement called = null;
        for (StackTraceElement frame : thrown.getStackTrace()) {
            String name = frame.getClassName();
            if (name.startsWith("sbst.rt.") || name.contains("sbst$")) {
                continue;
            }
            first = first == null ? frame : first;
            if (SubjectLoader.NAME.equals(frame.getClassLoaderName())) {
                ofSubject = frame;
                break;
            }
            called = frame;
        }
        boolean isUnderTest =
            first != null && plan.classes.containsKey(first.getClassName().replace('.', '/'));
        out.u8((isUnderTest ? THROWN_UNDER_TEST : 0)
            | (Probe.thrown == thrown ? THROWN_EXPLICITLY : 0));
        out.u8(ofSubject == null ? 0 : 1);
        if (ofSubject != null) {
            out.name(ofSubject.getClassName());
            out.name(ofSubject.getMethodName());
            out.i32(ofSubject.getLineNumber());
            out.name(called == null ? "" : called.getClassName());
            out.name(called == null ? "" : called.getMethodName());
        }
    }
}
