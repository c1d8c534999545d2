// SPDX-License-Identifier: Apache-2.0
// Tells the recorder when the calls of a JUnit test begin and end: what its assertions ask of objects
// is not part of the test that our trace was made of. Next: Referee.java.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

final class Calls {
    private final ClassNode owner = new ClassNode();
    private final List<MethodInsnNode> invoked = new ArrayList<>();
    private final Map<MethodInsnNode, MethodNode> methods = new HashMap<>();
    private final Set<MethodNode> used = new HashSet<>();

    Calls(byte[] bytes) {
        new ClassReader(bytes).accept(owner, ClassReader.SKIP_FRAMES);
    }

    /** Returns the class whose method tells; `missing` gets the calls that it does not have. */
    byte[] write(String test, List<String> calls, List<String> missing) {
        collect(owner.methods.stream().filter(one -> one.name.equals(test)).findFirst().get());
        int n = invoked.size();
        int m = calls.size();
        // The longest common sequence, each call as early as possible: assertions follow the calls.
        int[][] common = new int[n + 1][m + 1];
        for (int i = n - 1; i >= 0; i--) {
            for (int j = m - 1; j >= 0; j--) {
                common[i][j] = is(invoked.get(i), calls.get(j))
                    ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        int i = 0;
        for (int j = 0; j < m; j++) {
            int at = i;
            while (at < n && !(is(invoked.get(at), calls.get(j)) && common[i][j] == common[at + 1][j + 1] + 1)) {
                at++;
            }
            if (at == n) {
                missing.add(calls.get(j));
                continue;
            }
            watch(invoked.get(at));
            i = at + 1;
        }
        for (MethodNode method : used) {
            stopAfterFailures(method);
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        owner.accept(writer);
        return writer.toByteArray();
    }

    /** Calls in their order; a lambda is run where it is made, by assertThrows. */
    private void collect(MethodNode method) {
        if (!used.add(method)) {
            return;
        }
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof MethodInsnNode) {
                MethodInsnNode call = (MethodInsnNode) node;
                invoked.add(call);
                methods.put(call, method);
                if (call.owner.equals(owner.name) && !call.name.equals("<init>")) {
                    owner.methods.stream().filter(one -> one.name.equals(call.name) && one.desc.equals(call.desc))
                        .forEach(this::collect);
                }
            } else if (node instanceof InvokeDynamicInsnNode) {
                for (Object argument : ((InvokeDynamicInsnNode) node).bsmArgs) {
                    if (argument instanceof Handle && ((Handle) argument).getOwner().equals(owner.name)) {
                        Handle handle = (Handle) argument;
                        owner.methods.stream()
                            .filter(one -> one.name.equals(handle.getName()) && one.desc.equals(handle.getDesc()))
                            .forEach(this::collect);
                    }
                }
            }
        }
    }

    private static boolean is(MethodInsnNode node, String call) {
        String type = node.owner.replace('/', '.').replace('$', '.');
        return node.name.equals("<init>") ? type.equals(call.replace('$', '.')) : node.name.equals(call);
    }

    private void watch(MethodInsnNode node) {
        MethodNode method = methods.get(node);
        method.instructions.insertBefore(node, Mutator.call("on", "()V"));
        method.instructions.insert(node, Mutator.call("off", "()V"));
    }

    private static void stopAfterFailures(MethodNode method) {
        for (AbstractInsnNode node : method.instructions.toArray()) {
            if (node instanceof MethodInsnNode && ((MethodInsnNode) node).name.equals("assertThrows")) {
                method.instructions.insert(node, Mutator.call("off", "()V"));
            }
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            method.instructions.insert(block.handler, Mutator.call("off", "()V"));
        }
    }
}
