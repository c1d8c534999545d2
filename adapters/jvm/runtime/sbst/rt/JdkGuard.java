// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Rewrites classes of the JDK so that they report a test's use of the system to {@link Guard}: exit
 * and halt of java.lang.Runtime end the test instead of the JVM; java.io.IOException reports
 * refusals, and so does java.io.File, whose methods return false for them; java.util.Properties
 * reports that it may change; methods that ask a file without a name, loaders that look for what each
 * folder or jar has, and all methods that make or change files, at once or when the JVM ends,
 * report it, and java.awt.HeadlessException that there is no screen; registries and the server of
 * managed beans report that they keep something; java.lang.Thread reports each thread before it
 * starts, and so do pools of threads; java.lang.ProcessHandle destroys no process;
 * java.nio.charset.Charset skips a useless search.
 */
final class JdkGuard {
    private static final String GUARD = "sbst/rt/Guard";
    private static final String HEADLESS = "java/awt/HeadlessException";
    private static final String HINT = "java/awt/RenderingHints$Key";
    private static final String MANAGEMENT = "java/lang/management/ManagementFactory";
    private static final Set<String> CHANGES = Set.of("delete", "mkdir", "renameTo",
        "setLastModified", "setReadOnly", "setReadable", "setWritable", "setExecutable");

    private static final Set<String> QUERIES = Set.of("canExecute", "canRead", "canWrite", "exists",
        "isDirectory", "isFile", "isHidden", "lastModified", "length", "list", "listFiles");

    private static final Set<String> MAKERS =
        Set.of("createNewFile", "createTempFile", "mkdir", "renameTo");

    private static final Set<String> CREATORS =
        Set.of("createNewFile", "createTempFile", "deleteOnExit");

    /** The file systems' system calls that change files. */
    private static final Set<String> CALLS = Set.of("chmod", "chown", "fchmod", "fchown", "fchmodat",
        "fremovexattr", "fsetxattr", "futimens", "futimes", "lchown", "link", "lutimes", "mkdir",
        "mknod", "rename", "renameat", "rmdir", "symlink", "unlink", "unlinkat", "utimensat",
        "utimes");

    /**
     * Methods of Files that first check whether there is anything to do, which is the case at a
     * user's.
     */
    private static final Set<String> LOOKING_FIRST =
        Set.of("createDirectories", "delete", "deleteIfExists", "move");

    private static final Set<String> TOUCHES = Set.of("clear", "compute", "computeIfAbsent",
        "computeIfPresent", "entrySet", "keySet", "merge", "put", "putAll", "putIfAbsent", "remove",
        "replace", "replaceAll", "values");

    private static final String[] EXCEPTIONS = {"java.io.FileNotFoundException",
        "java.nio.file.FileSystemException", "java.nio.file.AccessDeniedException",
        "java.net.SocketException", "java.net.ConnectException", "java.net.BindException",
        "java.net.NoRouteToHostException", "java.net.UnknownHostException"};

    /** Methods by which the JDK keeps an object, or another setting, as long as the JVM runs. */
    private static final Map<String, Set<String>> REGISTRIES = Map.of(
        HINT, Set.of("recordIdentity"),
        "java/beans/PropertyEditorManager", Set.of("registerEditor", "setEditorSearchPath"),
        "java/net/URL", Set.of("setURLStreamHandlerFactory"),
        "java/security/Security",
        Set.of("addProvider", "insertProviderAt", "removeProvider", "setProperty"),
        "java/sql/DriverManager",
        Set.of("deregisterDriver", "registerDriver", "setLoginTimeout", "setLogWriter"));

    private JdkGuard() {}

    /**
     * Their internal names. Exceptions of system calls are loaded before: a JDK may have linked
     * them to IOException at build time, and only loaded classes see the new version.
     */
    static String[] names() {
        for (String name : EXCEPTIONS) {
            try {
                Class.forName(name);
            } catch (ClassNotFoundException e) {
                throw new NoClassDefFoundError(name);
            }
        }
        String[] names = {"java/lang/ClassLoader", "java/lang/Runtime", "java/io/IOException", "java/io/File",
            "java/io/FileOutputStream", "java/io/RandomAccessFile", "java/lang/ProcessHandleImpl",
            "java/lang/Thread", "java/nio/charset/Charset", "java/nio/file/Files",
            "java/util/Properties", "java/util/concurrent/ThreadPoolExecutor",
            "sun/nio/fs/UnixNativeDispatcher"};
        Stream<String> optional =
            Stream.concat(Stream.of(HEADLESS, MANAGEMENT), REGISTRIES.keySet().stream());
        return Stream.concat(Arrays.stream(names), optional.filter(JdkGuard::exists).sorted())
            .toArray(String[]::new);
    }

