// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Methods of the JDK whose result hides a distance, and their replacements. */
final class Comparisons {
    private static final String STRING = "java/lang/String";
    /**
     * For instance methods of String: the replacement has the same name and the string as first
     * argument.
     */
    private static final Map<String, String> OF_STRINGS = Map.of(
        "equalsIgnoreCase(Ljava/lang/String;)Z", "(Ljava/lang/String;Ljava/lang/String;II)Z",
        "startsWith(Ljava/lang/String;)Z", "(Ljava/lang/String;Ljava/lang/String;II)Z",
        "startsWith(Ljava/lang/String;I)Z", "(Ljava/lang/String;Ljava/lang/String;III)Z",
        "endsWith(Ljava/lang/String;)Z", "(Ljava/lang/String;Ljava/lang/String;II)Z",
        "contains(Ljava/lang/CharSequence;)Z", "(Ljava/lang/String;Ljava/lang/CharSequence;II)Z",
        "isEmpty()Z", "(Ljava/lang/String;II)Z");
    private static final Set<String> WITH_EQUALS = Set.of(STRING, "java/lang/Object",
        "java/lang/Integer", "java/lang/Long", "java/lang/Short", "java/lang/Byte",
        "java/lang/Character");
    private static final String OF_OBJECTS = "(Ljava/lang/Object;Ljava/lang/Object;II)Z";

    private static final Set<String> COLLECTIONS = Set.of("java/util/ArrayList",
        "java/util/Collection", "java/util/Deque", "java/util/HashMap", "java/util/HashSet",
        "java/util/Hashtable", "java/util/LinkedHashMap", "java/util/LinkedHashSet",
        "java/util/LinkedList", "java/util/List", "java/util/Map", "java/util/NavigableMap",
        "java/util/NavigableSet", "java/util/Properties", "java/util/Queue", "java/util/Set",
        "java/util/SortedMap", "java/util/SortedSet", "java/util/TreeMap", "java/util/TreeSet",
        "java/util/Vector", "java/util/concurrent/ConcurrentHashMap",
        "java/util/concurrent/ConcurrentMap");
    /** Maps with a method `contains` for their values. */
    private static final Set<String> CONTAINING_VALUES = Set.of("java/util/Hashtable",
        "java/util/Properties", "java/util/concurrent/ConcurrentHashMap");
    private static final Set<String> OF_MAPS = Set.of("containsKey", "containsValue");

    private Comparisons() {}

    /** The call that behaves the same and records, or null: not a comparison that we know. */
    static MethodInsnNode replacement(MethodInsnNode call) {
        String key = call.name + call.desc;
        if (call.getOpcode() == Opcodes.INVOKESTATIC) {
            return call.owner.equals("java/util/Objects")
                && key.equals("equals(Ljava/lang/Object;Ljava/lang/Object;)Z")
                ? stand("objectsEqual", OF_OBJECTS) : null;
        }
        if (isOfCollection(call) && call.desc.equals("(Ljava/lang/Object;)Z")) {
            boolean isOfMap = OF_MAPS.contains(call.name);
            if (call.name.equals("contains") && !CONTAINING_VALUES.contains(call.owner)) {
                return lookup("contains", "(Ljava/util/Collection;Ljava/lang/Object;II)Z");
            }
            if (isOfMap || call.name.equals("contains")) {
                return lookup(isOfMap ? call.name : "containsValue",
                    "(Ljava/util/Map;Ljava/lang/Object;II)Z");
            }
        }
        if (call.getOpcode() != Opcodes.INVOKEVIRTUAL) {
            return null;
        }
        if (key.equals("equals(Ljava/lang/Object;)Z") && WITH_EQUALS.contains(call.owner)) {
            return stand("equals", OF_OBJECTS);
        }
        String descriptor = call.owner.equals(STRING) ? OF_STRINGS.get(key) : null;
        return descriptor == null ? null : stand(call.name, descriptor);
    }

    /**
     * The lookup of a map's value that a jump on null tests, in its own expression or by the
     * variable that was just set; or null.
     */
    static MethodInsnNode lookupBefore(AbstractInsnNode jump, Set<LabelNode> targets) {
        AbstractInsnNode node = before(jump, targets);
        if (node != null && node.getOpcode() == Opcodes.ALOAD) {
            int variable = ((VarInsnNode) node).var;
            node = before(node, targets);
            if (node == null || node.getOpcode() != Opcodes.ASTORE
                || ((VarInsnNode) node).var != variable) {
                return null;
            }
            node = before(node, targets);
        } else if (node != null && node.getOpcode() == Opcodes.ASTORE) {
            node = before(node, targets);
            node = node != null && node.getOpcode() == Opcodes.DUP ? before(node, targets) : null;
        }
        if (node != null && node.getOpcode() == Opcodes.CHECKCAST) {
            node = before(node, targets);
        }
        return node instanceof MethodInsnNode && replacementOfLookup((MethodInsnNode) node) != null
            ? (MethodInsnNode) node : null;
    }

    /** The call that behaves the same and remembers what was missed, or null: no lookup. */
    static MethodInsnNode replacementOfLookup(MethodInsnNode call) {
        String key = call.name + call.desc;
        if (!isOfCollection(call)) {
            return null;
        }
        if (key.equals("get(Ljava/lang/Object;)Ljava/lang/Object;")) {
            return lookup("get", "(Ljava/util/Map;Ljava/lang/Object;I)Ljava/lang/Object;");
        }
        return call.owner.equals("java/util/Properties")
            && key.equals("getProperty(Ljava/lang/String;)Ljava/lang/String;")
            ? lookup("getProperty", "(Ljava/util/Properties;Ljava/lang/String;I)Ljava/lang/String;")
            : null;
    }

    /** The instruction before, unless a jump leads between the two. */
    private static AbstractInsnNode before(AbstractInsnNode node, Set<LabelNode> targets) {
        AbstractInsnNode previous = node.getPrevious();
        while (previous != null && previous.getOpcode() < 0 && !targets.contains(previous)) {
            previous = previous.getPrevious();
        }
        return previous == null || previous.getOpcode() < 0 ? null : previous;
    }

    /** Not a call by `super`: it skips the object's own method. */
    private static boolean isOfCollection(MethodInsnNode call) {
        boolean isOfObject = call.getOpcode() == Opcodes.INVOKEVIRTUAL
            || call.getOpcode() == Opcodes.INVOKEINTERFACE;
        return isOfObject && COLLECTIONS.contains(call.owner);
    }

    private static MethodInsnNode lookup(String name, String descriptor) {
        return MethodInstrumenter.call("sbst/rt/Lookups", name, descriptor);
    }

    private static MethodInsnNode stand(String name, String descriptor) {
        return MethodInstrumenter.call("sbst/rt/Distances", name, descriptor);
    }
}
