// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.Collectors;

/** Called by rewritten methods of the JDK: these may end the test, never the JVM. */
public final class Guard {
    /** The C library's texts of errors that the sandbox causes, or that depend on a network. */
    private static final String[] REFUSALS = {"Operation not permitted", "Permission denied",
        "Read-only file system", "File too large", "Network is unreachable",
        "Name or service not known", "Temporary failure in name resolution",
        "No address associated with hostname"};

    /** Flags of open(2) in Linux that make or change a file: write, create, truncate, append. */
    private static final int CHANGING_FLAGS = 01 | 02 | 0100 | 01000 | 02000;
    /** RandomAccessFile's mode for reading only. */
    private static final int READ_MODE = 1;

    /**
     * The system refused an action of the running test, or there is no network or screen, or the
     * test changes files, now or when the JVM ends, or what the JDK keeps, or it waits too short a
     * time for its other threads; any thread may set it.
     * It is not in Probe, which must not be initialised before the plan is read.
     */
    static volatile boolean wasRefused;
    /** The thread that runs tests did it: only this is the same in every run. */
    static boolean wasRefusedHere;
    /** It was no change that the JDK may make on its own the first time. */
    static boolean wasRefusedForGood;
    /** The thread that runs tests, once there is one. */
    static Thread runner;

    /** The system's properties, once their snapshot is taken. */
    static Properties watchedProperties;
    /** They may have changed since: a method that changes them, or returns a view, was called. */
    static volatile boolean arePropertiesTouched;

    /** Pools of threads that the running test made. */
    private static final Queue<ThreadPoolExecutor> POOLS = new ConcurrentLinkedQueue<>();

    /** Methods of one name that call each other. */
    private static final int MOST_OVERLOADS = 4;

    private Guard() {}

    private static void refuse() {
        wasRefusedForGood |= Thread.currentThread() == runner;
        leaveTrace();
    }

    private static void leaveTrace() {
        wasRefused = true;
        if (Thread.currentThread() == runner) {
            wasRefusedHere = true;
        }
    }

    /** Called in methods of Properties that change them. */
    public static void touched(Properties properties) {
        if (properties == watchedProperties) {
            arePropertiesTouched = true;
        }
    }

    /** Before a thread of the system begins. */
    public static void startsThread(Thread thread) {
        Worker.expectThread(thread);
    }

    /** A test asks for the server of managed beans, where it may leave some. */
    public static void usesManagedBeans() {
        ManagedBeans.areUsed = true;
    }

    /**
     * A pool was made. Those of static fields are kept, of the JDK's too (CompletableFuture has one),
     * and so are those with code of a subject.
     */
    public static void makes(ThreadPoolExecutor pool) {
        if (pool.getClass().getClassLoader() == null && Probe.runner != null
            && !Probe.isPreloading && !Probe.isInitialising() && !Probe.isInInitialiser()) {
            POOLS.add(pool);
        }
    }

    /** Ends the pools that the last test made: if only its threads are stopped, it replaces them. */
    static void endPools() {
        for (ThreadPoolExecutor pool = POOLS.poll(); pool != null; pool = POOLS.poll()) {
            pool.shutdownNow();
        }
    }

    static void forgetPools() {
        POOLS.clear();
    }

    /** In place of Runtime.exit and Runtime.halt. */
    public static void exit() {
        if (Thread.currentThread() == Probe.runner) {
            Probe.stop(StopCause.EXIT);
        }
        throw Stop.INSTANCE;
    }

    /** In place of ProcessHandleImpl.destroy0, which does not report refusals. */
    public static boolean destroy(long id, long start, boolean isForced) {
        refuse();
        return false;
    }

    /** What the test does next depends on whether other threads were fast enough. */
    static void races() {
        refuse();
    }

    /** The test makes, changes or removes files, or tries to. */
    public static void changesFiles() {
        leaveTrace();
    }

    /** A file is opened by RandomAccessFile. */
    public static void opensInMode(int mode) {
        if ((mode & READ_MODE) == 0) {
            leaveTrace();
        }
    }

