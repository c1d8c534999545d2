// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds tests that give work to other threads and then wait a short time: whether the work is done
 * by then depends on the machine. Probes stand before the calls of the subject that may do either.
 */
public final class Races {
    /** A wait of this length or longer is one that other threads do not miss. */
    private static final long LONG_MILLIS = 500;
    private static final long MILLI_NANOS = 1_000_000;

    private static final String RACES = "sbst/rt/Races";
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String UNIT = "java/util/concurrent/TimeUnit";
    private static final String WITH_UNIT = "JLjava/util/concurrent/TimeUnit;)";
    private static final String DURATION = "(Ljava/time/Duration;)";
    /** Methods of the JDK's executors, pools and timers that give work to other threads. */
    private static final Set<String> HANDOVERS = Set.of("execute", "fork", "invokeAll", "invokeAny",
        "schedule", "scheduleAtFixedRate", "scheduleWithFixedDelay", "submit");
    /** Methods of threads and of all objects that take milliseconds, and perhaps nanoseconds. */
    private static final Set<String> WAITS = Set.of("join", "wait");
    private static final Set<String> NANO_WAITS = Set.of("awaitNanos", "parkNanos");
    /** Methods of AbstractQueuedSynchronizer, which subjects extend. */
    private static final Set<String> ACQUISITIONS =
        Set.of("tryAcquireNanos", "tryAcquireSharedNanos");
    /** Methods of a unit that wait for a time in it. */
    private static final Set<String> UNIT_WAITS = Set.of("sleep", "timedJoin", "timedWait");
    /** Methods that take a time and a unit without waiting for that time. */
    private static final Set<String> NOT_WAITING = Set.of("convert", "delayedExecutor", "schedule",
        "scheduleAtFixedRate", "scheduleWithFixedDelay", "setKeepAliveTime", "<init>");

    /** The running test gave work to a pool or timer, which may already have had its thread. */
    private static boolean hasHandedOver;

    private Races() {}

    static void startTest() {
        hasHandedOver = false;
    }

    /** Puts probes before a call; tells whether they use the local variable, up to the call. */
    static boolean probe(InsnList code, MethodInsnNode call, int local) {
        if (isHandover(call)) {
            code.insertBefore(call, MethodInstrumenter.call(RACES, "handsOver", "()V"));
        }
        if (call.owner.equals(UNIT) && UNIT_WAITS.contains(call.name)) {
            call.setOpcode(Opcodes.INVOKESTATIC);
            call.owner = RACES;
            call.desc = "(L" + UNIT + ";" + call.desc.substring(1);
            return false;
        }
        String probe = probeOf(call);
        return probe != null && probe(code, call, probe, local);
    }

    private static boolean probe(
        InsnList code, MethodInsnNode call, String probe, int local) {
        InsnList before = new InsnList();
        Type[] parameters = Type.getArgumentTypes(probe.substring(probe.indexOf('(')));
        Type last = parameters[parameters.length - 1];
        boolean hasTwo = parameters.length > 1;
        if (hasTwo) {
            before.add(new VarInsnNode(last.getOpcode(Opcodes.ISTORE), local));
        }
        before.add(new InsnNode(parameters[0].getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP));
        if (hasTwo) {
            before.add(new VarInsnNode(last.getOpcode(Opcodes.ILOAD), local));
        }
        int name = probe.indexOf('(');
        before.add(MethodInstrumenter.call(RACES, probe.substring(0, name), probe.substring(name)));
        if (hasTwo) {
            before.add(new VarInsnNode(last.getOpcode(Opcodes.ILOAD), local));
        }
        code.insertBefore(call, before);
        return hasTwo;
    }

    private static boolean isHandover(MethodInsnNode call) {
        boolean isOfJdk = call.owner.startsWith(CONCURRENT) || call.owner.equals("java/util/Timer");
        return isOfJdk && (HANDOVERS.contains(call.name) || call.name.endsWith("Async"));
    }

    /** Name and descriptor of the probe before a call that waits for a time; null before others. */
    private static String probeOf(MethodInsnNode call) {
        String arguments = call.desc.substring(0, call.desc.indexOf(')') + 1);
        boolean isSleep = call.name.equals("sleep") && call.owner.equals("java/lang/Thread");
        if (isSleep || WAITS.contains(call.name)) {
            switch (arguments) {
                case "(J)": return "waits(J)V";
                case "(JI)": return "waits(JI)V";
                case DURATION: return "waits(Ljava/time/Duration;)V";
                default:
            }
        }
        if (ACQUISITIONS.contains(call.name) && call.desc.endsWith("J)Z")) {
            return "waitsNanos(J)V";
        }
        if (!call.owner.startsWith(CONCURRENT)) {
            return null;
        }
        if (NANO_WAITS.contains(call.name)) {
            return "waitsNanos(J)V";
        }
        return arguments.endsWith(WITH_UNIT) && !NOT_WAITING.contains(call.name)
            ? "waits(JLjava/util/concurrent/TimeUnit;)V" : null;
    }

    /** The subject gives work to other threads. */
    public static void handsOver() {
        hasHandedOver |= Thread.currentThread() == Guard.runner;
    }

    /** Zero is no limit, or no wait at all. */
    public static void waits(long millis) {
        if (millis > 0 && millis < LONG_MILLIS) {
            waitsShortly();
        }
    }

    public static void waits(long millis, int nanos) {
        if ((millis > 0 || nanos > 0) && millis < LONG_MILLIS) {
            waitsShortly();
        }
    }

    public static void waits(Duration time) {
        if (time != null && !time.isZero() && time.compareTo(Duration.ofMillis(LONG_MILLIS)) < 0) {
            waitsShortly();
        }
    }

    /** With a unit, zero and less is a look at what the other threads have done by now. */
    public static void waits(long time, TimeUnit unit) {
        if (unit != null && unit.toMillis(time) < LONG_MILLIS) {
            waitsShortly();
        }
    }

    public static void waitsNanos(long nanos) {
        if (nanos < LONG_MILLIS * MILLI_NANOS) {
            waitsShortly();
        }
    }

    /** In place of the unit's own method, and so are the two below. */
    public static void sleep(TimeUnit unit, long time) throws InterruptedException {
        if (time > 0) {
            waits(time, unit);
        }
        unit.sleep(time);
    }

    public static void timedJoin(TimeUnit unit, Thread thread, long time)
        throws InterruptedException {
        if (time > 0) {
            waits(time, unit);
        }
        unit.timedJoin(thread, time);
    }

    public static void timedWait(TimeUnit unit, Object object, long time)
        throws InterruptedException {
        if (time > 0) {
            waits(time, unit);
        }
        unit.timedWait(object, time);
    }

    private static void waitsShortly() {
        boolean isByTest = Thread.currentThread() == Guard.runner && !Probe.isInitialising();
        if (isByTest && (hasHandedOver || (Probe.special & Probe.OTHER_THREADS) != 0)) {
            Guard.races();
        }
    }
}