    /** A JDK may have no windows or databases at all. */
    static boolean exists(String name) {
        try {
            typeOf(name);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** A class of the JDK by its internal name; some belong to the loader below the boot loader. */
    static Class<?> typeOf(String name) throws ClassNotFoundException {
        return Class.forName(name.replace('/', '.'), true, ClassLoader.getPlatformClassLoader());
    }

    static byte[] bytes(String name) throws IOException {
        return JdkClass.rewritten(
            name, "JdkGuard", (method, descriptor, next) -> rewritten(name, method, descriptor, next));
    }

    private static MethodVisitor rewritten(
        String name, String method, String descriptor, MethodVisitor next) {
        switch (name) {
            case "java/lang/Runtime":
                if (method.equals("addShutdownHook")) {
                    return asking(next, "addsHook", "()V", 0);
                }
                return isExit(method, descriptor) ? replaced(next) : next;
            case "java/lang/ClassLoader":
                return method.startsWith("getResource")
                    ? asking(next, "readsResource", "(Ljava/lang/String;)V", 1) : next;
            case "java/io/IOException":
                return isMadeWithMessage(method, descriptor) ? told(next) : next;
            case "java/lang/ProcessHandleImpl":
                return destroyingNothing(next);
            case "java/lang/Thread":
                return startingThreads(next);
            case "java/nio/charset/Charset":
                return method.equals("lookupViaProviders") ? nothing(next) : next;
            case "java/nio/file/Files":
                return LOOKING_FIRST.contains(method) ? changingFiles(next) : next;
            case HEADLESS:
                return method.equals("<init>") ? asking(next, "needsWindow", "()V", 0) : next;
            case "java/util/concurrent/ThreadPoolExecutor":
                return method.equals("<init>") && descriptor.contains("/RejectedExecutionHandler;")
                    ? makingPool(next) : next;
            case MANAGEMENT:
                return method.equals("getPlatformMBeanServer")
                    ? asking(next, "usesManagedBeans", "()V", 0) : next;
            case "java/util/Properties":
                return TOUCHES.contains(method) ? touching(next) : next;
            case "java/io/File":
                return changingFile(method, descriptor, next);
            case "java/io/FileOutputStream":
                return method.equals("open") ? changingFiles(makingFiles(next)) : next;
            case "java/io/RandomAccessFile":
                return method.equals("open") && descriptor.equals("(Ljava/lang/String;I)V")
                    ? asking(makingFiles(next), "opensInMode", "(I)V", 2) : next;
            case "sun/nio/fs/UnixNativeDispatcher":
                return method.startsWith("<") ? next
                    : callingSystem(method, descriptor, makingFiles(next));
            default:
                return REGISTRIES.get(name).contains(method)
                    ? asking(next, name.equals(HINT) ? "registers" : "changesJdk", "()V", 0) : next;
        }
    }

    /** A method of File. */
    private static MethodVisitor changingFile(
        String method, String descriptor, MethodVisitor next) {
        if (QUERIES.contains(method)) {
            return asking(next, "asksFile", "(Ljava/io/File;)V", 0);
        }
        MethodVisitor told = MAKERS.contains(method) ? makingFiles(next) : next;
        if (CHANGES.contains(method) && descriptor.endsWith(")Z")) {
            return changingFiles(asked(told, method));
        }
        return CREATORS.contains(method) ? changingFiles(told) : told;
    }

    /** A method by which the file systems call the system. */
    private static MethodVisitor callingSystem(
        String method, String descriptor, MethodVisitor next) {
        if (method.equals("open") && descriptor.equals("(Lsun/nio/fs/UnixPath;II)I")) {
            return asking(next, "opensWithFlags", "(I)V", 1);
        }
        if (method.equals("openat") && descriptor.equals("(I[BII)I")) {
            return asking(next, "opensWithFlags", "(I)V", 2);
        }
        return CALLS.contains(method) ? changingFiles(next) : next;
    }

    private static boolean isExit(String method, String descriptor) {
        return descriptor.equals("(I)V") && (method.equals("exit") || method.equals("halt"));
    }

    private static boolean isMadeWithMessage(String method, String descriptor) {
        return method.equals("<init>") && descriptor.startsWith("(Ljava/lang/String;");
    }

    private static MethodVisitor replaced(MethodVisitor method) {
        method.visitCode();
        method.visitMethodInsn(Opcodes.INVOKESTATIC, GUARD, "exit", "()V", false);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 2);
        method.visitEnd();
        return null;
    }

    /**
     * Charset asks the JDK's providers, then recreates them (half a millisecond each time) to
     * search the program's own class path: ours has none.
     */
    private static MethodVisitor nothing(MethodVisitor method) {
        method.visitCode();
        method.visitInsn(Opcodes.ACONST_NULL);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(1, 1);
        method.visitEnd();
        return null;
    }

    /** A method that asks Guard to destroy a process, if any. */
    private static MethodVisitor destroyingNothing(MethodVisitor method) {
        return new MethodVisitor(Opcodes.ASM9, method) {
            @Override
            public void visitMethodInsn(
                int opcode, String owner, String name, String descriptor, boolean isInterface) {
                if (name.equals("destroy0") && descriptor.equals("(JJZ)Z")) {
                    super.visitMethodInsn(opcode, GUARD, "destroy", descriptor, false);
                } else {
                    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                }
            }
        };
    }

    /** A method of Thread that reports the thread that it starts. */
    private static MethodVisitor startingThreads(MethodVisitor method) {
        return new MethodVisitor(Opcodes.ASM9, method) {
            @Override
            public void visitMethodInsn(
                int opcode, String owner, String name, String descriptor, boolean isInterface) {
                if (name.equals("start0") && descriptor.equals("()V")) {
                    super.visitInsn(Opcodes.DUP);
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, GUARD, "startsThread",
                        "(Ljava/lang/Thread;)V", false);
                }
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }

            @Override
            public void visitMaxs(int stack, int locals) {
                super.visitMaxs(stack + 1, locals);
            }
        };
    }

