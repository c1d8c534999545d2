// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.util.Optional;
import java.util.Properties;

/** What the JDK's own methods are made to call: they may end the test, never the JVM. */
public final class Guard {
    /** What the C library says of errors that the sandbox causes, or that depend on a network. */
    private static final String[] REFUSALS = {"Operation not permitted", "Permission denied",
        "Read-only file system", "File too large", "Network is unreachable",
        "Name or service not known", "Temporary failure in name resolution",
        "No address associated with hostname"};

    /** Flags of open(2) in Linux that make or change a file: write, create, truncate, append. */
    private static final int CHANGING_FLAGS = 01 | 02 | 0100 | 01000 | 02000;
    /** Of RandomAccessFile: read only. */
    private static final int READ_MODE = 1;

    /**
     * The system refused the running test something, or a network is missing, or the test changes
     * files, now or when the JVM ends, where its user has other ones; any thread may say so.
     * Not Probe's, which must not be initialised before the plan is there.
     */
    static volatile boolean wasRefused;

    /** The system's properties, once their snapshot is taken. */
    static Properties watchedProperties;
    /** They may have been changed since: a method that changes them, or gives a view, was called. */
    static volatile boolean arePropertiesTouched;

    private Guard() {}

    /** In methods of Properties by which they change. */
    public static void touched(Properties properties) {
        if (properties == watchedProperties) {
            arePropertiesTouched = true;
        }
    }

    /** Before a thread of the system begins. */
    public static void startsThread(Thread thread) {
        Worker.expectThread(thread);
    }

    /** In place of Runtime.exit and Runtime.halt. */
    public static void exit() {
        if (Thread.currentThread() == Probe.runner) {
            Probe.stop(StopCause.EXIT);
        }
        throw Stop.INSTANCE;
    }

    /** In place of ProcessHandleImpl.destroy0, which keeps to itself what it was refused. */
    public static boolean destroy(long id, long start, boolean isForced) {
        wasRefused = true;
        return false;
    }

    /** The test makes, changes or removes files, or tries to. */
    public static void changesFiles() {
        wasRefused = true;
    }

    /** A file is opened by RandomAccessFile. */
    public static void opensInMode(int mode) {
        if ((mode & READ_MODE) == 0) {
            wasRefused = true;
        }
    }

    /** A file is opened by a file system. */
    public static void opensWithFlags(int flags) {
        if ((flags & CHANGING_FLAGS) != 0) {
            wasRefused = true;
        }
    }

    /** An empty System.in: at a user's it waits for what somebody types. */
    static InputStream noInput() {
        return new ByteArrayInputStream(new byte[0]) {
            @Override
            public synchronized int read() {
                wasRefused = true;
                return super.read();
            }

            @Override
            public synchronized int read(byte[] bytes, int from, int length) {
                wasRefused = true;
                return super.read(bytes, from, length);
            }
        };
    }

    /** Something is to be done when the JVM ends. The JDK's own hooks belong to nobody's test. */
    public static void addsHook() {
        if (!wasRefused && isCalledBySubject(Runtime.class)) {
            wasRefused = true;
        }
    }

    /** An IOException was made, whether or not anybody will see it. */
    public static void made(Throwable exception, String message) {
        if (!wasRefused && isRefusal(exception, message)
            && !isCalledBySubject(Throwable.class)) {
            wasRefused = true;
        }
    }

    private static boolean isRefusal(Throwable exception, String message) {
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
     * Whether the first that is neither here nor of a kind of classes is the subject: who makes an
     * exception for reasons of its own may give it any message.
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
     * File is about to say whether it made a folder or changed what is there. What could not have
     * been done anyway was not refused.
     */
    public static void changed(boolean isDone, File file, boolean isMaking) {
        if (isDone || wasRefused) {
            return;
        }
        File parent = isMaking ? file.getAbsoluteFile().getParentFile() : null;
        wasRefused = isMaking
            ? !file.exists() && parent != null && parent.isDirectory()
            : file.exists() && !(file.isDirectory() && hasEntries(file));
    }

    private static boolean hasEntries(File folder) {
        String[] entries = folder.list();
        return entries != null && entries.length > 0;
    }
}
