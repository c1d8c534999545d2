// SPDX-License-Identifier: Apache-2.0
// Changes one instruction of a class file as the label of a mutant says, and lets the code tell what
// the instruction left behind, in the changed class and in the original one. Next: Referee.java.
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

final class Mutator {
    /** What was asked for cannot be done, in words. */
    static final class Failure extends Exception {
        private static final long serialVersionUID = 1;

        Failure(String message) {
            super(message);
        }
    }

    /** A mutant as report.json has it. */
    static final class Mutant {
        final String id;
        final String function;
        final int instruction;
        final String text;

        Mutant(String id, String function, int instruction, String text) {
            this.id = id;
            this.function = function;
            this.instruction = instruction;
            this.text = text;
        }
    }

    private static final Pattern RELATION = Pattern.compile("if \\((.*)\\): (\\S+) becomes (\\S+)", Pattern.DOTALL);
    private static final Map<String, Integer> OPERATORS = Map.ofEntries(
        Map.entry("+", Opcodes.IADD), Map.entry("-", Opcodes.ISUB), Map.entry("*", Opcodes.IMUL),
        Map.entry("/", Opcodes.IDIV), Map.entry("%", Opcodes.IREM), Map.entry("<<", Opcodes.ISHL),
        Map.entry(">>", Opcodes.ISHR), Map.entry(">>>", Opcodes.IUSHR), Map.entry("&", Opcodes.IAND),
        Map.entry("|", Opcodes.IOR), Map.entry("^", Opcodes.IXOR));
    /** In the order of the opcodes of jumps. */
    private static final List<String> RELATIONS = List.of("==", "!=", "<", ">=", ">", "<=");

    private final ClassNode owner = new ClassNode();
    private final MethodNode method;
    private final AbstractInsnNode node;
    private final Mutant mutant;

    Mutator(byte[] bytes, String name, String descriptor, Mutant mutant) throws Failure {
        new ClassReader(bytes).accept(owner, ClassReader.SKIP_FRAMES);
        this.mutant = mutant;
        method = owner.methods.stream()
            .filter(one -> one.name.equals(name) && one.desc.equals(descriptor)).findFirst().get();
        node = instructions(method).get(mutant.instruction);
    }

    static List<AbstractInsnNode> instructions(MethodNode method) throws Failure {
        List<AbstractInsnNode> all = new ArrayList<>();
        for (AbstractInsnNode one : method.instructions) {
            if (one.getOpcode() >= 0) {
                all.add(one);
            }
        }
        return all;
    }

    /** Returns the class that tells, changed or not. */
    byte[] write(boolean isChanged) throws Failure {
        InsnList before = new InsnList();
        before.add(call("enter", "()V"));
        int opcode = node.getOpcode();
        if (node instanceof JumpInsnNode) {
            jump((JumpInsnNode) node, isChanged);
        } else if (node instanceof IincInsnNode) {
            step((IincInsnNode) node, isChanged);
        } else if (opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD) {
            load((VarInsnNode) node, isChanged);
        } else if (opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR) {
            arithmetic(isChanged);
        } else if (node instanceof FieldInsnNode) {
            Type type = Type.getType(((FieldInsnNode) node).desc);
            unary(node, kindOf(type), ((FieldInsnNode) node).name, isChanged);
        } else {
            constant(isChanged);
        }
        method.instructions.insertBefore(first, before);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        owner.accept(writer);
        return writer.toByteArray();
    }

    /** The first instruction of the place, before which its visit begins. */
    private AbstractInsnNode first;

    private void replace(AbstractInsnNode changed, InsnList after) {
        method.instructions.insert(node, after);
        method.instructions.set(node, changed);
        first = changed;
    }

    private void keep(InsnList after) {
        method.instructions.insert(node, after);
        first = node;
    }

    // Jumps: both ways of the jump tell which one it was.

    private void jump(JumpInsnNode jump, boolean isChanged) throws Failure {
        int opcode = isChanged ? changedJump(jump.getOpcode()) : jump.getOpcode();
        LabelNode taken = new LabelNode();
        LabelNode next = new LabelNode();
        InsnList after = new InsnList();
        after.add(number(0));
        after.add(call("way", "(I)V"));
        after.add(new JumpInsnNode(Opcodes.GOTO, next));
        after.add(taken);
        after.add(number(1));
        after.add(call("way", "(I)V"));
        after.add(new JumpInsnNode(Opcodes.GOTO, jump.label));
        after.add(next);
        replace(new JumpInsnNode(opcode, taken), after);
    }

