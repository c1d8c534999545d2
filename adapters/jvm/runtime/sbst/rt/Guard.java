// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.File;
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

    /**
     * The system refused the running test something, or a network is missing; any thread may say so.
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

    /** An IOException was made, whether or not anybody will see it. */
    public static void made(Throwable exception, String message) {
        if (!wasRefused && isRefusal(exception, message) && !isMadeBySubject()) {
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

    /** Who makes an exception for reasons of its own may give it any message. */
    private static boolean isMadeBySubject() {
        Optional<Class<?>> maker =
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(type -> type != Guard.class && !Throwable.class.isAssignableFrom(type))
                    .findFirst());
        return maker.isPresent() && maker.get().getClassLoader() instanceof SubjectLoader;
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
