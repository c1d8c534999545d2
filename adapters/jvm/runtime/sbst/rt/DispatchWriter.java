// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes a dispatcher: a class in the tests' package with one small method per callable and a
 * switch over them. Its calls are those of a test, with the same access.
 */
final class DispatchWriter {
    /** This number of cases keeps the switch small enough for the JIT compiler. */
    static final int MOST_CASES = 256;

    private static final String CASE = "([Ljava/lang/Object;[JI)Ljava/lang/Object;";
    private static final String DISPATCH = "sbst/rt/Dispatch";
    private static final int OBJECTS = 0;
    private static final int WORDS = 1;
    private static final int COUNT = 2;

    private final String name;
    private final ClassWriter writer;
    private final FunctionWriter functions;
    private final StandInWriter standIns;
    private final BeanWriter beans;

    DispatchWriter(
        String name, FunctionWriter functions, StandInWriter standIns, BeanWriter beans) {
        this.name = name;
        this.functions = functions;
        this.standIns = standIns;
        this.beans = beans;
        // Casts of an unknown class hierarchy are all explicit: frames need none either.
        writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, name, null, DISPATCH, null);
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, DISPATCH, "<init>", "()V", false);
        end(code, Opcodes.RETURN);
    }

    byte[] write(List<Callable> callables) {
        for (int i = 0; i < callables.size(); i++) {
            writeCase(i, callables.get(i));
        }
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "call",
            "(I[Ljava/lang/Object;[JI)Ljava/lang/Object;", null,
            new String[] {"java/lang/Throwable"});
        code.visitCode();
        Label[] labels = new Label[callables.size()];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = new Label();
        }
        Label none = new Label();
        code.visitVarInsn(Opcodes.ILOAD, 1);
        code.visitTableSwitchInsn(0, labels.length - 1, none, labels);
        for (int i = 0; i < labels.length; i++) {
            code.visitLabel(labels[i]);
            frame(code);
            code.visitVarInsn(Opcodes.ALOAD, 2);
            code.visitVarInsn(Opcodes.ALOAD, 3);
            code.visitVarInsn(Opcodes.ILOAD, 4);
            code.visitMethodInsn(Opcodes.INVOKESTATIC, name, "c" + i, CASE, false);
            code.visitInsn(Opcodes.ARETURN);
        }
        code.visitLabel(none);
        frame(code);
        code.visitInsn(Opcodes.ACONST_NULL);
        end(code, Opcodes.ARETURN);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void frame(MethodVisitor code) {
        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }

    private static void end(MethodVisitor code, int returning) {
        code.visitInsn(returning);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private void writeCase(int index, Callable callable) {
        MethodVisitor code = writer.visitMethod(
            Opcodes.ACC_STATIC, "c" + index, CASE, null, new String[] {"java/lang/Throwable"});
        code.visitCode();
        switch (callable.kind) {
            case Callable.CONSTRUCTOR:
            case Callable.STATIC_METHOD:
            case Callable.INSTANCE_METHOD:
                writeCall(code, callable);
                break;
            case Callable.STATIC_FIELD_READ:
            case Callable.STATIC_FIELD_WRITE:
            case Callable.FIELD_READ:
            case Callable.FIELD_WRITE:
                writeField(code, callable);
                break;
            case Callable.CAST:
                load(code, 0, Type.getObjectType(callable.owner));
                break;
            case Callable.AS_OBJECT:
                writeBoxed(code, Type.getType(callable.descriptor));
                break;
            case Callable.ARRAY_OF:
                writeArray(code, Type.getType(callable.descriptor));
                break;
            case Callable.CLASS_LITERAL:
                writeClass(code, Type.getType(callable.descriptor));
                break;
            case Callable.REFLECTED_MEMBER:
                writeMember(code, callable);
                break;
            case Callable.STAND_IN:
                standIns.write(code, callable, DispatchWriter::load);
                break;
            case Callable.SERIAL_COPY:
                writeSerialCopy(code, Type.getObjectType(callable.owner));
                break;
            case Callable.PROXY:
                writeProxy(code, Type.getObjectType(callable.owner));
                break;
            case Callable.BEAN:
                beans.write(code, callable, DispatchWriter::load);
                break;
            default:
                functions.write(code, callable, DispatchWriter::load);
        }
        end(code, Opcodes.ARETURN);
    }

    private void writeCall(MethodVisitor code, Callable callable) {
        boolean isConstructor = callable.kind == Callable.CONSTRUCTOR;
        int place = 0;
        int opcode = Opcodes.INVOKESTATIC;
        if (isConstructor) {
            opcode = Opcodes.INVOKESPECIAL;
            code.visitTypeInsn(Opcodes.NEW, callable.owner);
            code.visitInsn(Opcodes.DUP);
        } else if (callable.kind == Callable.INSTANCE_METHOD) {
            opcode = callable.isOwnerInterface ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
            load(code, place++, Type.getObjectType(callable.owner));
        }
        for (Type parameter : Type.getArgumentTypes(callable.descriptor)) {
            load(code, place++, parameter);
            if (callable.isInner && place == 1) {
                writeNullCheck(code);
            }
        }
        code.visitMethodInsn(opcode, callable.owner, callable.name, callable.descriptor,
            callable.isOwnerInterface);
        if (!isConstructor) {
            store(code, Type.getReturnType(callable.descriptor));
        }
    }

    /** As the compiler does for `outer.new Inner()`. */
    private static void writeNullCheck(MethodVisitor code) {
        code.visitInsn(Opcodes.DUP);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/util/Objects", "requireNonNull",
            "(Ljava/lang/Object;)Ljava/lang/Object;", false);
        code.visitInsn(Opcodes.POP);
    }

    private static void writeSerialCopy(MethodVisitor code, Type type) {
        SerialCopy.prepare();
        load(code, 0, type);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, "sbst/rt/SerialCopy", "of",
            "(Ljava/lang/Object;)Ljava/lang/Object;", false);
        code.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
    }

    private static void writeProxy(MethodVisitor code, Type type) {
        code.visitLdcInsn(type);
        load(code, 0, Type.getObjectType("java/lang/Object"));
        code.visitMethodInsn(Opcodes.INVOKESTATIC, DISPATCH, "proxyOf",
            "(Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/Object;", false);
    }

    private void writeField(MethodVisitor code, Callable callable) {
        Type type = Type.getType(callable.descriptor);
        int place = 0;
        int opcode = Opcodes.GETSTATIC;
        if (callable.kind == Callable.FIELD_READ || callable.kind == Callable.FIELD_WRITE) {
            opcode = Opcodes.GETFIELD;
            load(code, place++, Type.getObjectType(callable.owner));
        }
        boolean isWrite =
            callable.kind == Callable.STATIC_FIELD_WRITE || callable.kind == Callable.FIELD_WRITE;
        if (isWrite) {
            load(code, place, type);
            opcode++;
            code.visitInsn(Opcodes.ICONST_1);
            code.visitFieldInsn(Opcodes.PUTSTATIC, "sbst/rt/Changes", "anyField", "Z");
        }
        code.visitFieldInsn(opcode, callable.owner, callable.name, callable.descriptor);
        store(code, isWrite ? Type.VOID_TYPE : type);
    }

    private static void writeBoxed(MethodVisitor code, Type type) {
        load(code, 0, type);
        if (type.getSort() < Type.ARRAY) {
            String box = boxOf(type);
            code.visitMethodInsn(Opcodes.INVOKESTATIC, box, "valueOf",
                Type.getMethodDescriptor(Type.getObjectType(box), type), false);
        }
    }

    private static void writeArray(MethodVisitor code, Type array) {
        Type element = Type.getType(array.getDescriptor().substring(1));
        if (element.getSort() < Type.ARRAY) {
            writeClass(code, element);
            code.visitVarInsn(Opcodes.ALOAD, WORDS);
            code.visitVarInsn(Opcodes.ILOAD, COUNT);
            code.visitMethodInsn(Opcodes.INVOKESTATIC, DISPATCH, "arrayOf",
                "(Ljava/lang/Class;[JI)Ljava/lang/Object;", false);
            return;
        }
        code.visitVarInsn(Opcodes.ALOAD, OBJECTS);
        code.visitVarInsn(Opcodes.ILOAD, COUNT);
        code.visitVarInsn(Opcodes.ILOAD, COUNT);
        code.visitTypeInsn(Opcodes.ANEWARRAY, element.getInternalName());
        code.visitMethodInsn(Opcodes.INVOKESTATIC, DISPATCH, "arrayOf",
            "([Ljava/lang/Object;I[Ljava/lang/Object;)[Ljava/lang/Object;", false);
    }

    private static void writeClass(MethodVisitor code, Type type) {
        if (type.getSort() < Type.ARRAY) {
            code.visitFieldInsn(Opcodes.GETSTATIC, boxOf(type), "TYPE", "Ljava/lang/Class;");
        } else {
            code.visitLdcInsn(type);
        }
    }

    private static void writeMember(MethodVisitor code, Callable callable) {
        boolean isConstructor = callable.name.equals("<init>");
        boolean isField = !callable.descriptor.startsWith("(");
        code.visitLdcInsn(Type.getObjectType(callable.owner));
        if (!isConstructor) {
            code.visitLdcInsn(callable.name);
        }
        if (!isField) {
            Type[] parameters = Type.getArgumentTypes(callable.descriptor);
            MethodInstrumenter.number(parameters.length).accept(code);
            code.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Class");
            for (int i = 0; i < parameters.length; i++) {
                code.visitInsn(Opcodes.DUP);
                MethodInstrumenter.number(i).accept(code);
                writeClass(code, parameters[i]);
                code.visitInsn(Opcodes.AASTORE);
            }
        }
        String kind = isField ? "Field" : isConstructor ? "Constructor" : "Method";
        String taken = (isConstructor ? "" : "Ljava/lang/String;")
            + (isField ? "" : "[Ljava/lang/Class;");
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Class", "getDeclared" + kind,
            "(" + taken + ")Ljava/lang/reflect/" + kind + ";", false);
    }

    static String boxOf(Type type) {
        switch (type.getSort()) {
            case Type.VOID: return "java/lang/Void";
            case Type.BOOLEAN: return "java/lang/Boolean";
            case Type.CHAR: return "java/lang/Character";
            case Type.BYTE: return "java/lang/Byte";
            case Type.SHORT: return "java/lang/Short";
            case Type.INT: return "java/lang/Integer";
            case Type.LONG: return "java/lang/Long";
            case Type.FLOAT: return "java/lang/Float";
            default: return "java/lang/Double";
        }
    }

    /** Pushes argument `place` as a value of the type. */
    static void load(MethodVisitor code, int place, Type type) {
        boolean isObject = type.getSort() >= Type.ARRAY;
        code.visitVarInsn(Opcodes.ALOAD, isObject ? OBJECTS : WORDS);
        MethodInstrumenter.number(place).accept(code);
        if (isObject) {
            code.visitInsn(Opcodes.AALOAD);
            if (!type.getInternalName().equals("java/lang/Object")) {
                code.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
            }
            return;
        }
        code.visitInsn(Opcodes.LALOAD);
        fromBits(code, type);
    }

    /** Converts bits on the stack to a value of the primitive type. */
    static void fromBits(MethodVisitor code, Type type) {
        switch (type.getSort()) {
            case Type.LONG:
                return;
            case Type.DOUBLE:
                code.visitMethodInsn(
                    Opcodes.INVOKESTATIC, "java/lang/Double", "longBitsToDouble", "(J)D", false);
                return;
            default:
                code.visitInsn(Opcodes.L2I);
        }
        switch (type.getSort()) {
            case Type.FLOAT:
                code.visitMethodInsn(
                    Opcodes.INVOKESTATIC, "java/lang/Float", "intBitsToFloat", "(I)F", false);
                break;
            case Type.BOOLEAN:
                code.visitInsn(Opcodes.ICONST_1);
                code.visitInsn(Opcodes.IAND);
                break;
            case Type.BYTE:
                code.visitInsn(Opcodes.I2B);
                break;
            case Type.SHORT:
                code.visitInsn(Opcodes.I2S);
                break;
            case Type.CHAR:
                code.visitInsn(Opcodes.I2C);
                break;
            default:
        }
    }

    /** Stores the result of the case: an object, or bits and null. */
    private static void store(MethodVisitor code, Type type) {
        switch (type.getSort()) {
            case Type.ARRAY:
            case Type.OBJECT:
                return;
            case Type.VOID:
                code.visitInsn(Opcodes.ACONST_NULL);
                return;
            case Type.LONG:
                break;
            case Type.DOUBLE:
                code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Double",
                    "doubleToRawLongBits", "(D)J", false);
                break;
            case Type.FLOAT:
                code.visitMethodInsn(
                    Opcodes.INVOKESTATIC, "java/lang/Float", "floatToRawIntBits", "(F)I", false);
                code.visitInsn(Opcodes.I2L);
                break;
            default:
                code.visitInsn(Opcodes.I2L);
        }
        code.visitFieldInsn(Opcodes.PUTSTATIC, DISPATCH, "bits", "J");
        code.visitInsn(Opcodes.ACONST_NULL);
    }
}