    /** A constructor that reports the exception and its message at its end. */
    private static MethodVisitor told(MethodVisitor method) {
        return new AtReturn(method) {
            @Override
            void atReturn() {
                visitVarInsn(Opcodes.ALOAD, 0);
                visitVarInsn(Opcodes.ALOAD, 1);
                visitMethodInsn(Opcodes.INVOKESTATIC, GUARD, "made",
                    "(Ljava/lang/Throwable;Ljava/lang/String;)V", false);
            }
        };
    }

    /** A method of File that reports its result before it returns. */
    private static MethodVisitor asked(MethodVisitor method, String name) {
        return new AtReturn(method) {
            @Override
            void atReturn() {
                visitInsn(Opcodes.DUP);
                visitVarInsn(Opcodes.ALOAD, 0);
                visitInsn(name.equals("mkdir") ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
                visitMethodInsn(
                    Opcodes.INVOKESTATIC, GUARD, "changed", "(ZLjava/io/File;Z)V", false);
            }
        };
    }

    /** A method of Properties that reports a possible change. */
    private static MethodVisitor touching(MethodVisitor method) {
        return new AtEntry(method) {
            @Override
            void atEntry() {
                visitVarInsn(Opcodes.ALOAD, 0);
                visitMethodInsn(Opcodes.INVOKESTATIC, GUARD, "touched",
                    "(Ljava/util/Properties;)V", false);
            }
        };
    }

    /** A constructor of a pool of threads that reports it. */
    private static MethodVisitor makingPool(MethodVisitor method) {
        return new AtReturn(method) {
            @Override
            void atReturn() {
                visitVarInsn(Opcodes.ALOAD, 0);
                visitMethodInsn(Opcodes.INVOKESTATIC, GUARD, "makes",
                    "(Ljava/util/concurrent/ThreadPoolExecutor;)V", false);
            }
        };
    }

    /** A method that reports that it may make a file. */
    private static MethodVisitor makingFiles(MethodVisitor method) {
        return new AtEntry(method) {
            @Override
            void atEntry() {
                visitMethodInsn(Opcodes.INVOKESTATIC, "sbst/rt/Changes", "file", "()V", false);
            }
        };
    }

    /** A method that reports that it changes files, or tries to. */
    private static MethodVisitor changingFiles(MethodVisitor method) {
        return asking(method, "changesFiles", "()V", 0);
    }

    /** A method that first calls a method of Guard, with what is in a local variable, if anything. */
    private static MethodVisitor asking(
        MethodVisitor method, String asked, String descriptor, int local) {
        return new AtEntry(method) {
            @Override
            void atEntry() {
                if (!descriptor.startsWith("()")) {
                    visitVarInsn(
                        descriptor.startsWith("(I") ? Opcodes.ILOAD : Opcodes.ALOAD, local);
                }
                visitMethodInsn(Opcodes.INVOKESTATIC, GUARD, asked, descriptor, false);
            }
        };
    }

    /** Inserts code at the entry, with at most one value on the stack. */
    private abstract static class AtEntry extends MethodVisitor {
        AtEntry(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        abstract void atEntry();

        @Override
        public void visitCode() {
            super.visitCode();
            atEntry();
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(Math.max(stack, 1), locals);
        }
    }

    /** Inserts code before each return; stack maps stay unchanged. */
    private abstract static class AtReturn extends MethodVisitor {
        private static final int MOST_PUSHED = 3;

        AtReturn(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        abstract void atReturn();

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.RETURN || opcode == Opcodes.IRETURN) {
                atReturn();
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(stack + MOST_PUSHED, locals);
        }
    }
}
