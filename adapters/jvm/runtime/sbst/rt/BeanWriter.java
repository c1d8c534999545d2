// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes classes whose properties are read by public methods, some with annotations: the meaning of
 * a class that is nested in the tests.
 */
final class BeanWriter {
    private static final String OBJECT = "java/lang/Object";

    private final SubjectLoader loader;
    private final String prefix;
    private int count;

    BeanWriter(SubjectLoader loader, String prefix) {
        this.loader = loader;
        this.prefix = prefix;
    }

    /** Defines the class and pushes a new object of it, made of the arguments. */
    void write(MethodVisitor code, Callable callable, FunctionWriter.Loader arguments) {
        String name = prefix + count++;
        try {
            loader.define(name.replace('/', '.'), classOf(name, callable));
        } catch (LinkageError e) {
            code.visitLdcInsn(String.valueOf(e.getMessage()));
            code.visitMethodInsn(Opcodes.INVOKESTATIC, "sbst/rt/Dispatch", "notLinked",
                "(Ljava/lang/String;)Ljava/lang/Object;", false);
            return;
        }
        code.visitTypeInsn(Opcodes.NEW, name);
        code.visitInsn(Opcodes.DUP);
        int place = 0;
        for (Type parameter : Type.getArgumentTypes(callable.descriptor)) {
            arguments.load(code, place++, parameter);
        }
        code.visitMethodInsn(
            Opcodes.INVOKESPECIAL, name, "<init>", callable.descriptor, false);
    }

    private static byte[] classOf(String name, Callable callable) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, name, null, OBJECT,
            new String[0]);
        MethodVisitor make =
            writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", callable.descriptor, null, null);
        make.visitCode();
        make.visitVarInsn(Opcodes.ALOAD, 0);
        make.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
        Type[] types = Type.getArgumentTypes(callable.descriptor);
        int local = 1;
        for (int i = 0; i < types.length; i++) {
            String field = callable.fields.get(i);
            String type = types[i].getDescriptor();
            List<Callable.Mark> marks = callable.fieldMarks.get(i);
            FieldVisitor written = writer.visitField(
                Opcodes.ACC_PRIVATE | (marks.isEmpty() ? Opcodes.ACC_FINAL : 0), field, type, null,
                null);
            for (Callable.Mark mark : marks) {
                mark.write(written.visitAnnotation("L" + mark.type + ";", true));
            }
            written.visitEnd();
            make.visitVarInsn(Opcodes.ALOAD, 0);
            make.visitVarInsn(types[i].getOpcode(Opcodes.ILOAD), local);
            make.visitFieldInsn(Opcodes.PUTFIELD, name, field, type);
            local += types[i].getSize();
        }
        end(make, Opcodes.RETURN);
        for (Callable.Getter getter : callable.getters) {
            writeGetter(writer, name, getter, callable.fields.get(getter.field),
                types[getter.field]);
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void writeGetter(
        ClassWriter writer, String name, Callable.Getter getter, String field, Type type) {
        MethodVisitor code = writer.visitMethod(
            Opcodes.ACC_PUBLIC, getter.name, "()" + type.getDescriptor(), null, null);
        for (Callable.Mark mark : getter.marks) {
            mark.write(code.visitAnnotation("L" + mark.type + ";", true));
        }
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETFIELD, name, field, type.getDescriptor());
        end(code, type.getOpcode(Opcodes.IRETURN));
    }

    private static void end(MethodVisitor code, int returning) {
        code.visitInsn(returning);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }
}
