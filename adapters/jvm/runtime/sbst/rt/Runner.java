// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Runs tests on the thread for tests, and writes their results. The watchdog may stop the thread
 * only between arm and disarm, where none of our work can be left half done.
 */
final class Runner {
    private static final int RECORD_VALUES = 4;
    private static final int RECORD_OUTPUTS = 16;
    private static final int RECORD_PRODUCED = 64;
    private static final int RETURNED = 0;
    private static final int THREW = 1;
    private static final int THREW_NEW = 2;
    private static final int HAD_THREADS = 1;
    private static final int WAS_REFUSED = 2;
    private static final int HAS_LINK_ERROR = 4;
    private static final int WAS_REFUSED_HERE = 8;
    private static final int WAS_TOLD_CHANCE = 16;
    private static final int WAS_THROWN_EXPLICITLY = 32;
    private static final int HAS_DRAWN = 64;

    private static final int MOST_PRINTED = 1000;

    private final Block block;
    private final int budget;
    private final int arrayBytes;
    Statics statics;
    private final Globals globals;
    private final Callables callables;
    private final Arguments arguments;
    private final Details details;
    /** Null unless the plan asks for them. */
    private final Outputs outputs;
    private final Effects effects = new Effects();
    private final Digest digest = new Digest();
    private boolean isWatching;
    /** What the test sets before its first call; see {@link Globals#restore}. */
    private int ownLanguage;
    private int ownZone;
    /** Which numbers generators without a seed give; see {@link Repeatable#reset}. */
    private int numbers;
    private final Map<String, Integer> exceptions = new HashMap<>();

    Object[] results = new Object[64];
    long[] resultBits = new long[64];
    int[] callableOf = new int[64];
    private int[] steps = new int[64];
    /** Number of calls that returned, and the exception of the next one. */
    int returned;
    Throwable failure;
    /** Why the test did not find what a class of it needs; null for other ends. */
    private String linkError;
    /** Initialisers print nothing: else the first test of a class would, but only at a user's. */
    boolean arePrintsKnown = true;
    private Printed prints;
    /** What the test printed, before anything else asked its objects. */
    private String printed = "";

    Runner(Block block, Plan plan, Globals globals, Callables callables) {
        this.block = block;
        this.budget = plan.budget;
        this.arrayBytes = plan.arrayBytes;
        this.globals = globals;
        this.callables = callables;
        this.arguments = new Arguments(callables.loader);
        this.details = new Details(this, callables, plan);
        this.outputs = plan.recordOutputs ? new Outputs(callables.resultObservers) : null;
    }

    Details details() {
        return details;
    }

    /** Runs one test and writes its result; the parent checks the record's size. */
    void run(In in, Out out) {
        try {
            runWithMutant(in, out);
        } finally {
            ActiveMutant.activate(ActiveMutant.NONE);
        }
    }

    private void runWithMutant(In in, Out out) {
        int record = in.i32();
        int mutant = in.i32();
        ownLanguage = in.u8();
        ownZone = in.u8();
        numbers = in.u16();
        int calls = in.u16();
        reserve(calls);
        boolean isLogging = (record & RECORD_VALUES) != 0;
        isWatching = (record & RECORD_OUTPUTS) != 0;
        int start = in.at;
        Probe.isExtended = false;
        ActiveMutant.activate(mutant);
        execute(in, calls, isLogging);
        if (isFirst()) {
            Probe.isExtended = true;
            // What happens for the first time (the JDK's cache of fonts is a file, classes are
            // initialised) happens in one test of each worker only, and would make its result
            // depend on the tests before it. What the test itself does happens again.
            forget();
            Probe.reset();
            Worker.settle();
            in.at = start;
            String first = printed;
            execute(in, calls, isLogging);
            printed = first.equals(printed) ? printed : "";
        }
        // Observers are asked later.
        boolean wasToldChance = Repeatable.wasAsked();
        int cause = Probe.cause;
        int size = out.at;
        out.i32(0);
        out.u8(cause);
        int flags = out.at;
        out.u8(((Probe.special & Probe.OTHER_THREADS) != 0 ? HAD_THREADS : 0)
            | (linkError != null ? HAS_LINK_ERROR : 0)
            | (wasToldChance ? WAS_TOLD_CHANCE : 0)
            | (failure != null && Probe.thrown == failure ? WAS_THROWN_EXPLICITLY : 0));
        if (linkError != null) {
            out.name(linkError);
        }
        writeOutcomes(out, cause);
        if (cause == StopCause.NONE) {
            TraceWriter.write(out);
        } else {
            TraceWriter.writeNothing(out);
        }
        writeLog(out, isLogging && cause == StopCause.NONE);
        writeProduced(out, (record & RECORD_PRODUCED) != 0 && cause == StopCause.NONE);
        if (isWatching && cause == StopCause.NONE) {
            writeDetails(out, size);
        } else {
            out.u8(0);
        }
        if (Repeatable.wasDrawn()) {
            // Observers may draw as well.
            out.data[flags] |= HAS_DRAWN;
        }
        if (Guard.wasRefused) {
            out.data[flags] |= WAS_REFUSED;
        }
        if (Guard.wasRefusedHere) {
            out.data[flags] |= WAS_REFUSED_HERE;
        }
        out.patch(size, out.at - size - 4);
        forget();
    }

