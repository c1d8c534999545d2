// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Rewrites classes of the JDK that tell the time or draw numbers, so that they ask {@link Repeatable}
 * instead, as the code of the class path does. Generators with a seed repeat their numbers anyway.
 * SplittableRandom, which only the code of the class path makes with our seed, and the generators of
 * java.util.random are left as they are.
 */
final class JdkRepeatable {
    private static final String REPEATABLE = "sbst/rt/Repeatable";
    private static final String RANDOM = "java/util/Random";
    private static final String SECURE = "java/security/SecureRandom";
    private static final String OF_THREADS = "java/util/concurrent/ThreadLocalRandom";
    private static final String IMPLEMENTATION = "Ljava/security/SecureRandomSpi;";

    /** Static methods without state of a test's own, and the type of each. */
    private static final Map<String, String> CLOCKS = Map.of("currentTimeMillis", "()J",
        "nanoTime", "()J", "getNanoTimeAdjustment", "(J)J");

    private JdkRepeatable() {}

    /** Their internal names. */
    static String[] names() {
        Stream<String> names = Stream.of(SECURE, "java/text/SimpleDateFormat", "java/time/Clock",
            "java/time/Clock$SystemClock", "java/time/Clock$SystemInstantSource", "java/util/Date",
            "java/util/GregorianCalendar", "java/util/JapaneseImperialCalendar", RANDOM, OF_THREADS,
            "java/util/zip/ZipOutputStream", "sun/util/locale/provider/CalendarProviderImpl");
        return names.filter(JdkGuard::exists).toArray(String[]::new);
    }

    static byte[] bytes(String name) throws IOException {
        return JdkClass.rewritten(
            name, "JdkRepeatable", (method, descriptor, next) -> rewritten(name, method, descriptor, next));
    }

    private static MethodVisitor rewritten(
        String name, String method, String descriptor, MethodVisitor next) {
        if (method.equals("<clinit>")) {
            return next;
        }
        if (name.equals(SECURE)) {
            return method.equals("nextBytes") && descriptor.equals("([B)V") ? filled(next) : next;
        }
        boolean isSeed = method.equals(name.equals(RANDOM) ? "seedUniquifier" : "nextSeed")
            && (name.equals(RANDOM) || name.equals(OF_THREADS)) && descriptor.equals("()J");
        if (!isSeed) {
            return clocked(next);
        }
        return seeded(next, name.equals(OF_THREADS), name.equals(RANDOM) ? "nextRandomSeed" : "nextSeed");
    }

    /** A method that asks Repeatable for the time. */
    private static MethodVisitor clocked(MethodVisitor method) {
        return new MethodVisitor(Opcodes.ASM9, method) {
            @Override
            public void visitMethodInsn(
                int opcode, String owner, String name, String descriptor, boolean isInterface) {
                boolean isClock =
                    opcode == Opcodes.INVOKESTATIC && descriptor.equals(CLOCKS.get(name));
                super.visitMethodInsn(
                    opcode, isClock ? REPEATABLE : owner, name, descriptor, isInterface);
            }
        };
    }

    /** A method, of an object or static, that only returns Repeatable's seed. */
    private static MethodVisitor seeded(MethodVisitor method, boolean isOfObject, String asked) {
        method.visitCode();
        method.visitMethodInsn(Opcodes.INVOKESTATIC, REPEATABLE, asked, "()J", false);
        method.visitInsn(Opcodes.LRETURN);
        method.visitMaxs(2, isOfObject ? 1 : 0);
        method.visitEnd();
        return null;
    }

    /** SecureRandom.nextBytes, which lets Repeatable fill the array if it wants to. */
    private static MethodVisitor filled(MethodVisitor method) {
        return new MethodVisitor(Opcodes.ASM9, method) {
            @Override
            public void visitCode() {
                super.visitCode();
                Label original = new Label();
                visitVarInsn(Opcodes.ALOAD, 0);
                visitFieldInsn(Opcodes.GETFIELD, SECURE, "secureRandomSpi", IMPLEMENTATION);
                visitVarInsn(Opcodes.ALOAD, 1);
                visitMethodInsn(Opcodes.INVOKESTATIC, REPEATABLE, "fill",
                    "(" + IMPLEMENTATION + "[B)Z", false);
                visitJumpInsn(Opcodes.IFEQ, original);
                visitInsn(Opcodes.RETURN);
                visitLabel(original);
                visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            }

            @Override
            public void visitMaxs(int stack, int locals) {
                super.visitMaxs(Math.max(stack, 2), locals);
            }
        };
    }
}
