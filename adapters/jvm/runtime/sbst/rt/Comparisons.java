// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;

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

    private Comparisons() {}

    /** The call that behaves the same and records, or null: not a comparison that we know. */
    static MethodInsnNode replacement(MethodInsnNode call) {
        String key = call.name + call.desc;
        if (call.getOpcode() == Opcodes.INVOKESTATIC) {
            return call.owner.equals("java/util/Objects")
                && key.equals("equals(Ljava/lang/Object;Ljava/lang/Object;)Z")
                ? stand("objectsEqual", OF_OBJECTS) : null;
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

    private static MethodInsnNode stand(String name, String descriptor) {
        return MethodInstrumenter.call("sbst/rt/Distances", name, descriptor);
    }
}
