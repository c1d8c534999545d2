// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Probes at instructions that make arrays or texts, so that no test fills the heap with one huge
 * array, or with a text that a loop makes twice as long each time.
 */
final class Allocations {
    private static final String PROBE = "sbst/rt/Probe";
    private static final int REFERENCE = 4;
    /**
     * Constructors of the JDK whose only argument is a number of elements, with the bytes per
     * element.
     */
    private static final Map<String, Integer> CONSTRUCTORS = Map.ofEntries(
        Map.entry("java/io/ByteArrayOutputStream", 1), Map.entry("java/io/CharArrayWriter", 2),
        Map.entry("java/io/StringWriter", 1), Map.entry("java/lang/StringBuffer", 1),
        Map.entry("java/lang/StringBuilder", 1), Map.entry("java/util/ArrayDeque", REFERENCE),
        Map.entry("java/util/ArrayList", REFERENCE), Map.entry("java/util/HashMap", REFERENCE),
        Map.entry("java/util/HashSet", REFERENCE), Map.entry("java/util/Hashtable", REFERENCE),
        Map.entry("java/util/IdentityHashMap", 2 * REFERENCE),
        Map.entry("java/util/LinkedHashMap", REFERENCE),
        Map.entry("java/util/LinkedHashSet", REFERENCE),
        Map.entry("java/util/PriorityQueue", REFERENCE), Map.entry("java/util/Vector", REFERENCE),
        Map.entry("java/util/WeakHashMap", REFERENCE),
        Map.entry("java/util/concurrent/ConcurrentHashMap", REFERENCE));

    private static final Set<String> TEXT_MAKERS = Set.of("java/lang/String",
        "java/lang/StringBuilder", "java/lang/StringBuffer", "java/util/StringJoiner");
    private static final Set<String> BUILDERS =
        Set.of("java/lang/StringBuilder", "java/lang/StringBuffer");
    private static final Set<String> TEXTS = Set.of("append(Ljava/lang/CharSequence;)",
        "append(Ljava/lang/Object;)", "append(Ljava/lang/String;)",
        "append(Ljava/lang/StringBuffer;)", "insert(ILjava/lang/CharSequence;)",
        "insert(ILjava/lang/Object;)", "insert(ILjava/lang/String;)");
    private static final String RETURNS_TEXT = ")Ljava/lang/String;";

    private Allocations() {}

    /** An array of one dimension: its length is on the stack. */
    static void probe(InsnList code, AbstractInsnNode node) {
        int size = node.getOpcode() == Opcodes.NEWARRAY
            ? sizeOf(((IntInsnNode) node).operand) : REFERENCE;
        probe(code, node, size);
    }

    private static void probe(InsnList code, AbstractInsnNode node, int size) {
        code.insertBefore(node, new InsnNode(Opcodes.DUP));
        code.insertBefore(node, MethodInstrumenter.number(size));
        code.insertBefore(node, MethodInstrumenter.call(PROBE, "allocate", "(II)V"));
    }

    /** Several dimensions; their lengths go through local variables from `local` on. */
    static void probe(InsnList code, MultiANewArrayInsnNode node, int local) {
        InsnList probe = new InsnList();
        for (int i = node.dims; i-- > 0;) {
            probe.add(new VarInsnNode(Opcodes.ISTORE, local + i));
        }
        Type element = Type.getType(node.desc.substring(node.dims));
        probe.add(MethodInstrumenter.number(sizeOf(element)));
        probe.add(new InsnNode(Opcodes.I2L));
        for (int i = node.dims; i-- > 0;) {
            probe.add(new VarInsnNode(Opcodes.ILOAD, local + i));
            probe.add(MethodInstrumenter.call(PROBE, "arrayOf", "(JI)J"));
        }
        probe.add(MethodInstrumenter.call(PROBE, "allocate", "(J)V"));
        for (int i = 0; i < node.dims; i++) {
            probe.add(new VarInsnNode(Opcodes.ILOAD, local + i));
        }
        code.insertBefore(node, probe);
    }

    /** A call to the JDK whose last argument is the size of an array. */
    static void probe(InsnList code, MethodInsnNode call) {
        int size = 0;
        if (call.getOpcode() == Opcodes.INVOKESPECIAL && call.desc.equals("(I)V")
            && call.name.equals("<init>")) {
            size = CONSTRUCTORS.getOrDefault(call.owner, 0);
        } else if (call.getOpcode() == Opcodes.INVOKESTATIC && call.name.equals("copyOf")
            && call.owner.equals("java/util/Arrays")) {
            Type[] parameters = Type.getArgumentTypes(call.desc);
            size = parameters.length == 2 ? sizeOf(parameters[0].getElementType()) : 0;
        } else if (call.name.equals("repeat") && call.owner.equals("java/lang/String")) {
            // By the number of times: the length of the text is not on the stack's top.
            size = 1;
        }
        if (size > 0) {
            probe(code, call, size);
        }
    }

    /** A call that puts a text into a builder, or returns one that it made. */
    static void probeText(InsnList code, MethodInsnNode call) {
        if (BUILDERS.contains(call.owner) && TEXTS.contains(
            call.name + call.desc.substring(0, call.desc.indexOf(')') + 1))) {
            code.insertBefore(call, textOnTop());
        } else if (TEXT_MAKERS.contains(call.owner) && call.desc.endsWith(RETURNS_TEXT)) {
            code.insert(call, textOnTop());
        }
    }

    /** The operator + of texts. */
    static void probeText(InsnList code, InvokeDynamicInsnNode node) {
        if (node.bsm.getOwner().equals("java/lang/invoke/StringConcatFactory")) {
            code.insert(node, textOnTop());
        }
    }

    private static InsnList textOnTop() {
        InsnList probe = new InsnList();
        probe.add(new InsnNode(Opcodes.DUP));
        probe.add(MethodInstrumenter.call(PROBE, "text", "(Ljava/lang/Object;)V"));
        return probe;
    }

    private static int sizeOf(int newArrayOperand) {
        switch (newArrayOperand) {
            case Opcodes.T_LONG:
            case Opcodes.T_DOUBLE: return 8;
            case Opcodes.T_INT:
            case Opcodes.T_FLOAT: return 4;
            case Opcodes.T_CHAR:
            case Opcodes.T_SHORT: return 2;
            default: return 1;
        }
    }

    private static int sizeOf(Type element) {
        switch (element.getSort()) {
            case Type.LONG:
            case Type.DOUBLE: return 8;
            case Type.CHAR:
            case Type.SHORT: return 2;
            case Type.BYTE:
            case Type.BOOLEAN: return 1;
            default: return REFERENCE;
        }
    }
}
