// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes classes of the JDK that tell {@link Guard} what a test asks of the system: exit and halt of
 * java.lang.Runtime end the test in place of the JVM; java.io.IOException says what was refused, and
 * java.io.File, whose methods return false for that; java.util.Properties says that it may change.
 */
final class JdkGuard {
    private static final String GUARD = "sbst/rt/Guard";
    private static final Set<String> CHANGES = Set.of("delete", "mkdir", "renameTo",
        "setLastModified", "setReadOnly", "setReadable", "setWritable", "setExecutable");

    private static final Set<String> TOUCHES = Set.of("clear", "compute", "computeIfAbsent",
        "computeIfPresent", "entrySet", "keySet", "merge", "put", "putAll", "putIfAbsent", "remove",
        "replace", "replaceAll", "values");

    private static final String[] EXCEPTIONS = {"java.io.FileNotFoundException",
        "java.nio.file.FileSystemException", "java.nio.file.AccessDeniedException",
        "java.net.SocketException", "java.net.ConnectException", "java.net.BindException",
        "java.net.NoRouteToHostException", "java.net.UnknownHostException"};

    private JdkGuard() {}

    /**
     * Their internal names. Exceptions that a system call ends in are loaded before: a JDK may have
     * linked them to IOException when it was built, and only what is loaded learns of the new one.
     */
    static String[] names() {
        for (String name : EXCEPTIONS) {
            try {
                Class.forName(name);
            } catch (ClassNotFoundException e) {
                throw new NoClassDefFoundError(name);
            }
        }
        return new String[] {
            "java/lang/Runtime", "java/io/IOException", "java/io/File", "java/util/Properties"};
    }

    static byte[] bytes(String name) throws IOException {
        ClassReader reader;
        try (InputStream in = Object.class.getResourceAsStream("/" + name + ".class")) {
            reader = new ClassReader(in.readAllBytes());
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                int access, String method, String descriptor, String signature, String[] thrown) {
                MethodVisitor visitor =
                    super.visitMethod(access, method, descriptor, signature, thrown);
                switch (name) {
                    case "java/lang/Runtime":
                        return isExit(method, descriptor) ? replaced(visitor) : visitor;
                    case "java/io/IOException":
                        return isMadeWithMessage(method, descriptor) ? told(visitor) : visitor;
                    case "java/util/Properties":
                        return TOUCHES.contains(method) ? touching(visitor) : visitor;
                    default:
                        return CHANGES.contains(method) && descriptor.endsWith(")Z")
                            ? asked(visitor, method) : visitor;
                }
            }
        }, 0);
        return writer.toByteArray();
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

    /** A constructor that tells the exception and its message when it is done. */
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

    /** A method of File that tells what it is about to return. */
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

    /** A method of Properties that tells that it may change them. */
    private static MethodVisitor touching(MethodVisitor method) {
        return new MethodVisitor(Opcodes.ASM9, method) {
            @Override
            public void visitCode() {
                super.visitCode();
                visitVarInsn(Opcodes.ALOAD, 0);
                visitMethodInsn(Opcodes.INVOKESTATIC, GUARD, "touched",
                    "(Ljava/util/Properties;)V", false);
            }

            @Override
            public void visitMaxs(int stack, int locals) {
                super.visitMaxs(Math.max(stack, 1), locals);
            }
        };
    }

    /** Does something before each return; stack maps stay as they are. */
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
