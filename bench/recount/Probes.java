// SPDX-License-Identifier: Apache-2.0
// Puts probes into the class under test, at lines, entries and jumps, and around the calls of a test.
// Next: Recorder.java, to which they report.

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

final class Probes
{
    private Probes() {}

    /// The ways of a jump or switch; 0 for other instructions.
    static int outcomes(AbstractInsnNode each)
    {
        if (each instanceof JumpInsnNode)
        {
            return each.getOpcode() == Opcodes.GOTO || each.getOpcode() == Opcodes.JSR ? 0 : 2;
        }
        return each instanceof TableSwitchInsnNode table    ? table.labels.size() + 1
            : each instanceof LookupSwitchInsnNode lookup ? lookup.labels.size() + 1
                                                          : 0;
    }

    private static AbstractInsnNode call(String name, String descriptor)
    {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, "Recorder", name, descriptor, false);
    }

    /// Adds a probe to each line and each jump of a class. Probes copy operands and compare them
    /// themselves, so that no frame changes.
    static byte[] withProbes(byte[] bytes)
    {
        final ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        for (MethodNode method : node.methods)
        {
            final InsnList code = method.instructions;
            int index = 0;
            // Compilers give a bridge the line of its class.
            final boolean hasLines = (method.access & Opcodes.ACC_BRIDGE) == 0;
            int line = 0;
            final Map<Integer, Integer> lines = new TreeMap<>();
            for (AbstractInsnNode each : code.toArray())
            {
                if (each instanceof LineNumberNode mark)
                {
                    line = mark.line;
                }
                // A jump may also enter a line in its middle.
                if (hasLines && line > 0 && (each instanceof LineNumberNode ||
                    each instanceof LabelNode && !isBeforeLine(each)))
                {
                    final int site = lines.computeIfAbsent(line,
                        number -> Recorder.site(String.join("\t", "L", node.name, method.name,
                            method.desc, "" + number)));
                    final AbstractInsnNode place = beforeInstruction(each);
                    code.insert(place, call("hit", "(I)V"));
                    code.insert(place, new LdcInsnNode(site));
                    continue;
                }
                if (each.getOpcode() < 0)
                {
                    continue;
                }
                if (outcomes(each) > 0)
                {
                    final String key = String.join("\t", "B", node.name, method.name, method.desc,
                        "" + index, "" + line);
                    probeJump(code, each, key);
                }
                if (method.name.equals("<clinit>") && each.getOpcode() == Opcodes.RETURN)
                {
                    code.insertBefore(each, call("leave", "()V"));
                }
                ++index;
            }
            if (method.name.equals("<clinit>"))
            {
                code.insert(call("enter", "()V"));
            }
            else if (code.size() > 0)
            {
                final String key = String.join("\t", "E", node.name, method.name, method.desc);
                code.insert(call("hit", "(I)V"));
                code.insert(new LdcInsnNode(Recorder.site(key)));
            }
        }
        final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static boolean isBeforeLine(AbstractInsnNode label)
    {
        AbstractInsnNode next = label.getNext();
        while (next != null && next.getOpcode() < 0 && !(next instanceof LineNumberNode))
        {
            next = next.getNext();
        }
        return next == null || next instanceof LineNumberNode;
    }

    /// The last mark before the next instruction or line, where a probe stands after the frame. A
    /// new object's frame then names a wrong place, so the JVM must not verify.
    private static AbstractInsnNode beforeInstruction(AbstractInsnNode mark)
    {
        AbstractInsnNode place = mark;
        while (place.getNext() != null && place.getNext().getOpcode() < 0 &&
            !(place.getNext() instanceof LineNumberNode))
        {
            place = place.getNext();
        }
        return place;
    }

    private static void probeJump(InsnList code, AbstractInsnNode each, String key)
    {
        final int opcode = each.getOpcode();
        final InsnList probe = new InsnList();
        if (each instanceof JumpInsnNode)
        {
            final int taken = Recorder.site(key + "\ttrue");
            final int other = Recorder.site(key + "\tfalse");
            assert other == taken + 1;
            final boolean isPair = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
            final boolean isObject = opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL ||
                opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE;
            final String operand = isObject ? "Ljava/lang/Object;" : "I";
            probe.add(new InsnNode(isPair ? Opcodes.DUP2 : Opcodes.DUP));
            probe.add(new LdcInsnNode(opcode));
            probe.add(new LdcInsnNode(taken));
            probe.add(call("jump", "(" + operand + (isPair ? operand : "") + "II)V"));
        }
        else
        {
            final Map<LabelNode, List<Integer>> targets = targets(each);
            final int first = Recorder.site(key + "\tdefault");
            final Map<Integer, Integer> sites = new TreeMap<>();
            for (List<Integer> cases : targets.values())
            {
                final String text = cases.toString();
                final int site = Recorder.site(key + "\tcase " + text.substring(1, text.length() - 1));
                cases.forEach(value -> sites.put(value, site));
            }
            Recorder.switches.put(first, sites);
            probe.add(new InsnNode(Opcodes.DUP));
            probe.add(new LdcInsnNode(first));
            probe.add(call("choose", "(II)V"));
        }
        code.insertBefore(each, probe);
    }

    /// The values of each target of a switch; those that go where the default goes are not among the
    /// source's cases.
    private static Map<LabelNode, List<Integer>> targets(AbstractInsnNode each)
    {
        final Map<LabelNode, List<Integer>> found = new LinkedHashMap<>();
        if (each instanceof TableSwitchInsnNode table)
        {
            for (int value = table.min; value <= table.max; ++value)
            {
                found.computeIfAbsent(table.labels.get(value - table.min),
                    label -> new ArrayList<>()).add(value);
            }
            found.remove(table.dflt);
        }
        else if (each instanceof LookupSwitchInsnNode lookup)
        {
            for (int i = 0; i < lookup.keys.size(); ++i)
            {
                found.computeIfAbsent(lookup.labels.get(i), label -> new ArrayList<>())
                    .add(lookup.keys.get(i));
            }
            found.remove(lookup.dflt);
        }
        return found;
    }

    /// Adds a probe before and after each call of a test class.
    static byte[] withCalls(byte[] bytes)
    {
        final ClassReader reader = new ClassReader(bytes);
        final ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        final String test = reader.getClassName();
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions)
            {
                return new Calls(
                    super.visitMethod(access, name, descriptor, signature, exceptions), access,
                    name, descriptor, test);
            }
        }, ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    private static final class Calls extends GeneratorAdapter
    {
        private final String test;
        private final String name;

        Calls(MethodVisitor next, int access, String name, String descriptor, String test)
        {
            super(Opcodes.ASM9, next, access, name, descriptor);
            this.test = test;
            this.name = name;
        }

        @Override
        public void visitMethodInsn(
            int opcode, String owner, String called, String descriptor, boolean isInterface)
        {
            final boolean isAssert = owner.startsWith("org/junit/");
            if (isAssert || owner.equals(test) || (called.equals("<init>") && name.equals("<init>")))
            {
                super.visitMethodInsn(opcode, owner, called, descriptor, isInterface);
                if (called.equals("assertThrows") || called.equals("assertThrowsExactly"))
                {
                    dup();
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, "Recorder", "thrown",
                        "(Ljava/lang/Object;)V", false);
                }
                return;
            }
            final String method = name.startsWith("lambda$") ? name.split("\\$")[1] : name;
            final int site = Recorder.call(test, method, owner, called, descriptor);
            final Type[] types = Type.getArgumentTypes(descriptor);
            if (opcode == Opcodes.INVOKESTATIC || called.equals("<init>"))
            {
                // Something that is not null, and no receiver.
                push(site);
                valueOf(Type.INT_TYPE);
                before(site);
            }
            else
            {
                final int[] locals = new int[types.length];
                for (int i = types.length - 1; i >= 0; --i)
                {
                    locals[i] = newLocal(types[i]);
                    storeLocal(locals[i]);
                }
                dup();
                before(site);
                for (int i = 0; i < types.length; ++i)
                {
                    loadLocal(locals[i]);
                }
            }
            super.visitMethodInsn(opcode, owner, called, descriptor, isInterface);
            final Type result = Type.getReturnType(descriptor);
            if (result.getSort() == Type.VOID)
            {
                visitInsn(Opcodes.ACONST_NULL);
            }
            else
            {
                visitInsn(result.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
                if (result.getSort() < Type.ARRAY)
                {
                    valueOf(result);
                }
            }
            push(site);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, "Recorder", "after",
                "(Ljava/lang/Object;I)V", false);
        }

        private void before(int site)
        {
            push(site);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, "Recorder", "before",
                "(Ljava/lang/Object;I)V", false);
        }

        /// valueOf() of the box of a primitive, without a probe.
        @Override
        public void valueOf(Type type)
        {
            final Map<Integer, String> boxes = Map.of(Type.BOOLEAN, "Boolean", Type.CHAR,
                "Character", Type.BYTE, "Byte", Type.SHORT, "Short", Type.INT, "Integer",
                Type.FLOAT, "Float", Type.LONG, "Long", Type.DOUBLE, "Double");
            final String box = "java/lang/" + boxes.get(type.getSort());
            super.visitMethodInsn(Opcodes.INVOKESTATIC, box, "valueOf",
                "(" + type.getDescriptor() + ")L" + box + ";", false);
        }
    }
}
