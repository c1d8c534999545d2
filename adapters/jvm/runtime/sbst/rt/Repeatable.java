// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.security.SecureRandomSpi;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
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
        "java/lang/StrictMath.random()D", "random",
        "java/util/Collections.shuffle(Ljava/util/List;)V", "shuffle",
        "java/util/concurrent/ThreadLocalRandom.current()Ljava/util/concurrent/ThreadLocalRandom;",
        "threadLocalRandom",
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
    /** Ten days and nineteen hours: each sequence of numbers has another date, weekday and hour. */
    private static final long OTHER_STEP = 259 * 3_600_000L;
    private static final long NANO_STEP = 98_765_432_109L;

    private static final long SECOND_MILLIS = 1000;
    private static final long MILLI_NANOS = 1_000_000;
    /** Odd, so that seeds repeat late. */
    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;
    private static final long SEQUENCE_STEP = 0xD1B5_4A32_D192_ED03L;
    /** Generators whose constructor without parameters makes up a seed. */
    private static final Set<String> WITHOUT_SEED =
        Set.of("java/util/Random", "java/util/SplittableRandom");
    private static final Set<String> DRAWS = Set.of("nextBoolean", "nextBytes", "nextDouble",
        "nextFloat", "nextGaussian", "nextInt", "nextLong");
    private static final Set<String> GENERATORS = Set.of("java/util/Random",
        "java/util/SplittableRandom", "java/util/concurrent/ThreadLocalRandom",
        "java/security/SecureRandom");
    /** The only one of SecureRandom's implementations in the JDK that repeats what its seed gives. */
    private static final String WITH_SEED = "sun.security.provider.SecureRandom";

    /** How often the clocks and generators were asked. */
    private static long calls;
    private static boolean isOther;
    /** The test asked for the time or for a number by chance, itself and not by an initialiser. */
    private static boolean wasAsked;
    /** The test asked for a number by chance, or may have: with a seed no number is. */
    private static boolean wasDrawn;
    /** Some generator of this JVM has numbers that are not the test's own. */
    private static volatile boolean hasOpenGenerator;
    /** Which numbers, and which date of the occasion, the test is given. */
    private static int sequence;
    private static final Random RANDOM = new Random(~SEED);
    private static long seeds;
    /** How many seeds were made up since the test began. */
    private static long madeUp;
    /** The same for threads beside the one that runs tests. */
    private static final AtomicLong OTHER_SEEDS = new AtomicLong();

    private Repeatable() {}

    /** In place of the seed that a generator makes up; no two of a test give the same numbers. */
    public static long madeUpSeed() {
        noteDrawn();
        return Thread.currentThread() == Guard.runner ? seed() + SEQUENCE_STEP * madeUp++
            : OTHER_SEEDS.addAndGet(STEP);
    }

    /** The seed of a generator in a static field, by its number from 1. */
    static long keptSeed(int number) {
        return seed() - SEQUENCE_STEP * number;
    }

    /** Each test finds a generator in a static field anew, with numbers of its sequence. */
    static void noteKept() {
        hasOpenGenerator = true;
    }

    private static long seed() {
        return (isOther ? ~SEED : SEED) + sequence * STEP;
    }

    static boolean wasAsked() {
        return wasAsked;
    }

    static boolean wasDrawn() {
        return wasDrawn;
    }

    private static void noteAsked() {
        if (isByTest()) {
            wasAsked = true;
        }
    }

    /**
     * What ThreadLocalRandom begins with is no draw: the JDK asks for it itself, for the first time
     * in a thread.
     */
    public static void noteDrawn() {
        hasOpenGenerator = true;
        if (isByTest()) {
            wasAsked = true;
            wasDrawn = true;
        }
    }

    /**
     * What uses a generator, which may have been made long ago, with or without a seed. Where none
     * was made without one, the numbers of all are the test's own.
     */
    public static void noteGenerator() {
        if (hasOpenGenerator && isByTest()) {
            wasDrawn = true;
        }
    }

    private static boolean isByTest() {
        return Thread.currentThread() == Guard.runner && !Probe.isInitialising();
    }

    /** Another date, and other numbers; for all tests from now on. */
    static void makeOther() {
        isOther = true;
        RANDOM.setSeed(~seed());
        resetSeeds();
    }

    /** Begins a test, which is given these numbers. */
    static void reset(int wantedSequence) {
        boolean isChanged = sequence != wantedSequence;
        sequence = wantedSequence;
        resetSeeds();
        wasAsked = false;
        wasDrawn = false;
        if (calls != 0 || isChanged) {
            calls = 0;
            RANDOM.setSeed(~seed());
        }
    }

    private static void resetSeeds() {
        madeUp = 0;
        // Apart from each other: a generator's seed is a multiple of the step further each time.
        seeds = (isOther ? STEP >>> 1 : 0) + sequence * SEQUENCE_STEP;
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
        } else if (call.getOpcode() == Opcodes.INVOKESPECIAL && WITHOUT_SEED.contains(call.owner)
            && call.name.equals("<init>") && call.desc.equals("()V")) {
            code.insertBefore(call, new MethodInsnNode(
                Opcodes.INVOKESTATIC, "sbst/rt/Repeatable", "madeUpSeed", "()J", false));
            call.desc = "(J)V";
        } else if (mayDraw(call)) {
            boolean isMaker = call.owner.startsWith("java/util/random/")
                && call.getOpcode() == Opcodes.INVOKESTATIC;
            note(code, call, isMaker ? "noteDrawn" : "noteGenerator");
        }
    }

    /** A field that is read: its generator may be passed to methods of the JDK. */
    static void rewrite(InsnList code, FieldInsnNode node) {
        boolean isRead = node.getOpcode() == Opcodes.GETFIELD || node.getOpcode() == Opcodes.GETSTATIC;
        if (isRead && node.desc.startsWith("L")
            && isGenerator(node.desc.substring(1, node.desc.length() - 1))) {
            note(code, node, "noteGenerator");
        }
    }

    /** A method of a class of the class path may be that of a subclass of a generator. */
    private static boolean mayDraw(MethodInsnNode call) {
        boolean isDraw = DRAWS.contains(call.name) && !call.owner.startsWith("java/");
        boolean takesGenerator = call.desc.contains("Ljava/util/Random;")
            || call.desc.contains("Ljava/util/random/");
        return isDraw || takesGenerator
            || (call.getOpcode() != Opcodes.INVOKESPECIAL && isGenerator(call.owner));
    }

    private static boolean isGenerator(String name) {
        return GENERATORS.contains(name) || name.startsWith("java/util/random/");
    }

    private static void note(InsnList code, AbstractInsnNode before, String how) {
        code.insertBefore(before,
            new MethodInsnNode(Opcodes.INVOKESTATIC, "sbst/rt/Repeatable", how, "()V", false));
    }

    public static long currentTimeMillis() {
        noteAsked();
        long start = (isOther ? OTHER_START : START) - sequence * OTHER_STEP;
        return start + (isOther ? 7 : 1) * calls++;
    }

    public static long nanoTime() {
        noteAsked();
        long start = (isOther ? OTHER_NANOS : 0) + sequence * NANO_STEP;
        return start + (isOther ? 7 : 1) * MILLI_NANOS * calls++;
    }

    /** In place of jdk.internal.misc.VM's: the nanoseconds since a second of the Unix time. */
    public static long getNanoTimeAdjustment(long second) {
        return (currentTimeMillis() - second * SECOND_MILLIS) * MILLI_NANOS;
    }

    /** In place of the seed that a class of the JDK makes up for a Random. */
    public static long nextRandomSeed() {
        noteDrawn();
        return nextSeed();
    }

    /** In place of what ThreadLocalRandom begins with. */
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
        noteDrawn();
        calls++;
        RANDOM.nextBytes(bytes);
        return true;
    }

    public static void shuffle(List<?> list) {
        noteDrawn();
        calls++;
        Collections.shuffle(list, RANDOM);
    }

    public static ThreadLocalRandom threadLocalRandom() {
        noteDrawn();
        return ThreadLocalRandom.current();
    }

    /** A user's machine may have a screen. */
    public static boolean isHeadless() {
        Guard.needsWindow();
        return true;
    }

    public static double random() {
        noteDrawn();
        calls++;
        return RANDOM.nextDouble();
    }
}
