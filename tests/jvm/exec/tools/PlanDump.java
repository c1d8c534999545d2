// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * Writes where the branches, lines and static fields of classes are, so that tests of the executor
 * need no analysis. Arguments: OUTPUT JAR_OR_FOLDER CLASS... (internal names).
 *
 * <pre>
 * C name | M name descriptor | B instruction | S instruction defaultWay way... | L instruction line
 * F owner name descriptor final | K access name descriptor (a method that others may call)
 * </pre>
 */
public final class PlanDump {
    private PlanDump() {}

    public static void main(String[] arguments) throws IOException {
        URL[] urls = {Path.of(arguments[1]).toUri().toURL()};
        try (PrintStream out = new PrintStream(arguments[0]);
            URLClassLoader loader = new URLClassLoader(urls, null)) {
            for (int i = 2; i < arguments.length; i++) {
                try (InputStream in = loader.getResourceAsStream(arguments[i] + ".class")) {
                    ClassNode node = new ClassNode();
                    new ClassReader(in).accept(node, ClassReader.SKIP_FRAMES);
                    dump(node, out);
                }
            }
        }
    }

    private static void dump(ClassNode node, PrintStream out) {
        out.println("C " + node.name);
        for (MethodNode method : node.methods) {
            if (method.instructions.size() == 0) {
                continue;
            }
            out.println("M " + method.name + " " + method.desc);
            if ((method.access & Opcodes.ACC_PUBLIC) != 0) {
                out.println("K " + method.access + " " + method.name + " " + method.desc);
            }
            int ordinal = 0;
            for (AbstractInsnNode insn : method.instructions) {
                dump(insn, ordinal, out);
                ordinal += insn.getOpcode() >= 0 ? 1 : 0;
            }
        }
        for (FieldNode field : node.fields) {
            boolean isFinal = (field.access & Opcodes.ACC_FINAL) != 0;
            boolean isObject = field.desc.length() > 1 && !field.desc.equals("Ljava/lang/String;");
            if ((field.access & Opcodes.ACC_STATIC) != 0 && (!isFinal || isObject)
                && (field.access & Opcodes.ACC_SYNTHETIC) == 0) {
                out.println("F " + node.name + " " + field.name + " " + field.desc + " "
                    + (isFinal ? 1 : 0));
            }
        }
    }

    private static void dump(AbstractInsnNode insn, int ordinal, PrintStream out) {
        if (insn instanceof JumpInsnNode && insn.getOpcode() != Opcodes.GOTO
            && insn.getOpcode() != Opcodes.JSR) {
            out.println("B " + ordinal);
        } else if (insn instanceof TableSwitchInsnNode) {
            TableSwitchInsnNode table = (TableSwitchInsnNode) insn;
            dumpSwitch(ordinal, table.dflt, table.labels, out);
        } else if (insn instanceof LookupSwitchInsnNode) {
            LookupSwitchInsnNode table = (LookupSwitchInsnNode) insn;
            dumpSwitch(ordinal, table.dflt, table.labels, out);
        } else if (insn instanceof LineNumberNode) {
            out.println("L " + ordinal + " " + ((LineNumberNode) insn).line);
        }
    }

    private static void dumpSwitch(
        int ordinal, LabelNode other, List<LabelNode> labels, PrintStream out) {
        Map<LabelNode, Integer> ways = new LinkedHashMap<>();
        ways.put(other, 0);
        List<String> row = new ArrayList<>();
        for (LabelNode label : labels) {
            ways.putIfAbsent(label, ways.size());
            row.add(String.valueOf(ways.get(label)));
        }
        out.println("S " + ordinal + " 0 " + String.join(" ", row));
    }
}
