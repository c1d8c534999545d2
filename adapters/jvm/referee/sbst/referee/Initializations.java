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
 * it. So runs in another order of tests first initialise, in another order too, the classes that the
 * first run initialised.
 */
final class Initializations {
    /** The JVM's option by which the first run tells its initialisations on standard error. */
    static final String OPTION = "-Xlog:class+init=info:stderr:none";
    /** In the scratch folder: names of classes that the first run initialised. */
    private static final String NAMES = "initialized.txt";
    /** What that option writes; the internal name of a class that has an initialiser. */
    private static final Pattern LINE = Pattern.compile("Initializing '([^']+)' ?\\((?!no method)");
    private static final String MARK = " Initializing '";

    private Initializations() {}

    /** In the JVM of the first run, after its tests: the classes whose initialisers succeeded. */
    static Collection<String> initialized(Path log) throws IOException {
        Collection<String> names = new LinkedHashSet<>();
        for (String line : lines(log)) {
            Matcher match = LINE.matcher(line);
            if (match.find() && initialize(match.group(1).replace('/', '.'))) {
                names.add(match.group(1));
            }
        }
        return names;
    }

    /** What a JVM wrote to standard error, without what the option writes. */
    static String withoutThem(Path log) throws IOException {
        return lines(log).stream().filter(line -> !line.contains(MARK)).collect(Collectors.joining("\n"));
    }

    private static List<String> lines(Path log) throws IOException {
        return new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
    }

    /** Keeps the names that the first run gave. */
    static void keep(Request request, Collection<String> names) throws IOException {
        Files.write(request.scratch.resolve(NAMES), names);
    }

    /**
     * In this order.
     *
     * @throws IllegalStateException where one fails: no program can use its classes in such an order.
     */
    static void initializeAll(List<String> names) {
        for (String name : names) {
            if (!initialize(name)) {
                throw new IllegalStateException(name + " cannot be initialised at this place");
            }
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
        if (!(run.reversed() || run.shuffled()) || !Files.exists(names)) {
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
