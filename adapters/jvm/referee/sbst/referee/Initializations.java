// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The order in which the subject's classes are initialised. Where initialisers depend on each other
 * in a circle, constants may be null or not by that order, and in a whole project other tests decide
 * it. So shuffled runs and those elsewhere first initialise, in another order too, the classes that
 * the first run initialised. A run that is only reversed does not: of two tests, each is the first to
 * initialise what it needs, in this run or in the first one.
 */
final class Initializations {
    /** The JVM's option by which the first run tells its initialisations on standard error. */
    static final String OPTION = "-Xlog:class+init=info:stderr:none";
    /** In the scratch folder: names of classes that the first run initialised. */
    private static final String NAMES = "initialized.txt";
    /** What that option writes; the internal name of a class that has an initialiser. */
    private static final Pattern LINE = Pattern.compile("Initializing '([^']+)' ?\\((?!no method)");
    private static final List<String> MARKS = List.of(" Initializing '", " class verification for: ");
    /** For initialisers that wait for something. */
    private static final long MOST_MILLIS = 5_000;

    private Initializations() {}

    /**
     * In the JVM of the first run, after its tests: the classes whose initialisers succeeded; not those
     * behind one that still runs in a thread of a test.
     */
    static Collection<String> initialized(Path log) throws IOException {
        List<String> told = lines(log);
        Collection<String> names = Collections.synchronizedCollection(new LinkedHashSet<>());
        within(() -> {
            for (String line : told) {
                Matcher match = LINE.matcher(line);
                if (match.find() && initialize(match.group(1).replace('/', '.'))) {
                    names.add(match.group(1));
                }
            }
        });
        synchronized (names) {
            return new ArrayList<>(names);
        }
    }

    /** Runs a task in a thread of its own; false if it takes too long. */
    private static boolean within(Runnable task) {
        Thread thread = new Thread(task, "initialisations");
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(MOST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /** What a JVM wrote to standard error, without what the option writes. */
    static String withoutThem(Path log) throws IOException {
        return lines(log).stream().filter(line -> MARKS.stream().noneMatch(line::contains)).collect(Collectors.joining("\n"));
    }

    private static List<String> lines(Path log) throws IOException {
        return new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
    }

    /** Keeps the names that a JVM of the first run gave, unless one that ran more tests gave more. */
    static void keep(Request request, Collection<String> names) throws IOException {
        Path file = request.scratch.resolve(NAMES);
        if (!Files.exists(file) || Files.readAllLines(file).size() < names.size()) {
            Files.write(file, names);
        }
    }

    /**
     * In this order.
     *
     * @throws IllegalStateException where one fails or waits: the classes do not allow this order.
     */
    static void initializeAll(List<String> names) {
        List<String> failed = Collections.synchronizedList(new ArrayList<>());
        boolean ended = within(() -> names.stream().filter(name -> !initialize(name)).findFirst()
                .ifPresent(failed::add));
        if (!ended || !failed.isEmpty()) {
            throw new IllegalStateException("classes cannot be initialised in another order " + failed);
        }
    }

    /** Whether a class of the class path is there and initialised; those of the JDK are left alone. */
    private static boolean initialize(String name) {
        try {
            ClassLoader loader = Initializations.class.getClassLoader();
            if (Class.forName(name, false, loader).getClassLoader() != loader) {
                return false;
            }
            Class.forName(name, true, loader);
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            // A class that JUnit or a stand-in made, or one that cannot be initialised.
            return false;
        }
    }

    /** Names of classes of the class path, in the order in which a run first initialises them. */
    static List<String> before(Request request, Request.Run run) throws RefereeException {
        Path names = request.scratch.resolve(NAMES);
        if (!run.initializesFirst() || !Files.exists(names)) {
            return List.of();
        }
        try {
            List<String> order = new ArrayList<>(ofClassPath(request, Files.readAllLines(names)));
            if (run.reversed()) {
                Collections.reverse(order);
            } else {
                Collections.shuffle(order, new Random(run.seed()));
            }
            return order.stream().map(name -> name.replace('/', '.')).toList();
        } catch (IOException e) {
            throw new RefereeException("no order of initialisation", e);
        }
    }

    private static Collection<String> ofClassPath(Request request, List<String> names) throws IOException {
        Collection<String> left = new LinkedHashSet<>(names);
        Collection<String> found = new LinkedHashSet<>();
        for (Path entry : request.classPath) {
            if (Files.isDirectory(entry)) {
                left.stream().filter(name -> Files.exists(entry.resolve(name + ".class"))).forEach(found::add);
            } else {
                try (JarFile jar = new JarFile(entry.toFile())) {
                    left.stream().filter(name -> jar.getEntry(name + ".class") != null).forEach(found::add);
                }
            }
        }
        // In the order of the first run, whatever the order of the class path.
        left.retainAll(found);
        return left;
    }
}
