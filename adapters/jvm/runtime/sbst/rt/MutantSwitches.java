// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Writes all mutants of an instruction into the code at once (mutant schemata): the code asks
 * {@link ActiveMutant} which of them is active. Straight-line code, as all probes are.
 *
 * <p>Source: Untch, Offutt and Harrold, "Mutation analysis using mutant schemata", ISSTA 1993.
 */
final class MutantSwitches {
    private static final String ACTIVE = "sbst/rt/ActiveMutant";
    private static final String OBJECT = "Ljava/lang/Object;";

    private MutantSwitches() {}

    /** Returns what replaces the instruction, or null. */
    static AbstractInsnNode write(
        InsnList code, AbstractInsnNode node, Plan.Mutation place, MethodNode method) {
        int opcode = node.getOpcode();
        switch (place.kind) {
            case MutantProbes.ARITHMETIC:
                return operator(code, node, place);
            case MutantProbes.RELATION:
                relation(code, (JumpInsnNode) node, place);
                return null;
            case MutantProbes.REACHED:
                if (node instanceof JumpInsnNode) {
                    negation(code, (JumpInsnNode) node, place);
                } else if (opcode == Opcodes.IINC) {
                    return step(code, (IincInsnNode) node, place);
                } else {
                    value(code, node, "constant", typeOfConstant(node), place);
                }
                return null;
            case MutantProbes.UNARY:
                value(code, node, "unary", MutantProbes.typeOf(node), place);
                return null;
            case MutantProbes.VARIABLE:
                variables(code, node, place, method);
                return null;
            default:
                throw new IllegalArgumentException("plan: mutants of the kind " + place.kind);
        }
    }

    private static AbstractInsnNode operator(
        InsnList code, AbstractInsnNode node, Plan.Mutation place) {
        int opcode = node.getOpcode();
        String type = MutantProbes.typeOfOperator(opcode);
        boolean isShiftOfLong = MutantProbes.isShiftOfLong(opcode);
        InsnList before = new InsnList();
        before.add(MethodInstrumenter.number(Mutants.operatorOf(opcode)));
        before.add(MethodInstrumenter.number(ActiveMutant.add(place)));
        code.insertBefore(node, before);
        MethodInsnNode replacement = call(MutantProbes.functionOf(opcode),
            "(" + type + (isShiftOfLong ? "I" : type) + "II)" + type);
        code.set(node, replacement);
        return replacement;
    }

    /** The jump is taken when the relation holds, which ActiveMutant tells. */
    private static void relation(InsnList code, JumpInsnNode jump, Plan.Mutation place) {
        InsnList before = new InsnList();
        before.add(MethodInstrumenter.number(Mutants.relationOf(jump.getOpcode())));
        before.add(MethodInstrumenter.number(ActiveMutant.add(place)));
        before.add(call("holds", jump.getOpcode() >= Opcodes.IF_ICMPEQ ? "(IIII)Z" : "(III)Z"));
        code.insertBefore(jump, before);
        jump.setOpcode(Opcodes.IFNE);
    }

    private static void negation(InsnList code, JumpInsnNode jump, Plan.Mutation place) {
        int opcode = jump.getOpcode();
        boolean isPositive = opcode == Opcodes.IFEQ || opcode == Opcodes.IFNULL
            || opcode == Opcodes.IF_ACMPEQ;
        InsnList before = new InsnList();
        before.add(MethodInstrumenter.number(ActiveMutant.add(place)));
        if (opcode == Opcodes.IFEQ || opcode == Opcodes.IFNE) {
            before.add(call("isZero", "(II)Z"));
        } else if (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL) {
            before.add(call("isNull", "(" + OBJECT + "I)Z"));
        } else if (opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE) {
            before.add(call("same", "(" + OBJECT + OBJECT + "I)Z"));
        } else {
            throw new IllegalArgumentException("plan: no negation of an instruction " + opcode);
        }
        code.insertBefore(jump, before);
        jump.setOpcode(isPositive ? Opcodes.IFNE : Opcodes.IFEQ);
    }

    private static AbstractInsnNode step(
        InsnList code, IincInsnNode node, Plan.Mutation place) {
        InsnList before = new InsnList();
        before.add(new VarInsnNode(Opcodes.ILOAD, node.var));
        before.add(MethodInstrumenter.number(node.incr));
        before.add(MethodInstrumenter.number(ActiveMutant.add(place)));
        before.add(call("step", "(III)I"));
        code.insertBefore(node, before);
        VarInsnNode replacement = new VarInsnNode(Opcodes.ISTORE, node.var);
        code.set(node, replacement);
        return replacement;
    }

    /** The function gets what the instruction pushed, and returns it or another one. */
    private static void value(
        InsnList code, AbstractInsnNode node, String name, String type, Plan.Mutation place) {
        InsnList after = new InsnList();
        after.add(MethodInstrumenter.number(ActiveMutant.add(place)));
        after.add(call(name, "(" + type + "I)" + type));
        code.insert(node, after);
    }

    private static String typeOfConstant(AbstractInsnNode node) {
        if (node instanceof LdcInsnNode) {
            Object constant = ((LdcInsnNode) node).cst;
            return constant instanceof String ? "Ljava/lang/String;"
                : constant instanceof Long ? "J"
                : constant instanceof Float ? "F"
                : constant instanceof Double ? "D" : "I";
        }
        int opcode = node.getOpcode();
        return opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1 ? "J"
            : opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2 ? "F"
            : opcode == Opcodes.DCONST_0 || opcode == Opcodes.DCONST_1 ? "D" : "I";
    }

    private static void variables(
        InsnList code, AbstractInsnNode node, Plan.Mutation place, MethodNode method) {
        ActiveMutant.add(place);
        int opcode = node.getOpcode();
        InsnList after = new InsnList();
        for (int i = 0; i < place.mutants.length; i++) {
            int slot = place.changes[i];
            String type = opcode == Opcodes.ALOAD ? OBJECT : MutantProbes.typeOfLoad(opcode);
            after.add(new VarInsnNode(opcode, slot));
            after.add(MethodInstrumenter.number(place.mutants[i]));
            after.add(call("variable", "(" + type + type + "I)" + type));
            String name = opcode == Opcodes.ALOAD ? typeOfParameter(method, slot) : OBJECT;
            if (!name.equals(OBJECT)) {
                // Both variables are of this type.
                after.add(new TypeInsnNode(
                    Opcodes.CHECKCAST, Type.getType(name).getInternalName()));
            }
        }
        code.insert(node, after);
    }

    /** The descriptor of the parameter in the slot. */
    private static String typeOfParameter(MethodNode method, int slot) {
        int at = (method.access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
        for (Type type : Type.getArgumentTypes(method.desc)) {
            if (at == slot) {
                return type.getDescriptor();
            }
            at += type.getSize();
        }
        throw new IllegalArgumentException("plan: no parameter in the slot " + slot);
    }

    private static MethodInsnNode call(String name, String descriptor) {
        return MethodInstrumenter.call(ACTIVE, name, descriptor);
    }
}
