// SPDX-License-Identifier: Apache-2.0
// Says which tests of a JUnit suite infect which mutants of a class: each test is run on the class and
// on the class with one instruction changed, both in fresh class loaders, and what the instruction
// left behind is compared. Usage: Referee CLASS_PATH JOB, see bench/mutants/run, which starts it.
// Next: Mutator.java, Calls.java, Recorder.java.
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.MethodNode;

public final class Referee {
    private static final long LIMIT_MS = 10_000;
    private static final long LIMIT_OF_STOPPED_MS = 200;

    private static final class Test {
        String owner;
        String name;
        List<String> calls = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        byte[] bytes;
    }

    private static final class Place {
        String owner;
        MethodNode method;
    }

    private final Fresh.Files files;
    private PrintStream verdicts;
    private String subject;
    private final List<Test> tests = new ArrayList<>();
    private final List<Mutator.Mutant> mutants = new ArrayList<>();
    /** The methods of the class and those nested in it, by their names in report.json. */
    private final Map<String, List<Place>> places = new HashMap<>();
    private final List<String> nest = new ArrayList<>();
    /** These classes and their methods. */
    private final Set<String> names = new HashSet<>();

    private Referee(String classPath, Path job) throws Exception {
        files = new Fresh.Files(classPath);
        for (String line : Files.readAllLines(job)) {
            String[] words = line.split("\t", -1);
            if (words[0].equals("subject")) {
                subject = words[1];
            } else if (words[0].equals("test")) {
                Test test = new Test();
                test.owner = words[1];
                test.name = words[2];
                test.calls.addAll(Arrays.asList(words).subList(3, words.length));
                tests.add(test);
            } else {
                mutants.add(new Mutator.Mutant(words[1], words[2], Integer.parseInt(words[3]), words[4]));
            }
        }
        findPlaces(subject);
        for (Test test : tests) {
            byte[] bytes = files.read(test.owner);
            test.bytes = bytes == null ? null : new Calls(bytes).write(test.name, test.calls, test.missing);
            test.missing.removeIf(call -> !names.contains(call.replace('$', '.')));
        }
    }

