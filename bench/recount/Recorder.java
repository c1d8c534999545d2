// SPDX-License-Identifier: Apache-2.0
// What the probes of Probes.java saw. Next: classes, which compares it with report.json.

import java.io.PrintStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/// What the probes report to. A test's calls have numbers, in the order in which they begin; each
/// site knows the calls during which it was hit.
public final class Recorder
{
    private static final List<String> keys = new ArrayList<>();
    private static final List<List<Integer>> hits = new ArrayList<>();
    static final Map<Integer, Map<Integer, Integer>> switches =
        new ConcurrentHashMap<>();
    private static final List<String[]> sites = new ArrayList<>();
    private static final List<String> calls = new ArrayList<>();
    private static final ThreadLocal<int[]> initialisers =
        ThreadLocal.withInitial(() -> new int[1]);
    /// The call that is under way: -1 before the first, -2 in class initialisation.
    private static int current = -1;
    /// Observers are asked: that is no part of a test.
    private static boolean isAsking;
    /// By the name of a method under test: the observers of its results.
    private static final Map<String, List<String>> observers = new TreeMap<>();
    private static final int initial = -2;
    private static final int between = -1;

    private Recorder() {}

    /// @param named `open isInDebt`: a method and an observer of what it returns.
    static void observe(Iterable<String> named)
    {
        for (String line : named)
        {
            final String[] words = line.split(" ");
            observers.computeIfAbsent(words[0], method -> new ArrayList<>()).add(words[1]);
        }
    }

    static synchronized int site(String key)
    {
        keys.add(key);
        hits.add(new ArrayList<>(1));
        return keys.size() - 1;
    }

    static synchronized int call(
        String test, String method, String owner, String name, String descriptor)
    {
        sites.add(new String[] {test, method, owner, name, descriptor});
        return sites.size() - 1;
    }

    public static void enter()
    {
        ++initialisers.get()[0];
    }

    public static void leave()
    {
        --initialisers.get()[0];
    }

    public static synchronized void hit(int site)
    {
        if (isAsking)
        {
            return;
        }
        final int now = initialisers.get()[0] > 0 ? initial : current;
        final List<Integer> known = hits.get(site);
        if (known.isEmpty() || known.get(known.size() - 1) != now)
        {
            known.add(now);
        }
    }

    public static void jump(int value, int opcode, int site)
    {
        jump(value, 0, opcode + Opcodes.IF_ICMPEQ - Opcodes.IFEQ, site);
    }

    public static void jump(int left, int right, int opcode, int site)
    {
        final boolean isTaken = switch (opcode) {
            case Opcodes.IF_ICMPEQ -> left == right;
            case Opcodes.IF_ICMPNE -> left != right;
            case Opcodes.IF_ICMPLT -> left < right;
            case Opcodes.IF_ICMPGE -> left >= right;
            case Opcodes.IF_ICMPGT -> left > right;
            default -> left <= right;
        };
        hit(isTaken ? site : site + 1);
    }

    public static void jump(Object value, int opcode, int site)
    {
        hit((value == null) == (opcode == Opcodes.IFNULL) ? site : site + 1);
    }

    public static void jump(Object left, Object right, int opcode, int site)
    {
        hit((left == right) == (opcode == Opcodes.IF_ACMPEQ) ? site : site + 1);
    }

    public static void choose(int value, int first)
    {
        hit(switches.get(first).getOrDefault(value, first));
    }

    public static synchronized void before(Object receiver, int site)
    {
        final String[] known = sites.get(site);
        if (receiver == null)
        {
            // The test itself fails; no method is entered.
            calls.add(String.join("\t", known) + "\tno receiver");
            current = calls.size() - 1;
            return;
        }
        calls.add(String.join("\t", known[0], known[1], target(receiver, known)));
        current = calls.size() - 1;
    }

    public static synchronized void after(Object value, int site)
    {
        if (current >= 0)
        {
            final String[] known = sites.get(site);
            calls.set(current, calls.get(current) + "\treturned\t" +
                kindOf(value, Type.getReturnType(known[4])) +
                (isOfClassPath(value, known[0]) ? observed(value, known[3]) : ""));
        }
        current = between;
    }

    /// Precondition: nothing is called between the throw and this.
    public static synchronized void thrown(Object exception)
    {
        if (current >= 0)
        {
            final String call = calls.get(current);
            calls.set(current, call + (call.endsWith("no receiver") ? "" : "\tthrew") + "\t" +
                exception.getClass().getName());
        }
        current = between;
    }

