// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URL;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Entry points for the worker's native side: start, then one message of the parent at a time. */
final class Worker {
    private static final int TESTS = 1;
    private static final int CALLABLES = 2;
    private static final int OBSERVERS = 3;
    private static final int CLASS_BYTES = 4;
    private static final int INITIAL_TRACE = 5;
    private static final int LOAD_FAILURES = 6;
    private static final int UNBUILT_MUTANTS = 7;
    private static final int STATIC_FIELDS = 8;

    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int WANTS_RESPAWN = 1;
    /** A stop can leave any work of the JDK half done: after this many the JVM is replaced. */
    private static final int MOST_STOPS = 50;
    private static final int PATIENCE_MS = 20;
    /** Steps for the initialisation of one class and of the classes that it needs. */
    private static final int PRELOAD_BUDGET = 100_000_000;

    private static final int MOST_REASON = 300;
    /** Calls of the subject within each other that a test may have. */
    private static final int MOST_DEPTH = 1000;

    private static Plan plan;
    private static MethodHandles.Lookup lookup;
    private static Block block;
    private static SubjectLoader loader;
    /** Classes of the JDK whose calls count as the subject's own ({@link JdkDepth}). */
    private static Class<?>[] deepInJdk = {};
    private static Callables callables;
    private static Runner runner;
    private static Out out;
    private static Out initialTrace;
    /** By internal name: why a class of the plan cannot be loaded or initialised. */
    private static final Map<String, String> loadFailures = new LinkedHashMap<>();
    /** Classes of the JDK that report changes of their objects. */
    private static final Set<Class<?>> TELLING = new HashSet<>();
    private static byte[] request = new byte[1 << 16];
    private static int stops;
    private static int failedClasses;
    private static boolean wantsRespawn;

    static RewrittenClasses rewritten;

    private Worker() {}

    /** A thread is about to start: it belongs to the test that runs, unless it is one of the JVM's. */
    static native void expectThread(Thread thread);

    /** Threads started by tests that have not ended. */
    private static native int otherThreads();

    /** Stops those threads; they may take a while to end. */
    private static native void stopOtherThreads();

    /** Removes the files that a test left. */
    private static native void emptyScratch();

    /** Classes that are loaded and whose initialisation failed, for good. */
    private static native int failedClasses();

    /**
     * Tells whether this thread is in more than `most` calls of methods of a loader's classes and of
     * some classes of the JDK.
     */
    private static native boolean isDeep(ClassLoader subject, Class<?>[] ofJdk, int most);

    /** Gives classes other method bodies, all at once: the JVM stops for each call. */
    private static native void redefine(Class<?>[] types, byte[][] bytes);

    private static void redefine(Map<Class<?>, byte[]> bodies) {
        redefine(bodies.keySet().toArray(new Class<?>[0]),
            bodies.values().toArray(new byte[0][]));
    }

    /** Prepares everything for the subject. Called once, on the thread that will run the tests. */
    static void start(ByteBuffer planBytes, ByteBuffer memory, ByteBuffer shared,
        MethodHandles.Lookup anywhere) throws IOException, ReflectiveOperationException {
        lookup = anywhere;
        rewritten = new RewrittenClasses(shared);
        MethodHandle reads = lookup.findVirtual(
            Module.class, "implAddReadsAllUnnamed", MethodType.methodType(void.class));
        Map<Class<?>, byte[]> bodies = new LinkedHashMap<>();
        for (String name : JdkGuard.names()) {
            Class<?> type = JdkGuard.typeOf(name);
            letRead(type.getModule(), reads);
            bodies.put(type, JdkGuard.bytes(name));
        }
        for (String name : JdkRepeatable.names()) {
            bodies.put(JdkGuard.typeOf(name), JdkRepeatable.bytes(name));
        }
        System.setIn(Guard.noInput());
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        byte[] bytes = new byte[planBytes.remaining()];
        planBytes.get(bytes);
        plan = new Plan(new In(bytes));
        if (plan.isOtherOccasion) {
            Repeatable.makeOther();
        }
        Probe.runner = Thread.currentThread();
        Guard.runner = Thread.currentThread();
        block = new Block(memory);
        out = new Out(block.responseCapacity - Block.RESPONSE_HEADER);
        List<Class<?>> deep = new ArrayList<>();
        for (String name : JdkDepth.classes()) {
            deep.add(Class.forName(name.replace('/', '.')));
            bodies.put(deep.get(deep.size() - 1), JdkDepth.reporting(name));
        }
        deepInJdk = deep.toArray(deepInJdk);
        for (String name : plan.countedJdk) {
            // Initialised first: nothing may stop that.
            Class<?> type = Class.forName(name.replace('/', '.'));
            bodies.put(type, JdkLoops.counted(type));
        }
        redefine(bodies);
        URL[] urls = new URL[plan.classPath.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = new File(plan.classPath.get(i)).toURI().toURL();
        }
        loader = new SubjectLoader(urls, new Instrumenter(plan));
        loader.openAll();
        Thread.currentThread().setContextClassLoader(loader);
    }