    /** A file is opened by a file system. */
    public static void opensWithFlags(int flags) {
        if ((flags & CHANGING_FLAGS) != 0) {
            leaveTrace();
        }
    }

    /** An empty System.in: at a user's it would wait for input. */
    static InputStream noInput() {
        return new ByteArrayInputStream(new byte[0]) {
            @Override
            public synchronized int read() {
                refuse();
                return super.read();
            }

            @Override
            public synchronized int read(byte[] bytes, int from, int length) {
                refuse();
                return super.read(bytes, from, length);
            }
        };
    }

    /** The test adds a shutdown hook. The JDK's own hooks belong to no test. */
    public static void addsHook() {
        if (!wasRefusedHere && isCalledBySubject(Runtime.class)) {
            refuse();
        }
    }

    /** The test gives the JDK something to keep: a second test that does so ends otherwise. */
    public static void registers() {
        leaveTrace();
    }

    /** The same, but other tests read what is kept: they need another JVM. */
    public static void changesJdk() {
        leaveTrace();
        if (Thread.currentThread() == runner && isDoneBySubject()) {
            Worker.distrustClasses();
        }
    }

    /** Tells whether the method that calls Guard was called by the subject, or by a test. */
    private static boolean isDoneBySubject() {
        List<Class<?>> callers =
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                    .dropWhile(type -> type == Guard.class).limit(MOST_OVERLOADS)
                    .collect(Collectors.toList()));
        return callers.stream().filter(type -> type != callers.get(0)).findFirst()
            .map(type -> type.getClassLoader() instanceof SubjectLoader).orElse(false);
    }

    /** The test reads the list of files of a package, which is another one at a user's. */
    public static void readsFolder() {
        refuse();
    }

    /**
     * A loader looks for a resource. Each jar may have a manifest, and each folder of classes is the
     * resource without a name: what is found depends on how a user keeps the classes.
     */
    public static void readsResource(String name) {
        boolean isAnyOnes = name != null && (name.chars().allMatch(c -> c == '.' || c == '/')
            || name.equals("META-INF/") || name.equals("META-INF/MANIFEST.MF"));
        if (isAnyOnes) {
            leaveTrace();
        }
    }

    /** Up to Java 24 there is no file without a name; from Java 25 on it is the current folder. */
    public static void asksFile(File file) {
        if (file.getPath().isEmpty()) {
            leaveTrace();
        }
    }

    /** The test needs a window: a user's machine may have some, this one never has. */
    public static void needsWindow() {
        refuse();
    }

    /** An IOException was made, whether or not it is observed. */
    public static void made(Throwable exception, String message) {
        if (!wasRefusedHere && isRefusal(exception, message)
            && !isCalledBySubject(Throwable.class)) {
            refuse();
        }
    }

    private static boolean isRefusal(Throwable exception, String message) {
        // The JDK remembers for a while that there is no such host, and then says only its name.
        if (exception instanceof UnknownHostException) {
            return true;
        }
        if (message == null) {
            return exception instanceof AccessDeniedException;
        }
        for (String refusal : REFUSALS) {
            if (message.contains(refusal)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Tells whether the first frame outside this class and outside certain classes belongs to the
     * subject: code that makes an exception for its own reasons may give it any message.
     */
    private static boolean isCalledBySubject(Class<?> kind) {
        Optional<Class<?>> caller =
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(type -> type != Guard.class && !kind.isAssignableFrom(type))
                    .findFirst());
        return caller.isPresent() && caller.get().getClassLoader() instanceof SubjectLoader;
    }

    /**
     * File is about to return whether it made a folder or changed a file. An impossible action does
     * not count as refused.
     */
    public static void changed(boolean isDone, File file, boolean isMaking) {
        if (isDone || wasRefusedHere) {
            return;
        }
        File parent = isMaking ? file.getAbsoluteFile().getParentFile() : null;
        boolean isRefused = isMaking
            ? !file.exists() && parent != null && parent.isDirectory()
            : file.exists() && !(file.isDirectory() && hasEntries(file));
        if (isRefused) {
            leaveTrace();
        }
    }

    private static boolean hasEntries(File folder) {
        String[] entries = folder.list();
        return entries != null && entries.length > 0;
    }
}
