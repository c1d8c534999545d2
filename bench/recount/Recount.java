// SPDX-License-Identifier: Apache-2.0
// Counts again, from written JUnit tests alone, what `sbst jvm generate` says that they cover: with
// probes of its own by ASM, and by JaCoCo. Next: Probes.java; classes, the script that runs it.
//
//   Recount subjects JAR...                     public top-level classes: name, branches
//   Recount trace OUT OBSERVERS PATH SUBJECT TEST...
//                                               runs the tests with our probes, writes what they hit;
//                                               OBSERVERS is a file: a method, an observer
//   Recount jacoco EXEC PATH SUBJECT            prints the lines of JaCoCo's execution data
//
// Every answer is lines of fields with tabs between.

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.ILine;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.tools.ExecFileLoader;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

public final class Recount
{
    private Recount() {}

    public static void main(String[] arguments) throws Exception
    {
        switch (arguments[0])
        {
            case "subjects" -> subjects(arguments);
            case "trace" -> trace(arguments);
            case "jacoco" -> jacoco(arguments);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    // ---- subjects ----

    private static void subjects(String[] jars) throws IOException
    {
        for (int i = 1; i < jars.length; ++i)
        {
            final Map<String, Integer> branches = new TreeMap<>();
            final List<String> wanted = new ArrayList<>();
            try (JarFile jar = new JarFile(jars[i]))
            {
                for (var entry : (Iterable<JarEntry>) jar.stream()::iterator)
                {
                    final String name = entry.getName();
                    if (name.endsWith(".class") && !name.startsWith("META-INF/") &&
                        !name.endsWith("-info.class"))
                    {
                        read(jar.getInputStream(entry).readAllBytes(), branches, wanted);
                    }
                }
            }
            for (String name : wanted)
            {
                System.out.println(name.replace('/', '.') + "\t" + branches.get(name));
            }
        }
    }

    /// Adds the branches of a class to those of the class that it is nested in.
    private static void read(byte[] bytes, Map<String, Integer> branches, List<String> wanted)
    {
        final ClassNode node = new ClassNode();
        try
        {
            new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
        }
        catch (RuntimeException notAClass)
        {
            return;
        }
        int count = 0;
        for (MethodNode method : node.methods)
        {
            for (AbstractInsnNode each : method.instructions)
            {
                count += (method.access & Opcodes.ACC_SYNTHETIC) != 0 ? 0 : Probes.outcomes(each);
            }
        }
        branches.merge(node.name.split("\\$", 2)[0], count, Integer::sum);
        final int not = Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE | Opcodes.ACC_SYNTHETIC;
        if ((node.access & Opcodes.ACC_PUBLIC) != 0 && (node.access & not) == 0 &&
            !node.name.contains("$"))
        {
            wanted.add(node.name);
        }
    }

    // ---- JaCoCo ----

    private static boolean isOf(String name, String subject)
    {
        return name.equals(subject) || name.startsWith(subject + "$");
    }

    /// Where the class files of a subject are: the first entry of the path that has it.
    private static Map<String, byte[]> classFiles(String path, String subject) throws IOException
    {
        final Map<String, byte[]> found = new TreeMap<>();
        for (String entry : path.split(File.pathSeparator))
        {
            if (!entry.endsWith(".jar") || !found.isEmpty())
            {
                continue;
            }
            try (JarFile jar = new JarFile(entry))
            {
                if (jar.getEntry(subject + ".class") == null)
                {
                    continue;
                }
                for (var each : (Iterable<JarEntry>) jar.stream()::iterator)
                {
                    final String name = each.getName().replaceFirst("\\.class$", "");
                    if (each.getName().endsWith(".class") && isOf(name, subject))
                    {
                        found.put(name, jar.getInputStream(each).readAllBytes());
                    }
                }
            }
        }
        return found;
    }

    private static void jacoco(String[] arguments) throws IOException
    {
        final ExecFileLoader loader = new ExecFileLoader();
        loader.load(new File(arguments[1]));
        final CoverageBuilder builder = new CoverageBuilder();
        final Analyzer analyzer = new Analyzer(loader.getExecutionDataStore(), builder);
        final String subject = arguments[3].replace('.', '/');
        for (Map.Entry<String, byte[]> each : classFiles(arguments[2], subject).entrySet())
        {
            analyzer.analyzeClass(each.getValue(), each.getKey());
        }
        for (IClassCoverage each : builder.getClasses())
        {
            for (IMethodCoverage method : each.getMethods())
            {
                for (int line = method.getFirstLine(); line > 0 && line <= method.getLastLine();
                     ++line)
                {
                    final ILine known = method.getLine(line);
                    if (known.getStatus() != ICounter.EMPTY)
                    {
                        System.out.println(String.join("\t", each.getName(), method.getName(),
                            method.getDesc(), "" + line,
                            "" + known.getInstructionCounter().getCoveredCount(),
                            "" + known.getBranchCounter().getTotalCount(),
                            "" + known.getBranchCounter().getCoveredCount()));
                    }
                }
            }
        }
    }

    // ---- our own probes ----

    private static void trace(String[] arguments) throws Exception
    {
        Recorder.observe(Files.readAllLines(Path.of(arguments[2])));
        final String subject = arguments[4].replace('.', '/');
        final Set<String> tests = new TreeSet<>();
        final LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        for (int i = 5; i < arguments.length; ++i)
        {
            tests.add(arguments[i].replace('.', '/'));
        }
        final Loader loader = new Loader(arguments[3], subject, tests);
        // Classes that no test loads have goals too.
        for (String name : classFiles(arguments[3], subject).keySet())
        {
            loader.instrumented(name);
        }
        Thread.currentThread().setContextClassLoader(loader);
        for (String test : tests)
        {
            request.selectors(DiscoverySelectors.selectClass(loader, test.replace('/', '.')));
        }
        final SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request.build(), listener);
        try (PrintStream out = new PrintStream(arguments[1], "UTF-8"))
        {
            final var summary = listener.getSummary();
            out.println("R\t" + summary.getTestsSucceededCount() + "\t" +
                summary.getTestsFailedCount());
            for (var failure : summary.getFailures())
            {
                out.println("F\t" + failure.getTestIdentifier().getDisplayName() + "\t" +
                    String.valueOf(failure.getException()).lines().findFirst().orElse(""));
            }
            Recorder.write(out);
        }
        System.exit(0);
    }

    private static final class Loader extends URLClassLoader
    {
        private final String subject;
        private final Set<String> tests;
        private final Map<String, byte[]> done = new ConcurrentHashMap<>();

        Loader(String path, String subject, Set<String> tests) throws IOException
        {
            super(urls(path), Recount.class.getClassLoader());
            this.subject = subject;
            this.tests = tests;
        }

        private static URL[] urls(String path) throws IOException
        {
            final List<URL> urls = new ArrayList<>();
            for (String entry : path.split(File.pathSeparator))
            {
                urls.add(new File(entry).toURI().toURL());
            }
            return urls.toArray(new URL[0]);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException
        {
            synchronized (getClassLoadingLock(name))
            {
                final boolean isOurs = name.startsWith("java.") || name.startsWith("org.junit.") ||
                    name.startsWith("org.opentest4j.") || name.equals("Recorder");
                Class<?> found = findLoadedClass(name);
                if (found == null && !isOurs)
                {
                    try
                    {
                        found = findClass(name);
                    }
                    catch (ClassNotFoundException inTheParent)
                    {
                        found = null;
                    }
                }
                return found == null ? super.loadClass(name, resolve) : found;
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException
        {
            final String path = name.replace('.', '/');
            final boolean isTest = tests.contains(path);
            if (!isTest && !isOf(path, subject))
            {
                return super.findClass(name);
            }
            try
            {
                final byte[] bytes = instrumented(path);
                return defineClass(name, bytes, 0, bytes.length);
            }
            catch (IOException error)
            {
                throw new ClassNotFoundException(name, error);
            }
        }

        byte[] instrumented(String path) throws IOException
        {
            byte[] bytes = done.get(path);
            if (bytes == null)
            {
                try (InputStream in = getResourceOf(path))
                {
                    bytes = tests.contains(path) ? Probes.withCalls(in.readAllBytes())
                                                 : Probes.withProbes(in.readAllBytes());
                }
                done.put(path, bytes);
            }
            return bytes;
        }

        private InputStream getResourceOf(String path) throws IOException
        {
            final URL url = findResource(path + ".class");
            if (url == null)
            {
                throw new IOException("no " + path);
            }
            return url.openStream();
        }
    }
}