    /** Tells whether the test did what later ones with the same calls need not do. */
    private static boolean isFirst() {
        boolean mayBeJdk = Guard.wasRefusedHere && !Guard.wasRefusedForGood;
        boolean isByCount =
            Probe.cause == StopCause.BUDGET || Probe.cause == StopCause.STACK_OVERFLOW;
        return Probe.cause == StopCause.NONE
            ? mayBeJdk || Probe.hasNewClasses
            : isByCount && Probe.hasNewClasses && !Worker.isDistrusted();
    }

    /** Drops what the last test left. */
    void forget() {
        Arrays.fill(results, 0, Math.min(results.length, returned + 1), null);
        arguments.forget();
        effects.forget();
        Probe.forgetExceptions();
        failure = null;
    }

    private void reserve(int calls) {
        if (calls > results.length) {
            results = new Object[2 * calls];
            resultBits = new long[2 * calls];
            callableOf = new int[2 * calls];
            steps = new int[2 * calls];
        }
    }

    private void begin() {
        Repeatable.reset(numbers);
        globals.restore(ownLanguage, ownZone);
        Probe.cause = StopCause.NONE;
        Probe.hasVmError = false;
        Probe.isStopping = false;
        Probe.hasNewClasses = false;
        Lookups.startTest();
        Races.startTest();
        Guard.wasRefused = false;
        Guard.wasRefusedHere = false;
        Guard.wasRefusedForGood = false;
        Probe.allow(budget, arrayBytes);
        returned = 0;
        failure = null;
    }

    private void execute(In in, int calls, boolean isLogging) {
        begin();
        prints = null;
        if (isLogging) {
            Log.clear();
            Probe.special |= Probe.LOGGING;
        }
        try {
            block.arm();
            statics.restore();
            prints = isWatching && arePrintsKnown ? Printed.begin() : null;
            runCalls(in, calls);
        } catch (Throwable e) {
            failure = e;
        }
        end();
        Probe.special &= ~Probe.LOGGING;
        ResultObservers.endOfObserving();
        linkError = linkErrorOf(failure);
        printed = prints != null ? prints.text() : "";
    }

    /**
     * Only the JVM's own errors tell what it did not find, and their text runs no code of tests. What
     * the subject itself throws is its answer.
     */
    private static String linkErrorOf(Throwable failure) {
        boolean isOfLinkage = failure instanceof LinkageError && failure != Probe.thrown
            && !(failure instanceof ExceptionInInitializerError)
            && failure.getClass().getClassLoader() == null
            && (Probe.cause == StopCause.NONE || Probe.cause == StopCause.NOT_LINKED);
        return isOfLinkage ? Worker.reasonOf(failure) : null;
    }

    /** Ends the section begun by {@link Block#arm} and finds out whether the test was stopped. */
    private void end() {
        boolean isStopped = block.disarmWholly();
        Probe.allowAll();
        if (isStopped) {
            Probe.cause = StopCause.WATCHDOG;
            Worker.takePendingStops();
        } else if (failure instanceof VirtualMachineError) {
            Probe.blame(failure);
        } else if (failure == Stop.INSTANCE && Probe.cause == StopCause.NONE) {
            // The subject kept the error of an earlier test and throws it.
            Probe.cause = StopCause.BUDGET;
        } else if (failure instanceof LinkageError && isOurs((LinkageError) failure)) {
            Probe.cause = StopCause.NOT_LINKED;
        }
        Probe.isStopping = false;
        // Exceptions of probes come from code of the class path, never from a class of the JDK that
        // is being initialised; all others may.
        boolean isAnywhere = Probe.cause == StopCause.WATCHDOG || Probe.hasVmError;
        if (Probe.cause != StopCause.NONE && Probe.isInitialising()) {
            Worker.distrustClasses();
        } else if (isAnywhere) {
            Worker.noteSuddenEnd();
        }
    }

    private static boolean isOurs(LinkageError error) {
        StackTraceElement[] trace = error.getStackTrace();
        return trace.length == 0 || trace[0].getClassName().contains("sbst$")
            || trace[0].getClassName().startsWith("sbst.rt.");
    }