    private void findPlaces(String name) {
        byte[] bytes = files.read(name);
        if (bytes == null || nest.contains(name)) {
            return;
        }
        nest.add(name);
        names.add(name.replace('$', '.'));
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
        String own = name.substring(name.lastIndexOf('.') + 1);
        for (MethodNode method : node.methods) {
            if ((method.access & Opcodes.ACC_BRIDGE) != 0) {
                continue;
            }
            List<String> types = new ArrayList<>();
            for (Type type : Type.getArgumentTypes(method.desc)) {
                types.add(simple(type.getClassName()));
            }
            String arguments = "(" + String.join(", ", types) + ")";
            Place place = new Place();
            place.owner = name;
            place.method = method;
            names.add(method.name);
            String label = method.name.equals("<init>")
                ? own + arguments : own + "." + method.name + arguments;
            places.computeIfAbsent(label, one -> new ArrayList<>()).add(place);
        }
        for (InnerClassNode inner : node.innerClasses) {
            if (inner.name.startsWith(subject.replace('.', '/') + "$")) {
                findPlaces(inner.name.replace('/', '.'));
            }
        }
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private Place placeOf(Mutator.Mutant mutant) throws Mutator.Failure {
        List<Place> found = places.getOrDefault(mutant.function, List.of());
        if (found.size() != 1) {
            throw new Mutator.Failure(found.size() + " methods of that name");
        }
        return found.get(0);
    }

    /** Ends with null, or with what the test threw. */
    private Throwable run(Test test, Map<String, byte[]> changed, Recorder.Log log) throws Exception {
        Map<String, byte[]> all = new HashMap<>(changed);
        all.put(test.owner, test.bytes);
        Fresh loader = new Fresh(files, all);
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(() -> thrown[0] = runIn(loader, test));
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        Recorder.begin(log, thread);
        thread.start();
        long end = System.nanoTime() + LIMIT_MS * 1_000_000;
        while (thread.isAlive() && System.nanoTime() < end) {
            thread.join(Recorder.isCertain() ? LIMIT_OF_STOPPED_MS : 20);
            if (thread.isAlive() && Recorder.isCertain()) {
                break;
            }
        }
        Recorder.stop();
        if (thread.isAlive()) {
            stop(thread);
            return new IllegalStateException("not done");
        }
        return thrown[0];
    }

    @SuppressWarnings({"deprecation", "removal"})
    private static void stop(Thread thread) throws InterruptedException {
        thread.stop();
        thread.join(1000);
    }

    private Throwable runIn(Fresh loader, Test test) {
        try {
            // Static initialisers are no part of a test.
            for (String name : nest) {
                try {
                    Class.forName(name, true, loader);
                } catch (LinkageError error) {
                    // The test will see it, too.
                }
            }
            Class<?> owner = loader.loadClass(test.owner);
            Object object = owner.getDeclaredConstructor().newInstance();
            runMarked(owner, object, "Before");
            Method method = owner.getDeclaredMethod(test.name);
            method.setAccessible(true);
            try {
                method.invoke(object);
                return null;
            } finally {
                Recorder.off();
                runMarked(owner, object, "After");
            }
        } catch (InvocationTargetException error) {
            return error.getCause();
        } catch (Throwable error) {
            return error;
        }
    }

    private static void runMarked(Class<?> owner, Object object, String mark) throws Exception {
        for (Method method : owner.getDeclaredMethods()) {
            if (Arrays.stream(method.getAnnotations())
                    .anyMatch(one -> one.annotationType().getSimpleName().equals(mark))) {
                method.setAccessible(true);
                method.invoke(object);
            }
        }
    }

    private void judge(Mutator.Mutant mutant) throws Exception {
        Place place = placeOf(mutant);
        byte[] bytes = files.read(place.owner);
        Map<String, byte[]> original = Map.of(place.owner,
            new Mutator(bytes, place.method.name, place.method.desc, mutant).write(false));
        Map<String, byte[]> changed = Map.of(place.owner,
            new Mutator(bytes, place.method.name, place.method.desc, mutant).write(true));
        TreeSet<Integer> infected = new TreeSet<>();
        TreeSet<Integer> reached = new TreeSet<>();
        TreeMap<Integer, String> unsure = new TreeMap<>();
        for (int i = 0; i < tests.size(); i++) {
            Test test = tests.get(i);
            if (test.bytes == null) {
                continue;
            }
            Throwable failure = run(test, original, null);
            if (failure != null) {
                unsure.put(i, "fails on the original: " + failure);
                continue;
            }
            Recorder.Log log = Recorder.log();
            if (log.kinds.length == 0) {
                continue;
            }
            reached.add(i);
            run(test, changed, log);
            if (Recorder.hasDiffered()) {
                infected.add(i);
            }
            // A test whose original differs from itself says nothing.
            run(test, original, null);
            if (!Recorder.log().equals(log)) {
                unsure.put(i, "the original differs from itself");
            }
        }
        verdicts.println("verdict\t" + mutant.id + "\t" + words(infected) + "\t" + words(reached) + "\t"
            + unsure.toString().replaceAll("\\s+", " "));
    }

    private static String words(TreeSet<Integer> numbers) {
        return numbers.toString().replaceAll("[\\[\\],]", "");
    }

    private void judgeAll() throws Exception {
        for (int i = 0; i < tests.size(); i++) {
            Test test = tests.get(i);
            if (test.bytes == null || !test.missing.isEmpty()) {
                verdicts.println("test\t" + i + "\t"
                    + (test.bytes == null ? "no class" : "calls that are not in it: " + test.missing));
            }
        }
        for (Mutator.Mutant mutant : mutants) {
            try {
                judge(mutant);
            } catch (Mutator.Failure failure) {
                verdicts.println("failure\t" + mutant.id + "\t" + failure.getMessage());
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        // What tests print is no verdict.
        Referee referee = new Referee(arguments[0], Path.of(arguments[1]));
        ByteArrayOutputStream verdicts = new ByteArrayOutputStream();
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        referee.verdicts = new PrintStream(verdicts, true, "UTF-8");
        referee.judgeAll();
        out.write(verdicts.toByteArray());
        out.flush();
        // Threads that a test left behind must not keep the referee.
        Runtime.getRuntime().halt(0);
    }
}
