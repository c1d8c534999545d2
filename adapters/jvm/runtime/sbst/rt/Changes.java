// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * State that may have been written since it was last restored, so that tests without writes cost
 * nothing. Fields are identified by the number of their name: instructions can name a field's class
 * in several ways.
 */
public final class Changes {
    private static final String NAME = "sbst/rt/Changes";
    /** Names beyond this number share numbers. */
    private static final int MOST_NAMES = 1 << 12;
    /** Calls that can write fields without naming them in an instruction. */
    private static final Set<String> WRITERS = Set.of("java/lang/invoke/MethodHandle",
        "java/lang/invoke/VarHandle", "java/lang/reflect/Field", "jdk/internal/misc/Unsafe",
        "sun/misc/Unsafe", "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
        "java/util/concurrent/atomic/AtomicLongFieldUpdater",
        "java/util/concurrent/atomic/AtomicReferenceFieldUpdater");

    /**
     * Read when state is restored, written by instrumented code; indexed by the number of the
     * field's name.
     */
    public static final boolean[] FIELDS = new boolean[MOST_NAMES];
    /** Some of them. */
    public static boolean fields = true;
    /** Any field. */
    public static boolean anyField = true;
    /** Some code writes without a probe, at unknown times. */
    static volatile boolean isBlind;
    /** A collection of a class instrumented by {@link JdkChanges}; written by the JDK's code. */
    public static boolean collections = true;
    /** A file may have been made. */
    public static boolean files = true;

    private static final Map<String, Integer> NUMBERS = new HashMap<>();

    private Changes() {}

    static synchronized int numberOf(String fieldName) {
        return NUMBERS.computeIfAbsent(fieldName, name -> NUMBERS.size() % MOST_NAMES);
    }

    /** In methods of the JDK that make files. */
    public static void file() {
        files = true;
    }

    /** Adds a probe to an instruction of the subject that may write to the state of a snapshot. */
    static void probe(InsnList code, AbstractInsnNode node, ClassNode owner, MethodNode method) {
        if (node instanceof FieldInsnNode) {
            FieldInsnNode field = (FieldInsnNode) node;
            boolean isWrite =
                field.getOpcode() == Opcodes.PUTFIELD || field.getOpcode() == Opcodes.PUTSTATIC;
            if (isWrite && !initialises(field, owner, method)) {
                probeField(code, field);
            }
        } else if (node instanceof InvokeDynamicInsnNode) {
            for (Object argument : ((InvokeDynamicInsnNode) node).bsmArgs) {
                isBlind |= argument instanceof Handle
                    && isWriter(((Handle) argument).getOwner(), ((Handle) argument).getName());
            }
        } else if (node instanceof MethodInsnNode
            && isWriter(((MethodInsnNode) node).owner, ((MethodInsnNode) node).name)) {
            code.insertBefore(node, new InsnNode(Opcodes.ICONST_1));
            code.insertBefore(node, new FieldInsnNode(Opcodes.PUTSTATIC, NAME, "anyField", "Z"));
        }
    }

    private static boolean isWriter(String owner, String method) {
        boolean isField = owner.equals("java/lang/reflect/Field");
        return WRITERS.contains(owner)
            && (isField ? method.startsWith("set") : !method.equals("get"));
    }

    /** Snapshots are taken once their classes are initialised; a class may name inherited fields. */
    private static boolean initialises(FieldInsnNode field, ClassNode owner, MethodNode method) {
        return method.name.equals("<clinit>") && field.owner.equals(owner.name)
            && owner.fields.stream().anyMatch(own -> own.name.equals(field.name));
    }

    private static void probeField(InsnList code, FieldInsnNode field) {
        code.insertBefore(field, new FieldInsnNode(Opcodes.GETSTATIC, NAME, "FIELDS", "[Z"));
        code.insertBefore(field, MethodInstrumenter.number(numberOf(field.name)));
        code.insertBefore(field, new InsnNode(Opcodes.ICONST_1));
        code.insertBefore(field, new InsnNode(Opcodes.BASTORE));
        code.insertBefore(field, new InsnNode(Opcodes.ICONST_1));
        code.insertBefore(field, new FieldInsnNode(Opcodes.PUTSTATIC, NAME, "fields", "Z"));
    }
}
