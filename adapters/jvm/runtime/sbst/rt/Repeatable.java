// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.security.SecureRandomSpi;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
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
        "java/util/Collections.shuffle(Ljava/util/List;)V", "shuffle",
        "java/awt/GraphicsEnvironment.isHeadless()Z", "isHeadless");
    private static final long SEED = 42;
    /** 2024-01-01T00:00:00Z in milliseconds. */
    private static final long START = 1_704_067_200_000L;
    /**
     * 2019-08-10T17:43:21.987Z: another year, month, day, weekday and half of the day. In the past,
     * or threads that wait until some time after it would wait for years.
     */
    private static final long OTHER_START = 1_565_459_001_987L;
    private static final long OTHER_NANOS = 1_234_567_890_123L;

    private static final long SECOND_MILLIS = 1000;
    private static final long MILLI_NANOS = 1_000_000;
    /** Odd, so that seeds repeat late. */
    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;
    /** The only one of SecureRandom's implementations in the JDK that repeats what its seed gives. */
    private static final String WITH_SEED = "sun.security.provider.SecureRandom";

    /** How often the clocks and generators were asked. */
    private static long calls;
    private static boolean isOther;
    /** The test asked for the time or for a number by chance, itself and not by an initialiser. */
    private static boolean wasAsked;
    private static final Random RANDOM = new Random(SEED);
    private static long seeds;
    /** The same for threads beside the one that runs tests. */
    private static final AtomicLong OTHER_SEEDS = new AtomicLong();

    private Repeatable() {}

    /** In place of the seed that a Random makes up. */
    public static long madeUpSeed() {
        noteAsked();
        return seed();
    }

    static long seed() {
        return isOther ? ~SEED : SEED;
    }

    static boolean wasAsked() {
        return wasAsked;
    }

    /**
     * What ThreadLocalRandom begins with is left out: the JDK asks for it itself, for the first time
     * in a thread.
     */
    private static void noteAsked() {
        if (Thread.currentThread() == Guard.runner && !Probe.isInitialising()) {
            wasAsked = true;
        }
    }

    /** Another date, and other numbers; for all tests from now on. */
    static void makeOther() {
        isOther = true;
        RANDOM.setSeed(seed());
        resetSeeds();
    }

    /** Begins a test. */
    static void reset() {
        resetSeeds();
        wasAsked = false;
        if (calls != 0) {
            calls = 0;
            RANDOM.setSeed(seed());
        }
    }

    private static void resetSeeds() {
        seeds = isOther ? STEP >>> 1 : 0;
        OTHER_SEEDS.set(~seeds);
    }

    /** The same for a method that code refers to: {@code Math::random}. */
    static void rewrite(InvokeDynamicInsnNode node) {
        for (int i = 0; i < node.bsmArgs.length; i++) {
            if (node.bsmArgs[i] instanceof Handle) {
                Handle handle = (Handle) node.bsmArgs[i];
                String standIn =
                    STAND_INS.get(handle.getOwner() + "." + handle.getName() + handle.getDesc());
                if (standIn != null) {
                    node.bsmArgs[i] = new Handle(
                        Opcodes.H_INVOKESTATIC, "sbst/rt/Repeatable", standIn, handle.getDesc(), false);
                }
            }
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
            code.insertBefore(call, new MethodInsnNode(
                Opcodes.INVOKESTATIC, "sbst/rt/Repeatable", "madeUpSeed", "()J", false));
            call.desc = "(J)V";
        }
    }

    public static long currentTimeMillis() {
        noteAsked();
        return isOther ? OTHER_START + 7 * calls++ : START + calls++;
    }

    public static long nanoTime() {
        noteAsked();
        return isOther ? OTHER_NANOS + 7 * MILLI_NANOS * calls++ : MILLI_NANOS * calls++;
    }

    /** In place of jdk.internal.misc.VM's: the nanoseconds since a second of the Unix time. */
    public static long getNanoTimeAdjustment(long second) {
        return (currentTimeMillis() - second * SECOND_MILLIS) * MILLI_NANOS;
    }

    /** In place of what ThreadLocalRandom, or a Random without a seed, begins with. */
    public static long nextSeed() {
        return Thread.currentThread() == Guard.runner ? seeds += STEP : OTHER_SEEDS.addAndGet(STEP);
    }

    /** In place of SecureRandom's own bytes; false where these come from a seed, or are foreign. */
    public static boolean fill(SecureRandomSpi implementation, byte[] bytes) {
        if (implementation == null || bytes == null) {
            return false;
        }
        String name = implementation.getClass().getName();
        if (!name.startsWith("sun.security.provider.") || name.equals(WITH_SEED)) {
            return false;
        }
        noteAsked();
        calls++;
        RANDOM.nextBytes(bytes);
        return true;
    }

    public static void shuffle(List<?> list) {
        noteAsked();
        calls++;
        Collections.shuffle(list, RANDOM);
    }

    /** A user's machine may have a screen. */
    public static boolean isHeadless() {
        Guard.needsWindow();
        return true;
    }

    public static double random() {
        noteAsked();
        calls++;
        return RANDOM.nextDouble();
    }
}
