// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Puts probes into a class: those of the plan if it is under test, otherwise only those that bound
 * and stop a test.
 */
final class Instrumenter {
    private final Plan plan;
    /** Classes with a method that is too large for its probes. */
    private final Set<String> limited = new HashSet<>();

    Instrumenter(Plan plan) {
        this.plan = plan;
    }

    /**
     * Tells whether a class is the same in each worker and its rewriting has no effect on anything
     * else. Probes of goals have numbers that depend on the order of loading.
     */
    boolean isAlwaysTheSame(String internalName) {
        return !plan.classes.containsKey(internalName) && !limited.contains(internalName);
    }

    byte[] instrument(String internalName, byte[] bytes) {
        Map<String, Plan.Method> methods = plan.classes.get(internalName);
        Set<String> unmutated = new HashSet<>();
        Set<String> left = new HashSet<>();
        while (true) {
            try {
                return instrument(bytes, methods, unmutated, left);
            } catch (MethodTooLargeException e) {
                limited.add(internalName);
                String key = e.getMethodName() + e.getDescriptor();
                Plan.Method goals = methods == null ? null : methods.get(key);
                if (goals != null && !goals.mutations.isEmpty() && unmutated.add(key)) {
                    if (plan.switchesMutants) {
                        ActiveMutant.drop(goals.mutations);
                    }
                    continue;
                }
                // With probes the method is beyond 64 KB: it runs without probes and may write
                // anything.
                Changes.isBlind = true;
                if (!left.add(key)) {
                    throw e;
                }
            }
        }
    }

    private byte[] instrument(byte[] bytes, Map<String, Plan.Method> methods,
        Set<String> unmutated, Set<String> left) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.EXPAND_FRAMES);
        for (MethodNode method : node.methods) {
            String key = method.name + method.desc;
            if (method.instructions.size() > 0 && !left.contains(key)) {
                Plan.Method goals = methods == null ? null : methods.get(key);
                boolean hasMutants = !unmutated.contains(key);
                new MethodInstrumenter(node, method, goals, plan, hasMutants).run();
            }
        }
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }
}