    /// The method that a call enters: that of the receiver's class.
    private static String target(Object receiver, String[] called)
    {
        for (Class<?> type = receiver.getClass(); type != null;
             type = type.getSuperclass())
        {
            for (Method method : methodsOf(type))
            {
                if (method.getName().equals(called[3]) &&
                    Type.getMethodDescriptor(method).equals(called[4]))
                {
                    return String.join(
                        "\t", type.getName().replace('.', '/'), called[3], called[4]);
                }
            }
        }
        return String.join("\t", called[2], called[3], called[4]);
    }

    private static Method[] methodsOf(Class<?> type)
    {
        try
        {
            return type.getDeclaredMethods();
        }
        catch (LinkageError missing)
        {
            return new Method[0];
        }
    }

    private static String kindOf(Object value, Type type)
    {
        if (type.getSort() == Type.VOID)
        {
            return "void";
        }
        if (type.getSort() == Type.BOOLEAN)
        {
            return value.toString();
        }
        if (value instanceof Character letter && type.getSort() == Type.CHAR)
        {
            return letter >= 'A' && letter <= 'Z' || letter >= 'a' && letter <= 'z' ? "letter"
                : letter >= '0' && letter <= '9' ? "digit" : "other character";
        }
        if (value instanceof Number number && type.getSort() < Type.ARRAY)
        {
            final double sign = number instanceof Long whole ? Long.signum(whole)
                                                             : number.doubleValue();
            return sign < 0 ? "negative" : sign > 0 ? "positive" : sign == 0 ? "zero" : "NaN";
        }
        return value == null ? "null" : "not null\t" + size(value);
    }

    /// Workers ask no lambda, no proxy and no stand-in.
    private static boolean isOfClassPath(Object value, String test)
    {
        return value != null && value.getClass().getClassLoader() != null &&
            !value.getClass().isHidden() && !(value instanceof Proxy) &&
            !value.getClass().getName().replace('.', '/').startsWith(test + "$");
    }

    /// What the observers of a method's result tell, each as a field of its own.
    private static String observed(Object value, String method)
    {
        final StringBuilder told = new StringBuilder();
        isAsking = true;
        for (String name : observers.getOrDefault(method, List.of()))
        {
            final Method observer = question(value.getClass(), name);
            try
            {
                if (observer != null)
                {
                    observer.setAccessible(true);
                    told.append("\tan object whose ").append(name).append("() is ").append(
                        kindOf(observer.invoke(value), Type.getReturnType(observer)));
                }
            }
            catch (ReflectiveOperationException | RuntimeException silent)
            {
                // It tells nothing.
            }
        }
        isAsking = false;
        return told.toString();
    }

    /// The method that `object.name()` calls.
    private static Method question(Class<?> type, String name)
    {
        for (Class<?> each = type; each != null; each = each.getSuperclass())
        {
            for (Method method : methodsOf(each))
            {
                if (isQuestion(method, name))
                {
                    return method;
                }
            }
        }
        for (Method method : type.getMethods())
        {
            if (isQuestion(method, name))
            {
                return method;
            }
        }
        return null;
    }

    private static boolean isQuestion(Method method, String name)
    {
        final int not = Modifier.STATIC | Modifier.ABSTRACT;
        return method.getName().equals(name) && method.getParameterCount() == 0 &&
            method.getReturnType().isPrimitive() && (method.getModifiers() & not) == 0;
    }

    private static String size(Object value)
    {
        try
        {
            final boolean isEmpty = value instanceof String text ? text.isEmpty()
                : value instanceof Collection<?> all           ? all.size() == 0
                : value instanceof Map<?, ?> map               ? map.size() == 0
                : value.getClass().isArray() ? java.lang.reflect.Array.getLength(value) == 0
                                             : false;
            final boolean isOwn = !(value instanceof String) && !value.getClass().isArray() &&
                !holdsItsElements(value.getClass());
            return (isEmpty ? "empty" : "not empty") + (isOwn ? "\town" : "");
        }
        catch (RuntimeException unknown)
        {
            return "unknown";
        }
    }

    /// Workers ask no other collection: its size() may be code of the subject.
    private static boolean holdsItsElements(Class<?> type)
    {
        final String name = type.getName();
        return type.getClassLoader() == null && name.startsWith("java.util.") &&
            (Modifier.isPublic(type.getModifiers()) ||
                name.startsWith("java.util.ImmutableCollections$") ||
                name.startsWith("java.util.Collections$Empty") ||
                name.startsWith("java.util.Collections$Singleton") ||
                name.equals("java.util.Arrays$ArrayList"));
    }

    static synchronized void write(PrintStream out)
    {
        for (int i = 0; i < keys.size(); ++i)
        {
            final String events = new TreeSet<>(hits.get(i)).toString();
            out.println(keys.get(i) + "\t" + events.substring(1, events.length() - 1));
        }
        for (int i = 0; i < calls.size(); ++i)
        {
            out.println("C\t" + i + "\t" + calls.get(i));
        }
    }
}
