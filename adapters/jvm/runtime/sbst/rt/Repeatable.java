// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.Map;
import java.util.Random;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Makes runs of the same test repeatable: clocks advance per call, generators without a seed get
 * one, and who asks for a screen needs it.
 */
public final class Repeatable {
    private static final Map<String, String> STAND_INS = Map.of(
        "java/lang/System.currentTimeMillis()J", "currentTimeMillis",
        "java/lang/System.nanoTime()J", "nanoTime",
        "java/lang/Math.random()D", "random",
        "java/awt/GraphicsEnvironment.isHeadless()Z", "isHeadless");
    static final long SEED = 42;
    /** 2024-01-01T00:00:00Z in milliseconds. */
    private static final long START = 1_704_067_200_000L;

    private static long calls;
    private static final Random RANDOM = new Random(SEED);

    private Repeatable() {}

    /** Begins a test. */
    static void reset() {
        if (calls != 0) {
            calls = 0;
            RANDOM.setSeed(SEED);
        }
    }

    static void rewrite(InsnList code, MethodInsnNode call) {
        String standIn = STAND_INS.get(call.owner + "." + call.name + call.desc);
        if (standIn != null) {
            call.owner = "sbst/rt/Repeatable";
            call.name = standIn;
        } else if (call.getOpcode() == Opcodes.INVOKESPECIAL
            && call.owner.equals("java/util/Random") && call.name.equals("<init>")
            && call.desc.equals("()V")) {
            code.insertBefore(call, new LdcInsnNode(SEED));
            call.desc = "(J)V";
        }
    }

    public static long currentTimeMillis() {
        return START + calls++;
    }

    public static long nanoTime() {
        return 1_000_000L * calls++;
    }

    /** A user's machine may have a screen. */
    public static boolean isHeadless() {
        Guard.needsWindow();
        return true;
    }

    public static double random() {
        calls++;
        return RANDOM.nextDouble();
    }
}
