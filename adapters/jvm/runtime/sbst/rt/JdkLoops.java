// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes loops in a class of the JDK use steps of a test's budget, so that endless ones are stopped
 * by count: cheaper than by time, and reproducible. Methods that the JVM replaces by intrinsics
 * when they are hot are not changed, or steps would depend on the time of the replacement.
 */
final class JdkLoops {
    private static final String INTRINSIC = "Ljdk/internal/vm/annotation/IntrinsicCandidate;";

    private JdkLoops() {}

    static byte[] counted(Class<?> type) throws IOException {
        return JdkClass.rewritten(type.getName().replace('.', '/'), "JdkLoops",
            (method, descriptor, next) ->
                method.equals("<clinit>") ? next : new Counting(next));
    }

    /** Uses a step before each backward jump. */
    private static final class Counting extends MethodVisitor {
        private final Set<Label> passed = new HashSet<>();
        private boolean isIntrinsic;

        Counting(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean isVisible) {
            isIntrinsic |= descriptor.equals(INTRINSIC);
            return super.visitAnnotation(descriptor, isVisible);
        }

        @Override
        public void visitLabel(Label label) {
            passed.add(label);
            super.visitLabel(label);
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            if (!isIntrinsic && passed.contains(label)) {
                visitMethodInsn(Opcodes.INVOKESTATIC, "sbst/rt/Probe", "tick", "()V", false);
            }
            super.visitJumpInsn(opcode, label);
        }
    }
}
