// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes methods of collections that call the same method of their elements report it to
 * {@link Probe#inJdk}: a list or map that contains itself calls them without end, and no code of the
 * subject is between two calls. They use no steps, because the JDK calls them for itself too.
 */
final class JdkDepth {
    private static final List<String> CLASSES = List.of("java/util/AbstractCollection",
        "java/util/AbstractList", "java/util/AbstractMap", "java/util/AbstractSet",
        "java/util/ArrayList", "java/util/Hashtable");
    private static final Set<String> METHODS = Set.of("equals", "hashCode", "toString");

    private JdkDepth() {}

    /** Internal names of the classes that need the methods of {@link #reporting}. */
    static List<String> classes() {
        return CLASSES;
    }

    static byte[] reporting(String internalName) throws IOException {
        return JdkClass.rewritten(internalName, "JdkDepth",
            (method, descriptor, next) -> reported(internalName, method, next));
    }

    /** The method with its report, if it needs one; for those who rewrite the class as well. */
    static MethodVisitor reported(String internalName, String method, MethodVisitor next) {
        return CLASSES.contains(internalName) && METHODS.contains(method)
            ? new Reporting(next) : next;
    }

    private static final class Reporting extends MethodVisitor {
        Reporting(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitMethodInsn(Opcodes.INVOKESTATIC, "sbst/rt/Probe", "inJdk", "()V", false);
        }
    }
}
