// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Puts the probes of mutants into code: straight-line code that calls {@link Mutants}. */
final class MutantProbes {
    private static final String MUTANTS = "sbst/rt/Mutants";
    /** Kinds of places; the numbers are part of the protocol. */
    static final int ARITHMETIC = 1;
    static final int RELATION = 2;
    static final int REACHED = 3;
    static final int UNARY = 4;
    static final int VARIABLE = 5;

    private MutantProbes() {}

    /**
     * Probes an instruction; its branch probe, if it has one, is there already.
     *
     * @param afterCompare the operand is the result of a comparison in {@link Distances}
     * @return what replaces the instruction, or null
     */
    static AbstractInsnNode probe(
        InsnList code, AbstractInsnNode node, Plan.Mutation place, boolean afterCompare) {
        InsnList probe = new InsnList();
        switch (place.kind) {
            case ARITHMETIC:
                return replace(code, node, place);
            case RELATION:
                relation(probe, node.getOpcode(), place, afterCompare);
                code.insertBefore(node, probe);
                return null;
            case REACHED:
                addNumber(probe, node, place);
                probe.add(call("reached", "(I)V"));
                // A jump's operands stay where they are, and everything else has left its result.
                if (isJump(node.getOpcode())) {
                    code.insertBefore(node, probe);
                } else {
                    code.insert(node, probe);
                }
                return null;
            case UNARY:
                probe.add(copy(typeOf(node)));
                addNumber(probe, node, place);
                probe.add(call("unary", "(" + typeOf(node) + "I)V"));
                code.insert(node, probe);
                return null;
            case VARIABLE:
                variables(probe, node.getOpcode(), place);
                code.insert(node, probe);
                return null;
            default:
                throw new IllegalArgumentException("plan: mutants of the kind " + place.kind);
        }
    }

    private static boolean isJump(int opcode) {
        return (opcode >= Opcodes.IFEQ && opcode <= Opcodes.IF_ACMPNE)
            || opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL;
    }

    private static AbstractInsnNode replace(
        InsnList code, AbstractInsnNode node, Plan.Mutation place) {
        int opcode = node.getOpcode();
        String type = typeOfOperator(opcode);
        InsnList number = new InsnList();
        addNumber(number, node, place);
        code.insertBefore(node, number);
        MethodInsnNode replacement = call(functionOf(opcode),
            "(" + type + (isShiftOfLong(opcode) ? "I" : type) + "I)" + type);
        code.set(node, replacement);
        return replacement;
    }

    /** The type of the first operand of an operator, and of its result. */
    static String typeOfOperator(int opcode) {
        return opcode <= Opcodes.DREM ? new String[] {"I", "J", "F", "D"}[opcode % 4]
            : opcode % 2 == 0 ? "I" : "J";
    }

    static boolean isShiftOfLong(int opcode) {
        return typeOfOperator(opcode).equals("J") && opcode >= Opcodes.ISHL
            && opcode < Opcodes.IAND;
    }

    /** The name of the function that does what an operator does. */
    static String functionOf(int opcode) {
        String type = typeOfOperator(opcode);
        return isShiftOfLong(opcode) ? "shifts"
            : type.equals("I") ? "ints" : type.equals("J") ? "longs"
            : type.equals("F") ? "floats" : "doubles";
    }

    private static void relation(
        InsnList probe, int opcode, Plan.Mutation place, boolean afterCompare) {
        boolean isOfTwo = opcode >= Opcodes.IF_ICMPEQ;
        probe.add(new InsnNode(isOfTwo ? Opcodes.DUP2 : Opcodes.DUP));
        probe.add(MethodInstrumenter.number(Mutants.add(opcode, place.changes, place.mutants)));
        probe.add(call(afterCompare ? "order" : "relation", isOfTwo ? "(III)V" : "(II)V"));
    }

    private static void variables(InsnList probe, int opcode, Plan.Mutation place) {
        String type = opcode == Opcodes.ALOAD ? "Ljava/lang/Object;" : typeOfLoad(opcode);
        for (int i = 0; i < place.mutants.length; i++) {
            probe.add(copy(type));
            probe.add(new VarInsnNode(opcode, place.changes[i]));
            probe.add(MethodInstrumenter.number(place.mutants[i]));
            probe.add(call("variable", "(" + type + type + "I)V"));
        }
    }

    private static void addNumber(InsnList list, AbstractInsnNode node, Plan.Mutation place) {
        list.add(MethodInstrumenter.number(
            Mutants.add(node.getOpcode(), place.changes, place.mutants)));
    }

    /** The type of what a load of a variable or field pushes, as the functions take it. */
    static String typeOf(AbstractInsnNode node) {
        if (!(node instanceof FieldInsnNode)) {
            return typeOfLoad(node.getOpcode());
        }
        switch (Type.getType(((FieldInsnNode) node).desc).getSort()) {
            case Type.LONG: return "J";
            case Type.FLOAT: return "F";
            case Type.DOUBLE: return "D";
            default: return "I";
        }
    }

    static String typeOfLoad(int opcode) {
        return new String[] {"I", "J", "F", "D"}[opcode - Opcodes.ILOAD];
    }

    private static InsnNode copy(String type) {
        return new InsnNode(
            type.equals("J") || type.equals("D") ? Opcodes.DUP2 : Opcodes.DUP);
    }

    private static MethodInsnNode call(String name, String descriptor) {
        return MethodInstrumenter.call(MUTANTS, name, descriptor);
    }
}