    private int changedJump(int opcode) throws Failure {
        Matcher relation = RELATION.matcher(mutant.text);
        if (!relation.matches()) {
            if (!mutant.text.contains(" becomes if (!(")) {
                throw new Failure("not a change of a jump");
            }
            return opposite(opcode);
        }
        int base = opcode >= Opcodes.IF_ICMPEQ ? Opcodes.IF_ICMPEQ : Opcodes.IFEQ;
        int own = opcode - base;
        int before = RELATIONS.indexOf(relation.group(2));
        int after = RELATIONS.indexOf(relation.group(3));
        if (own > 5 || before < 0 || after < 0 || (before != own && before != (own ^ 1))) {
            throw new Failure("another relation than the label's");
        }
        // The source may ask the opposite of what jumps.
        return base + (before == own ? after : after ^ 1);
    }

    private static int opposite(int opcode) {
        if (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL) {
            return Opcodes.IFNULL + Opcodes.IFNONNULL - opcode;
        }
        return ((opcode - Opcodes.IFEQ) ^ 1) + Opcodes.IFEQ;
    }

    // Values.

    private void arithmetic(boolean isChanged) throws Failure {
        int opcode = node.getOpcode();
        boolean isShiftOrBit = opcode >= Opcodes.ISHL;
        int kind = isShiftOrBit ? opcode % 2 == 0 ? 0 : 1 : (opcode - Opcodes.IADD) % 4;
        String[] words = mutant.text.split(" becomes ");
        Integer before = words.length == 2 ? OPERATORS.get(words[0]) : null;
        Integer after = words.length == 2 ? OPERATORS.get(words[1]) : null;
        if (before == null || after == null || before + kind != opcode) {
            throw new Failure("another operator than the label's");
        }
        if (after >= Opcodes.ISHL && kind > 1) {
            throw new Failure("a bitwise operator of fractions");
        }
        replace(new InsnNode(isChanged ? after + kind : opcode), told("IJFD".charAt(kind)));
    }

    private void step(IincInsnNode step, boolean isChanged) throws Failure {
        if (!mutant.text.endsWith(" becomes -= " + step.incr)) {
            throw new Failure("another step than the label's");
        }
        InsnList after = new InsnList();
        after.add(new VarInsnNode(Opcodes.ILOAD, step.var));
        after.add(call("value", "(I)V"));
        replace(new IincInsnNode(step.var, isChanged ? -step.incr : step.incr), after);
    }