    /** Lets the rewritten classes of a module call ours. */
    private static void letRead(Module module, MethodHandle reads)
        throws ReflectiveOperationException {
        try {
            reads.invokeExact(module);
        } catch (RuntimeException | Error | ReflectiveOperationException e) {
            throw e;
        } catch (Throwable e) {
            throw new ReflectiveOperationException(e);
        }
    }

    /** Loads and initialises the subject. From now on the watchdog can stop this thread. */
    static void load() throws IOException, ReflectiveOperationException {
        boolean isQuiet = initialise(plan.preload);
        initialTrace = new Out(block.responseCapacity);
        TraceWriter.write(initialTrace);
        plan.preload.forEach(Worker::indexConstants);
        callables = new Callables(loader, plan, Callables.DISPATCHER,
            plan.recordOutputs ? new ResultObservers(loader, plan) : null);
        runner = new Runner(block, plan, new Globals(lookup), callables);
        runner.arePrintsKnown = isQuiet;
        takeStatics();
    }

    /** Loads the classes of further static fields; no test has run yet. */
    private static void addStaticFields(In in, int count)
        throws IOException, ReflectiveOperationException {
        Set<String> owners = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            Plan.StaticField field = new Plan.StaticField(in);
            plan.staticFields.add(field);
            if (!field.owner.isEmpty()) {
                owners.add(field.owner);
            }
        }
        // Initialisers have their own limits.
        block.setStarting(true);
        runner.arePrintsKnown &= initialise(owners);
        owners.forEach(Worker::indexConstants);
        takeStatics();
        block.setStarting(false);
    }

    /** Initialises the classes; false if one of them, or a driver, prints something. */
    private static boolean initialise(Collection<String> names) {
        Probe.isPreloading = true;
        PrintStream out = System.out;
        PrintStream err = System.err;
        Printed ofInitialisers = Printed.begin();
        names.forEach(Worker::preload);
        loadDrivers();
        Probe.isPreloading = false;
        ofInitialisers.end(out, err);
        return !ofInitialisers.isAny();
    }

    /** What initialisation left is what each test begins with. */
    private static void takeStatics() throws IOException, ReflectiveOperationException {
        JdkChanges jdk = new JdkChanges(lookup);
        runner.statics = Statics.of(plan.staticFields, loader, lookup, jdk);
        Map<Class<?>, byte[]> telling = new LinkedHashMap<>();
        for (Class<?> type : jdk.classes()) {
            if (TELLING.add(type)) {
                telling.put(type, JdkChanges.telling(type));
            }
        }
        redefine(telling);
        Probe.reset();
        Probe.isStopping = false;
        Probe.cause = StopCause.NONE;
        failedClasses = failedClasses();
        // What initialisers did to the JDK, they do in each worker: another JVM would be no better.
        wantsRespawn = false;
    }

    /**
     * The JDK loads the database drivers of the class path when it first looks for one, and each
     * registers itself there: in a test, that would cost this JVM.
     */
    private static void loadDrivers() {
        if (loader.findResource("META-INF/services/java.sql.Driver") != null) {
            // Without databases in the JDK, or with a driver that fails, tests see that error.
            initialise(() ->
                Class.forName("java.sql.DriverManager", true, ClassLoader.getPlatformClassLoader())
                    .getMethod("getDrivers").invoke(null));
        }
    }

    /** A class that cannot be initialised now cannot be initialised later: tests see that error. */
    private static void preload(String name) {
        Class<?>[] loaded = new Class<?>[1];
        String failure = initialise(() ->
            loaded[0] = Class.forName(name.replace('/', '.'), true, loader));
        if (failure != null) {
            loadFailures.put(name, failure);
        } else if (loaded[0].getClassLoader() != loader && plan.classes.containsKey(name)) {
            loadFailures.put(name, "the JDK has a class of this name, which hides it");
        }
    }

    /** Runs what initialises classes, within limits; returns why it failed, or null. */
    private static String initialise(java.util.concurrent.Callable<?> code) {
        Probe.budget = PRELOAD_BUDGET;
        Probe.cause = StopCause.NONE;
        Throwable failure = null;
        try {
            block.arm();
            code.call();
        } catch (Throwable e) {
            failure = e;
        }
        boolean isStopped = block.disarmWholly();
        if (isStopped) {
            takePendingStops();
        }
        Probe.isStopping = false;
        String reason = failure == null ? null : failureText(failure, isStopped);
        Probe.isStopping = false;
        Probe.budget = Integer.MAX_VALUE;
        return reason;
    }

    private static String failureText(Throwable failure, boolean isStopped) {
        if (failure == Stop.INSTANCE && !isStopped && Probe.cause == StopCause.EXIT) {
            return "its initialisation ends the JVM";
        }
        // Otherwise thrown by the initialiser, such as AssertionError: the JVM wraps only
        // exceptions.
        return isStopped || failure == Stop.INSTANCE
            ? "its initialisation does not end" : reasonOf(failure);
    }

    /** The first line; may run code of the subject, which may fail once more. */
    static String reasonOf(Throwable error) {
        Throwable cause = error instanceof ExceptionInInitializerError && error.getCause() != null
            ? error.getCause() : error;
        try {
            String text = cause.toString().lines().findFirst().orElse("");
            return text.substring(0, Math.min(text.length(), MOST_REASON));
        } catch (Throwable e) {
            return cause.getClass().getName();
        }
    }

    /**
     * Makes the JDK index an enum's constants, which calls `values` once: otherwise the first test
     * that looks up a constant by name would be charged for it.
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void indexConstants(String name) {
        Probe.budget = PRELOAD_BUDGET;
        try {
            Class<?> type = Class.forName(name.replace('/', '.'), false, loader);
            if (type.isEnum()) {
                Enum.valueOf((Class) type, "");
            }
        } catch (ClassNotFoundException | LinkageError | RuntimeException | Stop e) {
            Probe.isStopping = false;
        }
        Probe.budget = Integer.MAX_VALUE;
    }

    /** Answers the message in the slot. */
    static void answer(int slot) throws Exception {
        ByteBuffer memory = block.memory;
        int at = block.request(slot);
        int kind = memory.getInt(at);
        int count = memory.getInt(at + 4);
        int bytes = memory.getInt(at + 8);
        if (request.length < bytes) {
            request = new byte[block.requestCapacity];
        }
        memory.get(at + Block.REQUEST_HEADER, request, 0, bytes);
        In in = new In(request);
        out.at = 0;
        switch (kind) {
            case TESTS:
                runTests(in, count, block.response(slot));
                return;
            case CALLABLES:
                callables.add(Callable.all(in, count));
                break;
            case OBSERVERS:
                runner.details().addObservers(in, count);
                break;
            case CLASS_BYTES:
                writeClass(in.name());
                break;
            case INITIAL_TRACE:
                out.bytes(initialTrace.data, initialTrace.at);
                break;
            case LOAD_FAILURES:
                out.i32(loadFailures.size());
                for (Map.Entry<String, String> failure : loadFailures.entrySet()) {
                    out.name(failure.getKey());
                    out.name(failure.getValue());
                }
                break;
            case STATIC_FIELDS:
                addStaticFields(in, count);
                break;
            case UNBUILT_MUTANTS:
                ActiveMutant.writeUnbuilt(out);
                break;
            default:
                throw new IllegalArgumentException("message of kind " + kind);
        }
        int response = block.response(slot);
        memory.put(response + Block.RESPONSE_HEADER, out.data, 0, out.at);
        finish(response, OK, 0, out.at);
    }

    private static void finish(int response, int status, int completed, int bytes) {
        ByteBuffer memory = block.memory;
        memory.putInt(response, status);
        memory.putInt(response + 4, completed);
        memory.putInt(response + 8, bytes);
        memory.putInt(response + 12, wantsRespawn ? WANTS_RESPAWN : 0);
    }

    private static void runTests(In in, int count, int response) {
        ByteBuffer memory = block.memory;
        int written = 0;
        finish(response, OK, 0, 0);
        for (int i = 0; i < count && !wantsRespawn; i++) {
            int size = in.i32();
            int next = in.at + size;
            block.setCurrentTest(i);
            block.setCurrentCall(0);
            out.at = 0;
            int known = runner.exceptionCount();
            runOne(in);
            if (out.at > block.responseCapacity - Block.RESPONSE_HEADER - written) {
                // The parent sends this message again: exceptions that it announced must be
                // announced again.
                runner.forgetExceptionsFrom(known);
                return;
            }
            memory.put(response + Block.RESPONSE_HEADER + written, out.data, 0, out.at);
            written += out.at;
            in.at = next;
            settle();
            finish(response, OK, i + 1, written);
        }
    }

    /** Ends what a test left behind: threads and files. */
    static void settle() {
        settleThreads();
        if (Changes.files) {
            Changes.files = false;
            emptyScratch();
        }
    }

    private static void runOne(In in) {
        int known = runner.exceptionCount();
        try {
            runner.run(in, out);
        } catch (Out.Full | Runner.TooLarge e) {
            runner.forgetExceptionsFrom(known);
            runner.forget();
            Probe.reset();
            writeTooLarge();
        }
    }

    private static void writeTooLarge() {
        out.at = 0;
        out.i32(0);
        out.u8(StopCause.TOO_LARGE);
        out.u8(0);
        out.u16(0);
        TraceWriter.writeNothing(out);
        out.u8(0);
        out.i32(0);
        out.i32(0);
        out.u8(0);
        out.patch(0, out.at - 4);
    }

    /** Stops threads that a test left running; a JVM in which one stays is replaced. */
    private static void settleThreads() {
        if ((Probe.special & Probe.OTHER_THREADS) == 0) {
            Guard.forgetPools();
            return;
        }
        if (!awaitThreads()) {
            Guard.endPools();
            if (!awaitThreads()) {
                stopOtherThreads();
                wantsRespawn |= !awaitThreads();
            }
        }
        if (!wantsRespawn) {
            Probe.special &= ~Probe.OTHER_THREADS;
        }
        Probe.reset();
    }

    private static boolean awaitThreads() {
        for (int i = 0; i < PATIENCE_MS && otherThreads() > 0; i++) {
            pause();
        }
        return otherThreads() == 0;
    }

    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException | Stop e) {
            Thread.interrupted();
        }
    }

    /** Tells whether the calls of the subject on this thread are too deep. */
    static boolean isDeep() {
        return isDeep(loader, deepInJdk, MOST_DEPTH);
    }

    static boolean suspendWatchdog() {
        return block != null && Thread.currentThread() == Probe.runner && block.suspend();
    }

    static void resumeWatchdog() {
        block.resume();
    }

    /** A test was stopped while classes of the subject may have been half loaded. */
    static void distrustClasses() {
        wantsRespawn = true;
    }

    /** Tells whether this JVM runs no further test. */
    static boolean isDistrusted() {
        return wantsRespawn;
    }

    /**
     * A test ended at an arbitrary place: by time, or by lack of stack or memory. If that was in
     * the initialisation of a class, the class is broken for all later tests.
     */
    static void noteSuddenEnd() {
        stops++;
        int failed = failedClasses();
        wantsRespawn |= stops >= MOST_STOPS || failed != failedClasses;
        failedClasses = failed;
    }

    /** Waits for stops that were sent but have not arrived yet. */
    static void takePendingStops() {
        for (int i = 0; i < 2; i++) {
            pause();
        }
        Thread.interrupted();
    }

    private static void writeClass(String name) throws IOException {
        try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            out.u8(in == null ? 0 : 1);
            if (in != null) {
                byte[] bytes = in.readAllBytes();
                out.bytes(bytes, bytes.length);
            }
        } catch (Out.Full e) {
            out.at = 0;
            out.u8(0);
        }
    }
}
