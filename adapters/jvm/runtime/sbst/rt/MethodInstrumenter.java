// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Puts probes into one method. All probes are straight-line code, so frames stay unchanged except
 * for one local variable of ours: the place returned by {@link Probe#enter}.
 */
final class MethodInstrumenter {
    private static final String PROBE = "sbst/rt/Probe";
    private static final String DISTANCES = "sbst/rt/Distances";
    private static final String LOOKUPS = "sbst/rt/Lookups";
    /** The most values that probes have on the stack at once: two copies of two, a place. */
    private static final int EXTRA_STACK = 6;

    private final ClassNode owner;
    private final MethodNode method;
    private final Plan.Method goals;
    private final Plan plan;
    private final boolean hasMutants;
    private final InsnList code;
    /** Real instructions by ordinal, and their positions among all nodes. */
    private final List<AbstractInsnNode> ordinals = new ArrayList<>();
    private final List<Integer> ordinalPositions = new ArrayList<>();
    /**
     * Only for labels: all objects have the same hash in a worker, so a map of all nodes would be
     * slow.
     */
    private final Map<LabelNode, Integer> positions = new HashMap<>();
    private final Set<LabelNode> targets = new HashSet<>();
    /** Replacements for instructions of the subject. */
    private final Map<AbstractInsnNode, AbstractInsnNode> replacements = new HashMap<>();
    private final int placeLocal;

    MethodInstrumenter(
        ClassNode owner, MethodNode method, Plan.Method goals, Plan plan,
        boolean hasMutants) {
        this.owner = owner;
        this.method = method;
        this.goals = goals;
        this.plan = plan;
        this.hasMutants = hasMutants;
        this.code = method.instructions;
        this.placeLocal = method.maxLocals;
    }

    void run() {
        index();
        AbstractInsnNode first = ordinals.isEmpty() ? null : ordinals.get(0);
        if (first == null) {
            return;
        }
        List<AbstractInsnNode> original = List.copyOf(ordinals);
        if (goals != null) {
            for (Map.Entry<Integer, Plan.Branch> entry : sorted(goals.branches)) {
                probeBranch(original.get(entry.getKey()), entry.getValue());
            }
            if (hasMutants) {
                for (Plan.Mutation mutation : goals.mutations) {
                    probeMutants(original, mutation);
                }
            }
            if (plan.recordLines) {
                goals.lines.forEach((ordinal, line) -> {
                    AbstractInsnNode node = original.get(ordinal);
                    probeLine(replacements.getOrDefault(node, node), line);
                });
            }
        }
        for (int i = 0; i < original.size(); i++) {
            if (!replacements.containsKey(original.get(i))) {
                probeInstruction(original.get(i), ordinalPositions.get(i));
            }
        }
        guardHandlers();
        probeEntry(first);
        if (goals != null) {
            method.maxLocals = Math.max(method.maxLocals, placeLocal + 1);
            extendFrames();
        }
        if (method.name.equals("<clinit>")) {
            wrapInitialiser();
        }
        method.maxStack += EXTRA_STACK;
    }

    /** Sorted by ordinal, so that numbers of switches do not depend on hashing. */
    private static List<Map.Entry<Integer, Plan.Branch>> sorted(Map<Integer, Plan.Branch> map) {
        List<Map.Entry<Integer, Plan.Branch>> entries = new ArrayList<>(map.entrySet());
        entries.sort(Map.Entry.comparingByKey());
        return entries;
    }

    private void index() {
        int position = 0;
        for (AbstractInsnNode node = code.getFirst(); node != null; node = node.getNext()) {
            if (node instanceof LabelNode) {
                positions.put((LabelNode) node, position);
            } else if (node.getOpcode() >= 0) {
                ordinals.add(node);
                ordinalPositions.add(position);
            }
            position++;
            for (LabelNode target : targetsOf(node)) {
                targets.add(target);
            }
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            targets.add(block.handler);
        }
    }

    private static List<LabelNode> targetsOf(AbstractInsnNode node) {
        if (node instanceof JumpInsnNode) {
            return List.of(((JumpInsnNode) node).label);
        }
        List<LabelNode> labels = new ArrayList<>();
        if (node instanceof TableSwitchInsnNode) {
            labels.addAll(((TableSwitchInsnNode) node).labels);
            labels.add(((TableSwitchInsnNode) node).dflt);
        } else if (node instanceof LookupSwitchInsnNode) {
            labels.addAll(((LookupSwitchInsnNode) node).labels);
            labels.add(((LookupSwitchInsnNode) node).dflt);
        }
        return labels;
    }

    // Entry, exits, loops, throws.

    private void probeEntry(AbstractInsnNode first) {
        InsnList probe = new InsnList();
        if (goals != null) {
            probe.add(number(goals.id));
            probe.add(call(PROBE, "enter", "(I)I"));
            probe.add(new VarInsnNode(Opcodes.ISTORE, placeLocal));
        } else if (hasCalls()) {
            probe.add(call(PROBE, "begin", "()V"));
        }
        // Before every label: a loop may go back to the first instruction.
        code.insert(probe);
    }

    private boolean hasCalls() {
        return ordinals.stream().anyMatch(node ->
            node.getOpcode() >= Opcodes.INVOKEVIRTUAL && node.getOpcode() <= Opcodes.INVOKEDYNAMIC);
    }

    private void probeInstruction(AbstractInsnNode node, int position) {
        Changes.probe(code, node, owner, method);
        for (LabelNode target : targetsOf(node)) {
            if (positions.get(target) <= position) {
                code.insertBefore(node, call(PROBE, "tick", "()V"));
                break;
            }
        }
        int opcode = node.getOpcode();
        if (opcode == Opcodes.ATHROW) {
            code.insertBefore(node, new InsnNode(Opcodes.DUP));
            code.insertBefore(node, call(PROBE, "thrown", "(Ljava/lang/Throwable;)V"));
        } else if (goals != null && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            code.insertBefore(node, number(goals.id));
            code.insertBefore(node, new VarInsnNode(Opcodes.ILOAD, placeLocal));
            code.insertBefore(node, call(PROBE, "leave", "(II)V"));
        } else if (node instanceof MethodInsnNode) {
            Allocations.probe(code, (MethodInsnNode) node);
            Allocations.probeText(code, (MethodInsnNode) node);
            if (Races.probe(code, (MethodInsnNode) node, placeLocal + 1)) {
                method.maxLocals = Math.max(method.maxLocals, placeLocal + 2);
            }
            Repeatable.rewrite(code, (MethodInsnNode) node);
        } else if (node instanceof FieldInsnNode) {
            Repeatable.rewrite(code, (FieldInsnNode) node);
        } else if (node instanceof InvokeDynamicInsnNode) {
            Repeatable.rewrite((InvokeDynamicInsnNode) node);
            Allocations.probeText(code, (InvokeDynamicInsnNode) node);
        } else if (opcode == Opcodes.MULTIANEWARRAY) {
            // After the variable of the place, and only up to the instruction: no frame lists them.
            int dimensions = ((MultiANewArrayInsnNode) node).dims;
            Allocations.probe(code, (MultiANewArrayInsnNode) node, placeLocal + 1);
            method.maxLocals = Math.max(method.maxLocals, placeLocal + 1 + dimensions);
        } else if (opcode == Opcodes.NEWARRAY || opcode == Opcodes.ANEWARRAY) {
            Allocations.probe(code, node);
        }
    }

    private void probeMutants(List<AbstractInsnNode> original, Plan.Mutation mutation) {
        int ordinal = mutation.instruction;
        AbstractInsnNode node = original.get(ordinal);
        AbstractInsnNode replacement = plan.switchesMutants
            ? MutantSwitches.write(code, node, mutation, method)
            : probeOfMutants(original, ordinal, node, mutation);
        if (replacement != null) {
            replacements.put(node, replacement);
        }
    }

    private AbstractInsnNode probeOfMutants(List<AbstractInsnNode> original, int ordinal,
        AbstractInsnNode node, Plan.Mutation mutation) {
        AbstractInsnNode previous = ordinal == 0 ? null : original.get(ordinal - 1);
        boolean afterCompare = replacements.get(previous) instanceof MethodInsnNode
            && ((MethodInsnNode) replacements.get(previous)).name.equals("compare");
        return MutantProbes.probe(code, node, mutation, afterCompare);
    }

    private void probeLine(AbstractInsnNode node, int line) {
        InsnList probe = new InsnList();
        probe.add(number(line));
        probe.add(call(PROBE, "line", "(I)V"));
        if (node.getOpcode() == Opcodes.NEW) {
            // Frames name an uninitialised object by the label of its NEW, which must stay the
            // first instruction after the label.
            code.insert(node, probe);
        } else {
            code.insertBefore(node, probe);
        }
    }

    // Branches.

    private void probeBranch(AbstractInsnNode node, Plan.Branch branch) {
        InsnList probe = new InsnList();
        int opcode = node.getOpcode();
        if (branch.keys != null) {
            probe.add(new InsnNode(Opcodes.DUP));
            probe.add(number(Switch.add(keysOf(node), branch.keys, branch.predicate)));
            probe.add(new VarInsnNode(Opcodes.ILOAD, placeLocal));
            probe.add(call("sbst/rt/Switch", "at", "(III)V"));
        } else if (opcode >= Opcodes.IFEQ && opcode <= Opcodes.IFLE) {
            if (probeOperands(node, branch.predicate)) {
                return;
            }
            probe.add(new InsnNode(Opcodes.DUP));
            addPlace(probe, branch.predicate);
            probe.add(call(PROBE, relation(opcode - Opcodes.IFEQ), "(II)V"));
        } else if (opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ICMPLE) {
            probe.add(new InsnNode(Opcodes.DUP2));
            addPlace(probe, branch.predicate);
            probe.add(call(PROBE, relation(opcode - Opcodes.IF_ICMPEQ), "(III)V"));
        } else if (opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE) {
            probe.add(new InsnNode(Opcodes.DUP2));
            addPlace(probe, branch.predicate);
            probe.add(call(PROBE, opcode == Opcodes.IF_ACMPEQ ? "same" : "notSame",
                "(Ljava/lang/Object;Ljava/lang/Object;I)V"));
        } else if (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL) {
            probe.add(new InsnNode(Opcodes.DUP));
            addPlace(probe, branch.predicate);
            probe.add(call(rememberLookup(node, branch.predicate) ? LOOKUPS : PROBE,
                opcode == Opcodes.IFNULL ? "isNull" : "isNotNull", "(Ljava/lang/Object;I)V"));
        } else {
            throw new IllegalArgumentException("plan: no branch at an instruction " + opcode
                + " of " + owner.name + "." + method.name + method.desc);
        }
        code.insertBefore(node, probe);
    }

    private static String relation(int number) {
        return new String[] {"eq", "ne", "lt", "ge", "gt", "le"}[number];
    }

    private static int[] keysOf(AbstractInsnNode node) {
        if (node instanceof LookupSwitchInsnNode) {
            return ((LookupSwitchInsnNode) node).keys.stream().mapToInt(Integer::intValue).toArray();
        }
        TableSwitchInsnNode table = (TableSwitchInsnNode) node;
        int[] keys = new int[table.max - table.min + 1];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = table.min + i;
        }
        return keys;
    }

    /**
     * If the jump's operand is the result of a comparison, replaces the comparison, which has the
     * operands.
     */
    private boolean probeOperands(AbstractInsnNode jump, int predicate) {
        AbstractInsnNode producer = jump.getPrevious();
        while (producer != null && producer.getOpcode() < 0 && !targets.contains(producer)) {
            producer = producer.getPrevious();
        }
        if (producer == null || producer.getOpcode() < 0) {
            return false;
        }
        MethodInsnNode replacement = null;
        int opcode = jump.getOpcode();
        switch (producer.getOpcode()) {
            case Opcodes.LCMP:
                replacement = call(DISTANCES, "compare", "(JJII)I");
                break;
            case Opcodes.FCMPL:
            case Opcodes.FCMPG:
                replacement = call(DISTANCES, "compare", "(FFII)I");
                break;
            case Opcodes.DCMPL:
            case Opcodes.DCMPG:
                replacement = call(DISTANCES, "compare", "(DDII)I");
                break;
            default:
                if (producer instanceof MethodInsnNode && opcode <= Opcodes.IFNE) {
                    replacement = Comparisons.replacement((MethodInsnNode) producer);
                }
        }
        if (replacement == null) {
            return false;
        }
        if (producer.getOpcode() == Opcodes.FCMPG || producer.getOpcode() == Opcodes.DCMPG) {
            opcode += Distances.NAN_IS_GREATER;
        }
        InsnList place = new InsnList();
        addPlace(place, predicate);
        place.add(number(opcode));
        code.insertBefore(producer, place);
        code.set(producer, replacement);
        replacements.put(producer, replacement);
        return true;
    }

    /** If the jump tests what was found in a map, replaces the lookup, which has the key. */
    private boolean rememberLookup(AbstractInsnNode jump, int predicate) {
        MethodInsnNode lookup = Comparisons.lookupBefore(jump, targets);
        if (lookup == null) {
            return false;
        }
        InsnList place = new InsnList();
        addPlace(place, predicate);
        MethodInsnNode replacement = Comparisons.replacementOfLookup(lookup);
        code.insertBefore(lookup, place);
        code.set(lookup, replacement);
        replacements.put(lookup, replacement);
        return true;
    }

    private void addPlace(InsnList list, int predicate) {
        list.add(number(predicate));
        list.add(new VarInsnNode(Opcodes.ILOAD, placeLocal));
        list.add(new InsnNode(Opcodes.IADD));
    }

    // Handlers.

    private void guardHandlers() {
        Set<LabelNode> done = new HashSet<>();
        for (TryCatchBlockNode block : List.copyOf(method.tryCatchBlocks)) {
            if (isBroad(block.type) && done.add(block.handler)) {
                guard(block);
            }
        }
    }

    /** Tells whether a handler of the type may catch the stop of a test, or an error of the JVM. */
    private static boolean isBroad(String type) {
        return type == null || type.equals("java/lang/Throwable") || type.equals("java/lang/Error")
            || type.equals("java/lang/VirtualMachineError")
            || type.equals("java/lang/StackOverflowError")
            || type.equals("java/lang/OutOfMemoryError");
    }

    /** A handler of `synchronized` must unlock before anything that throws; then it throws on. */
    private static boolean unlocks(TryCatchBlockNode block) {
        boolean hasUnlocked = false;
        AbstractInsnNode node = block.type == null ? block.handler : null;
        for (; node != null && !(node instanceof JumpInsnNode)
            && !(node instanceof MethodInsnNode); node = node.getNext()) {
            hasUnlocked |= node.getOpcode() == Opcodes.MONITOREXIT;
            if (node.getOpcode() == Opcodes.ATHROW) {
                return hasUnlocked;
            }
        }
        return false;
    }

    private void guard(TryCatchBlockNode block) {
        AbstractInsnNode last = block.handler;
        while (last.getNext() != null && last.getNext().getOpcode() < 0) {
            last = last.getNext();
        }
        InsnList probe = new InsnList();
        if (!unlocks(block)) {
            probe.add(new InsnNode(Opcodes.DUP));
            probe.add(call(PROBE, "caught", "(Ljava/lang/Throwable;)V"));
        }
        if (block.type == null) {
            probe.add(new InsnNode(Opcodes.DUP));
            probe.add(call(PROBE, "passed", "(Ljava/lang/Throwable;)V"));
        }
        LabelNode after = new LabelNode();
        probe.add(after);
        code.insert(last, probe);
        excludeGuard(block.handler, after);
    }

    /** A handler that covers itself would catch what its own guard throws, for ever. */
    private void excludeGuard(LabelNode handler, LabelNode after) {
        int at = positions.get(handler);
        List<TryCatchBlockNode> blocks = new ArrayList<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            int start = positions.getOrDefault(block.start, Integer.MAX_VALUE);
            int end = positions.getOrDefault(block.end, Integer.MAX_VALUE);
            if (block.handler != handler || start > at || end <= at) {
                blocks.add(block);
                continue;
            }
            if (start < at) {
                blocks.add(new TryCatchBlockNode(block.start, handler, handler, block.type));
            }
            blocks.add(new TryCatchBlockNode(after, block.end, handler, block.type));
        }
        method.tryCatchBlocks = blocks;
    }

    /** Probes of a class initialiser do not count, and its end is always recorded. */
    private void wrapInitialiser() {
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        for (AbstractInsnNode node : code.toArray()) {
            if (node.getOpcode() == Opcodes.RETURN) {
                code.insertBefore(node, call(PROBE, "leaveInitialiser", "()V"));
            }
        }
        InsnList begin = new InsnList();
        begin.add(call(PROBE, "enterInitialiser", "()V"));
        begin.add(start);
        code.insert(begin);
        code.add(end);
        if ((owner.version & 0xffff) >= Opcodes.V1_6) {
            code.add(new FrameNode(Opcodes.F_NEW, 0, new Object[0], 1,
                new Object[] {"java/lang/Throwable"}));
        }
        code.add(call(PROBE, "leaveInitialiser", "()V"));
        code.add(new InsnNode(Opcodes.ATHROW));
        method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
    }

    // Frames and small things.

    /** Our variable is live everywhere, so every frame lists it after all others. */
    private void extendFrames() {
        for (AbstractInsnNode node = code.getFirst(); node != null; node = node.getNext()) {
            if (!(node instanceof FrameNode)) {
                continue;
            }
            FrameNode frame = (FrameNode) node;
            List<Object> locals = new ArrayList<>(frame.local);
            int slots = 0;
            for (Object local : locals) {
                slots += local == Opcodes.LONG || local == Opcodes.DOUBLE ? 2 : 1;
            }
            for (; slots < placeLocal; slots++) {
                locals.add(Opcodes.TOP);
            }
            locals.add(Opcodes.INTEGER);
            frame.local = locals;
        }
    }

    static MethodInsnNode call(String owner, String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    }

    static AbstractInsnNode number(int value) {
        if (value >= -1 && value <= 5) {
            return new InsnNode(Opcodes.ICONST_0 + value);
        }
        if (value == (byte) value) {
            return new IntInsnNode(Opcodes.BIPUSH, value);
        }
        if (value == (short) value) {
            return new IntInsnNode(Opcodes.SIPUSH, value);
        }
        return new LdcInsnNode(value);
    }
}