    private void load(VarInsnNode load, boolean isChanged) throws Failure {
        String name = mutant.text.substring(0, Math.max(0, mutant.text.indexOf(" becomes ")));
        String after = mutant.text.substring(mutant.text.indexOf(" becomes ") + " becomes ".length());
        if (after.equals("-" + name) || after.equals(name + " + 1") || after.equals(name + " - 1")) {
            unary(load, "IJFDA".charAt(load.getOpcode() - Opcodes.ILOAD), name, isChanged);
            return;
        }
        int other = parameter(after, load);
        InsnList told = new InsnList();
        if (load.getOpcode() == Opcodes.ALOAD) {
            told.add(new InsnNode(Opcodes.DUP));
            told.add(new VarInsnNode(Opcodes.ALOAD, load.var));
            told.add(new VarInsnNode(Opcodes.ALOAD, other));
            told.add(call("value", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)V"));
        } else {
            told = told("IJFD".charAt(load.getOpcode() - Opcodes.ILOAD));
        }
        replace(new VarInsnNode(load.getOpcode(), isChanged ? other : load.var), told);
    }

    /** The slot of a parameter by its name there. */
    private int parameter(String name, VarInsnNode load) throws Failure {
        int slot = (method.access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
        List<Integer> found = new ArrayList<>();
        int number = 1;
        for (Type type : Type.getArgumentTypes(method.desc)) {
            String own = "argument " + number++;
            for (LocalVariableNode variable : method.localVariables == null
                    ? List.<LocalVariableNode>of() : method.localVariables) {
                if (variable.index == slot && variable.desc.equals(type.getDescriptor()) && isIn(variable)) {
                    own = variable.name;
                }
            }
            if (own.equals(name) && type.getOpcode(Opcodes.ILOAD) == load.getOpcode()) {
                found.add(slot);
            }
            slot += type.getSize();
        }
        if (found.size() != 1) {
            throw new Failure("no single parameter of the label's name");
        }
        return found.get(0);
    }

    private boolean isIn(LocalVariableNode variable) {
        int at = method.instructions.indexOf(node);
        return method.instructions.indexOf(variable.start) <= at
            && at < method.instructions.indexOf(variable.end);
    }

    /** The value that an instruction loads: negated, one more, one less. */
    private void unary(AbstractInsnNode load, char kind, String name, boolean isChanged) throws Failure {
        int offset = "IJFD".indexOf(kind);
        if (offset < 0) {
            throw new Failure("no number");
        }
        InsnList after = new InsnList();
        if (mutant.text.equals(name + " becomes -" + name)) {
            after.add(new InsnNode(Opcodes.INEG + offset));
        } else if (mutant.text.equals(name + " becomes " + name + " + 1")
                || mutant.text.equals(name + " becomes " + name + " - 1")) {
            after.add(new InsnNode(new int[] {
                Opcodes.ICONST_1, Opcodes.LCONST_1, Opcodes.FCONST_1, Opcodes.DCONST_1}[offset]));
            after.add(new InsnNode((mutant.text.endsWith("+ 1") ? Opcodes.IADD : Opcodes.ISUB) + offset));
        } else {
            throw new Failure("not a change of a value");
        }
        if (!isChanged) {
            after = new InsnList();
        }
        after.add(told(kind));
        keep(after);
    }

    private void constant(boolean isChanged) throws Failure {
        String[] words = mutant.text.split(" becomes ", 2);
        Object value = constantOf(node);
        AbstractInsnNode changed;
        char kind;
        if (value instanceof String) {
            changed = new LdcInsnNode("");
            kind = 'S';
        } else if (value instanceof Integer) {
            same(words[0], Integer.toString((Integer) value));
            changed = new LdcInsnNode(Integer.parseInt(words[1]));
            kind = 'I';
        } else if (value instanceof Long) {
            same(words[0], Long.toString((Long) value));
            changed = new LdcInsnNode(Long.parseLong(words[1]));
            kind = 'J';
        } else if (value instanceof Float) {
            changed = new LdcInsnNode((float) fraction(words[1]));
            kind = 'F';
        } else if (value instanceof Double) {
            changed = new LdcInsnNode(fraction(words[1]));
            kind = 'D';
        } else {
            throw new Failure("not a constant");
        }
        if (isChanged) {
            replace(changed, told(kind));
        } else {
            keep(told(kind));
        }
    }

    private static void same(String label, String own) throws Failure {
        if (!label.equals(own)) {
            throw new Failure("another constant than the label's");
        }
    }

    private static double fraction(String text) {
        String word = text.replace("inf", "Infinity").replace("nan", "NaN");
        return Double.parseDouble(word);
    }

    private static Object constantOf(AbstractInsnNode node) {
        int opcode = node.getOpcode();
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return opcode - Opcodes.ICONST_0;
        }
        switch (opcode) {
            case Opcodes.LCONST_0: return 0L;
            case Opcodes.LCONST_1: return 1L;
            case Opcodes.FCONST_0: return 0F;
            case Opcodes.FCONST_1: return 1F;
            case Opcodes.FCONST_2: return 2F;
            case Opcodes.DCONST_0: return 0D;
            case Opcodes.DCONST_1: return 1D;
            case Opcodes.BIPUSH:
            case Opcodes.SIPUSH: return ((IntInsnNode) node).operand;
            case Opcodes.LDC: return ((LdcInsnNode) node).cst;
            default: return null;
        }
    }

    private static char kindOf(Type type) {
        switch (type.getSort()) {
            case Type.LONG: return 'J';
            case Type.FLOAT: return 'F';
            case Type.DOUBLE: return 'D';
            case Type.ARRAY:
            case Type.OBJECT: return 'A';
            default: return 'I';
        }
    }

    private static InsnList told(char kind) {
        InsnList list = new InsnList();
        list.add(new InsnNode(kind == 'J' || kind == 'D' ? Opcodes.DUP2 : Opcodes.DUP));
        list.add(call("value", kind == 'S' ? "(Ljava/lang/String;)V" : "(" + kind + ")V"));
        return list;
    }

    private static AbstractInsnNode number(int value) {
        return new InsnNode(Opcodes.ICONST_0 + value);
    }

    static MethodInsnNode call(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, "Recorder", name, descriptor, false);
    }
}
