// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes classes that implement a functional interface and always return the same value: the
 * meaning of a lambda in a test.
 */
final class FunctionWriter {
    /** Pushes an argument as a value of a type. */
    interface Loader {
        void load(MethodVisitor code, int place, Type type);
    }

    private final SubjectLoader loader;
    private final String prefix;
    private int count;

    FunctionWriter(SubjectLoader loader, String prefix) {
        this.loader = loader;
        this.prefix = prefix;
    }

    /**
     * Defines the class and pushes a new object of it that returns argument 0. Where the class
     * cannot be linked, the code throws.
     */
    void write(MethodVisitor code, Callable callable, Loader arguments) {
        Type result = Type.getReturnType(callable.descriptor);
        boolean hasValue = result.getSort() != Type.VOID;
        String name = prefix + count++;
        String constructor = hasValue ? "(" + result.getDescriptor() + ")V" : "()V";
        try {
            loader.define(name.replace('/', '.'), classOf(name, callable, result, constructor));
        } catch (LinkageError e) {
            // An interface that lacks one of its own: the other callables work.
            code.visitLdcInsn(String.valueOf(e.getMessage()));
            code.visitMethodInsn(Opcodes.INVOKESTATIC, "sbst/rt/Dispatch", "unlinked",
                "(Ljava/lang/String;)Ljava/lang/Object;", false);
            return;
        }
        code.visitTypeInsn(Opcodes.NEW, name);
        code.visitInsn(Opcodes.DUP);
        if (hasValue) {
            arguments.load(code, 0, result);
        }
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", constructor, false);
    }

    private static byte[] classOf(
        String name, Callable callable, Type result, String constructor) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, name, null,
            "java/lang/Object", new String[] {callable.owner});
        boolean hasValue = result.getSort() != Type.VOID;
        if (hasValue) {
            writer.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, "value",
                result.getDescriptor(), null, null).visitEnd();
        }
        MethodVisitor code =
            writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", constructor, null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        if (hasValue) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(result.getOpcode(Opcodes.ILOAD), 1);
            code.visitFieldInsn(Opcodes.PUTFIELD, name, "value", result.getDescriptor());
        }
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        code = writer.visitMethod(
            Opcodes.ACC_PUBLIC, callable.name, callable.descriptor, null, null);
        code.visitCode();
        if (hasValue) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, name, "value", result.getDescriptor());
        }
        code.visitInsn(result.getOpcode(Opcodes.IRETURN));
        code.visitMaxs(0, 0);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
