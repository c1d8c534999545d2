// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes classes that implement an interface or extend an abstract class, with methods that always
 * return the same values, or others in their first calls, or that throw or run a parameter: the
 * meaning of an anonymous class in a test. They are in the tests' package and have its access.
 */
final class StandInWriter {
    private static final String OBJECT = "java/lang/Object";

    private final SubjectLoader loader;
    private final String prefix;
    private int count;

    StandInWriter(SubjectLoader loader, String prefix) {
        this.loader = loader;
        this.prefix = prefix;
    }

    /** Defines the class and pushes a new object of it, made of the arguments. */
    void write(MethodVisitor code, Callable callable, FunctionWriter.Loader arguments) {
        String name = prefix + count++;
        String constructor = constructorOf(callable);
        try {
            loader.define(name.replace('/', '.'), classOf(name, callable, constructor));
        } catch (LinkageError e) {
            // Only tests that need it cannot be linked.
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
        for (Callable.Implemented method : callable.methods) {
            for (Type type : answerTypes(method)) {
                arguments.load(code, place++, type);
            }
        }
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", constructor, false);
    }

    /** The parameters of the inherited constructor, then the answers. */
    private static String constructorOf(Callable callable) {
        StringBuilder descriptor = new StringBuilder("(");
        for (Type parameter : Type.getArgumentTypes(callable.descriptor)) {
            descriptor.append(parameter.getDescriptor());
        }
        for (Callable.Implemented method : callable.methods) {
            for (Type type : answerTypes(method)) {
                descriptor.append(fieldType(type).getDescriptor());
            }
        }
        return descriptor.append(")V").toString();
    }

    /**
     * The types of the arguments for a method: the answer, that of the first calls, and their
     * number, then the number of the exception.
     */
    private static List<Type> answerTypes(Callable.Implemented method) {
        List<Type> types = new ArrayList<>();
        if (method.hasAnswer) {
            types.add(method.result());
        }
        if (method.hasTurns) {
            types.add(method.result());
            types.add(Type.INT_TYPE);
        }
        if (!method.failures.isEmpty()) {
            types.add(Type.INT_TYPE);
        }
        return types;
    }

    /** The last of its fields. */
    private static String failureField(int index, Callable.Implemented method) {
        return field(index, answerTypes(method).size() - 1);
    }

    private static Type fieldType(Type answer) {
        return answer.getSort() >= Type.ARRAY ? Type.getObjectType(OBJECT) : answer;
    }

    private static byte[] classOf(String name, Callable callable, String constructor) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        boolean isInterface = callable.isOwnerInterface;
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, name, null,
            isInterface ? OBJECT : callable.owner,
            isInterface ? new String[] {callable.owner} : new String[0]);
        for (int i = 0; i < callable.methods.size(); i++) {
            Callable.Implemented method = callable.methods.get(i);
            List<Type> types = answerTypes(method);
            for (int k = 0; k < types.size(); k++) {
                writer.visitField(Opcodes.ACC_PRIVATE, field(i, k),
                    fieldType(types.get(k)).getDescriptor(), null, null).visitEnd();
            }
            if (method.hasTurns) {
                writer.visitField(Opcodes.ACC_PRIVATE, calls(i), "I", null, null).visitEnd();
            }
            for (String descriptor : method.descriptors) {
                writeMethod(writer, name, i, method, descriptor);
            }
        }
        writeConstructor(writer, name, callable, constructor);
        writer.visitEnd();
        return writer.toByteArray();
    }

    /**
     * What a method returns, or (1) what its first calls return, or (2) the number of these; the
     * last one may be the number of the exception.
     */
    private static String field(int method, int kind) {
        return "answer" + method + "_" + kind;
    }

    private static String calls(int method) {
        return "calls" + method;
    }

    /** Like a compiler, it sets its own fields first: the inherited constructor may call methods. */
    private static void writeConstructor(
        ClassWriter writer, String name, Callable callable, String constructor) {
        MethodVisitor code =
            writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", constructor, null, null);
        code.visitCode();
        Type[] inherited = Type.getArgumentTypes(callable.descriptor);
        int local = 1;
        for (Type parameter : inherited) {
            local += parameter.getSize();
        }
        for (int i = 0; i < callable.methods.size(); i++) {
            List<Type> types = answerTypes(callable.methods.get(i));
            for (int k = 0; k < types.size(); k++) {
                Type type = fieldType(types.get(k));
                code.visitVarInsn(Opcodes.ALOAD, 0);
                code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
                code.visitFieldInsn(Opcodes.PUTFIELD, name, field(i, k), type.getDescriptor());
                local += type.getSize();
            }
        }
        code.visitVarInsn(Opcodes.ALOAD, 0);
        local = 1;
        for (Type parameter : inherited) {
            code.visitVarInsn(parameter.getOpcode(Opcodes.ILOAD), local);
            local += parameter.getSize();
        }
        code.visitMethodInsn(Opcodes.INVOKESPECIAL,
            callable.isOwnerInterface ? OBJECT : callable.owner, "<init>", callable.descriptor,
            false);
        end(code, Opcodes.RETURN);
    }

    private static void writeMethod(ClassWriter writer, String name, int index,
        Callable.Implemented method, String descriptor) {
        MethodVisitor code =
            writer.visitMethod(Opcodes.ACC_PUBLIC, method.name, descriptor, null, null);
        code.visitCode();
        Type result = Type.getReturnType(descriptor);
        if (!method.failures.isEmpty()) {
            fail(code, name, index, method, descriptor);
        }
        if (runCallback(code, method.callback, descriptor, result)) {
            code.visitMaxs(0, 0);
            code.visitEnd();
            return;
        }
        if (method.hasTurns) {
            Label later = new Label();
            countCall(code, name, index);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, name, field(index, 2), "I");
            code.visitJumpInsn(Opcodes.IF_ICMPGE, later);
            pushAnswer(code, name, field(index, 1), method, result);
            code.visitInsn(result.getOpcode(Opcodes.IRETURN));
            code.visitLabel(later);
            code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }
        if (method.hasAnswer) {
            pushAnswer(code, name, field(index, 0), method, result);
        } else {
            pushNeutral(code, result);
        }
        end(code, result.getOpcode(Opcodes.IRETURN));
    }

    /** Throws where the test says so, or else goes on behind this code. */
    private static void fail(MethodVisitor code, String name, int index,
        Callable.Implemented method, String descriptor) {
        Type result = Type.getReturnType(descriptor);
        String failure = failureField(index, method);
        Label works = new Label();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETFIELD, name, failure, "I");
        code.visitJumpInsn(Opcodes.IFEQ, works);
        if (method.hasTurns) {
            Label fails = new Label();
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, name, field(index, 2), "I");
            code.visitJumpInsn(Opcodes.IFEQ, fails);
            countCall(code, name, index);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, name, field(index, 2), "I");
            code.visitJumpInsn(Opcodes.IF_ICMPLT, fails);
            if (!runCallback(code, method.callback, descriptor, result)) {
                pushAnswer(code, name, field(index, 0), method, result);
                code.visitInsn(result.getOpcode(Opcodes.IRETURN));
            }
            code.visitLabel(fails);
            code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }
        for (int i = 0; i < method.failures.size(); i++) {
            Label other = i + 1 < method.failures.size() ? new Label() : null;
            if (other != null) {
                code.visitVarInsn(Opcodes.ALOAD, 0);
                code.visitFieldInsn(Opcodes.GETFIELD, name, failure, "I");
                code.visitIntInsn(Opcodes.BIPUSH, i + 1);
                code.visitJumpInsn(Opcodes.IF_ICMPNE, other);
            }
            makeException(code, method.failures.get(i), method.name + " failed");
            code.visitInsn(Opcodes.ATHROW);
            if (other != null) {
                code.visitLabel(other);
                code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            }
        }
        code.visitLabel(works);
        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }

    private static void makeException(MethodVisitor code, Callable.Failure failure, String text) {
        code.visitTypeInsn(Opcodes.NEW, failure.name);
        code.visitInsn(Opcodes.DUP);
        for (Type parameter : Type.getArgumentTypes(failure.descriptor)) {
            if (parameter.getDescriptor().equals("Ljava/lang/String;")) {
                code.visitLdcInsn(text);
                continue;
            }
            if (parameter.getSort() < Type.ARRAY) {
                pushPrimitive(code, parameter, failure.number);
                continue;
            }
            code.visitTypeInsn(Opcodes.NEW, failure.cause);
            code.visitInsn(Opcodes.DUP);
            if (!failure.causeDescriptor.equals("()V")) {
                code.visitLdcInsn(text);
            }
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, failure.cause, "<init>",
                failure.causeDescriptor, false);
        }
        code.visitMethodInsn(
            Opcodes.INVOKESPECIAL, failure.name, "<init>", failure.descriptor, false);
    }

    /** Pushes a value of a primitive type: the number, 1.0, true or 'a'. */
    private static void pushPrimitive(MethodVisitor code, Type type, int number) {
        switch (type.getSort()) {
            case Type.BYTE:
            case Type.SHORT:
            case Type.INT:
                code.visitIntInsn(Opcodes.SIPUSH, number);
                break;
            case Type.LONG:
                code.visitIntInsn(Opcodes.SIPUSH, number);
                code.visitInsn(Opcodes.I2L);
                break;
            case Type.FLOAT:
                code.visitInsn(Opcodes.FCONST_1);
                break;
            case Type.DOUBLE:
                code.visitInsn(Opcodes.DCONST_1);
                break;
            case Type.CHAR:
                code.visitIntInsn(Opcodes.BIPUSH, 'a');
                break;
            default:
                code.visitInsn(Opcodes.ICONST_1);
                break;
        }
    }

    /** Runs a parameter, if there is one to run; true if the method returns what that returned. */
    private static boolean runCallback(
        MethodVisitor code, Callable.Callback callback, String descriptor, Type result) {
        if (callback == null) {
            return false;
        }
        Type returned = run(code, callback, descriptor);
        if (callback.isReturned) {
            if (result.getSort() >= Type.ARRAY) {
                code.visitTypeInsn(Opcodes.CHECKCAST, result.getInternalName());
            }
            code.visitInsn(result.getOpcode(Opcodes.IRETURN));
            return true;
        }
        if (returned.getSize() > 0) {
            code.visitInsn(returned.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
        }
        return false;
    }

    /** Runs a parameter and leaves what it returned. */
    private static Type run(MethodVisitor code, Callable.Callback callback, String descriptor) {
        Type[] parameters = Type.getArgumentTypes(descriptor);
        int local = 1;
        for (int i = 0; i < callback.parameter; i++) {
            local += parameters[i].getSize();
        }
        code.visitVarInsn(Opcodes.ALOAD, local);
        code.visitTypeInsn(Opcodes.CHECKCAST, callback.owner);
        code.visitMethodInsn(
            Opcodes.INVOKEINTERFACE, callback.owner, callback.name, callback.descriptor, true);
        return Type.getReturnType(callback.descriptor);
    }

    /** Pushes the number of earlier calls of the method. */
    private static void countCall(MethodVisitor code, String name, int index) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitInsn(Opcodes.DUP);
        code.visitFieldInsn(Opcodes.GETFIELD, name, calls(index), "I");
        code.visitInsn(Opcodes.DUP_X1);
        code.visitFieldInsn(Opcodes.GETSTATIC, "sbst/rt/Probe", "turn", "I");
        code.visitInsn(Opcodes.IADD);
        code.visitFieldInsn(Opcodes.PUTFIELD, name, calls(index), "I");
    }

    private static void pushAnswer(MethodVisitor code, String name, String field,
        Callable.Implemented method, Type result) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(
            Opcodes.GETFIELD, name, field, fieldType(method.result()).getDescriptor());
        if (result.getSort() >= Type.ARRAY) {
            code.visitTypeInsn(Opcodes.CHECKCAST, result.getInternalName());
        }
    }

    private static void pushNeutral(MethodVisitor code, Type type) {
        switch (type.getSort()) {
            case Type.VOID:
                return;
            case Type.LONG:
                code.visitInsn(Opcodes.LCONST_0);
                return;
            case Type.FLOAT:
                code.visitInsn(Opcodes.FCONST_0);
                return;
            case Type.DOUBLE:
                code.visitInsn(Opcodes.DCONST_0);
                return;
            case Type.ARRAY:
            case Type.OBJECT:
                code.visitInsn(Opcodes.ACONST_NULL);
                return;
            default:
                code.visitInsn(Opcodes.ICONST_0);
        }
    }

    private static void end(MethodVisitor code, int returning) {
        code.visitInsn(returning);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }
}