    private void runCalls(In in, int calls) {
        for (int i = 0; i < calls; i++) {
            int callable = in.i32();
            int count = in.u16();
            block.setCurrentCall(i);
            Log.call = i;
            callableOf[i] = callable;
            int before = Probe.budget;
            try {
                arguments.read(in, count, results, resultBits);
                if (callables.hasReceiver[callable] && arguments.objects[0] == null) {
                    // No code would run but the JVM's own: the test ends before the call.
                    return;
                }
                if (isWatching) {
                    effects.addArguments(i, arguments.objects, count);
                }
                Probe.direct = callables.isDirect[callable] ? Probe.OFFSET : 0;
                results[i] = callables.dispatchers[callable].call(
                    callables.cases[callable], arguments.objects, arguments.words, count);
                resultBits[i] = Dispatch.bits;
                if (outputs != null) {
                    noteOutput(i, callable);
                }
            } catch (ClassCastException | ArrayStoreException e) {
                if (isOfArguments(e)) {
                    return;
                }
                failure = e;
            } catch (Throwable e) {
                failure = e;
            }
            steps[i] = before - Probe.budget;
            if (failure != null || Probe.cause != StopCause.NONE) {
                return;
            }
            returned = i + 1;
            if (isWatching) {
                effects.note(i, results[i]);
            }
        }
    }

    private void noteOutput(int call, int callable) {
        outputs.note(call, callables.resultSorts[callable], results[call], resultBits[call]);
        if (callables.asked[callable] != null && results[call] != null) {
            callables.resultObservers.ask(callables.asked[callable], results[call], outputs);
        }
    }

    /**
     * Tells whether an argument was not of its parameter's type, which only unchecked type
     * arguments can cause: the call was not made, so the test ends before it.
     */
    private static boolean isOfArguments(RuntimeException error) {
        StackTraceElement[] trace = error.getStackTrace();
        if (trace.length < 2) {
            return false;
        }
        return error instanceof ClassCastException
            ? trace[0].getClassName().contains(Callables.DISPATCHER)
            : trace[1].getClassName().equals(Dispatch.class.getName());
    }

    private void writeOutcomes(Out out, int cause) {
        boolean hasThrown = cause == StopCause.NONE && failure != null;
        out.u16(returned + (hasThrown ? 1 : 0));
        for (int i = 0; i < returned; i++) {
            out.u8(RETURNED);
            out.i32(steps[i]);
            if (outputs != null) {
                outputs.write(out, i);
            }
        }
        if (hasThrown) {
            String name = failure.getClass().getName();
            Integer known = exceptions.get(name);
            out.u8(known == null ? THREW_NEW : THREW);
            out.i32(steps[returned]);
            if (known == null) {
                known = exceptions.size();
                exceptions.put(name, known);
                out.i32(known);
                out.name(name);
            } else {
                out.i32(known);
            }
        }
    }

    private static void writeLog(Out out, boolean isWanted) {
        out.u8(isWanted && Log.isTruncated ? 1 : 0);
        out.i32(isWanted ? Log.entries : 0);
        if (isWanted) {
            out.bytes(Log.OUT.data, Log.OUT.at);
        }
    }

    /** Writes which objects the calls returned. Other threads may be changing them. */
    private void writeProduced(Out out, boolean isWanted) {
        int place = out.at;
        out.i32(0);
        int count = 0;
        boolean isStill = (Probe.special & Probe.OTHER_THREADS) == 0;
        for (int i = 0; isWanted && i < returned; i++) {
            Object result = results[i];
            if (result != null && callables.resultSorts[callableOf[i]] == 'L') {
                out.i32(i);
                out.name(digest.nameOf(result.getClass()));
                out.i64(isStill ? digest.of(result) : 0);
                count++;
            }
        }
        out.patch(place, count);
    }

    /**
     * Results and observers run code of the subject: stops there end the details, not the
     * trace.
     */
    private void writeDetails(Out out, int start) {
        int place = out.at;
        if (!writeDetails(out, true)) {
            // What only observers meet, a cycle of objects without an end, is not the test's doing.
            out.at = place;
            Probe.cause = StopCause.NONE;
            if (!writeDetails(out, false)) {
                out.at = place;
                out.u8(0);
                out.data[start + 4] = (byte) Probe.cause;
            }
        }
    }

    private boolean writeDetails(Out out, boolean asksObservers) {
        out.u8(1);
        Throwable thrown = failure;
        Probe.allow(budget, arrayBytes);
        boolean isWhole = false;
        boolean isFull = false;
        try {
            block.arm();
            details.write(out, thrown, asksObservers);
            effects.write(out);
            statics.writeFilled(out);
            out.text(printed, MOST_PRINTED);
            isWhole = true;
        } catch (Out.Full e) {
            isFull = true;
        } catch (Throwable e) {
            failure = e;
        }
        Throwable inDetails = failure;
        end();
        failure = thrown;
        Probe.reset();
        if (isFull) {
            throw new TooLarge();
        }
        if (!isWhole && Probe.cause == StopCause.NONE && inDetails instanceof VirtualMachineError) {
            Probe.blame(inDetails);
        }
        return isWhole && Probe.cause == StopCause.NONE;
    }

    /**
     * Number of known exceptions, to forget those that the parent has not seen when a result is
     * dropped.
     */
    int exceptionCount() {
        return exceptions.size();
    }

    void forgetExceptionsFrom(int count) {
        exceptions.values().removeIf(index -> index >= count);
    }

    /** The result of a test does not fit into the block, even alone. */
    static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
