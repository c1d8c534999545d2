// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.ILine;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.tools.ExecFileLoader;

/** JaCoCo's coverage of the classes under test and their nested classes. */
final class Coverage {
    /** In the runners' folder. */
    static final String FILE = "coverage.exec";

    private final Request request;
    /** Internal names in order: each requested class and all nested ones. */
    private final Collection<String> names = new TreeSet<>();

    /** Finds the classes, so that a wrong name is found before any run. */
    Coverage(Request request) throws RefereeException {
        this.request = request;
        try {
            findNames();
        } catch (IOException e) {
            throw new RefereeException("class path cannot be read", e);
        }
        for (String wanted : request.underTest) {
            if (!names.contains(wanted)) {
                throw new RefereeException("class under test " + wanted + " is not on the class path");
            }
        }
    }

    static Path file(Request request) {
        return RunnerProcess.coverageFolder(request).resolve(FILE);
    }

    void write(Json json) throws RefereeException {
        CoverageBuilder builder = new CoverageBuilder();
        try {
            ExecFileLoader loader = new ExecFileLoader();
            if (Files.exists(file(request))) {
                loader.load(file(request).toFile());
            }
            Analyzer analyzer = new Analyzer(loader.getExecutionDataStore(), builder);
            try (URLClassLoader classes = new URLClassLoader(urls(), null)) {
                for (String name : names) {
                    try (InputStream bytes = classes.getResourceAsStream(name + ".class")) {
                        analyzer.analyzeClass(bytes.readAllBytes(), name);
                    }
                }
            }
        } catch (IOException e) {
            throw new RefereeException("coverage cannot be read", e);
        }
        Collection<IClassCoverage> strangers = builder.getNoMatchClasses();
        if (!strangers.isEmpty()) {
            throw new RefereeException("the class path's " + strangers.iterator().next().getName()
                    + " is not the class that the tests ran");
        }
        for (IClassCoverage one : builder.getClasses()) {
            writeClass(json, one);
        }
    }

    private URL[] urls() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (Path entry : request.classPath) {
            urls.add(entry.toUri().toURL());
        }
        return urls.toArray(new URL[0]);
    }

    private void findNames() throws IOException {
        for (Path entry : request.classPath) {
            if (Files.isDirectory(entry)) {
                addFromFolder(entry);
            } else {
                try (JarFile jar = new JarFile(entry.toFile(), false, JarFile.OPEN_READ, Runtime.version())) {
                    jar.versionedStream().forEach(file -> add(file.getName()));
                }
            }
        }
    }

    private void addFromFolder(Path folder) throws IOException {
        for (String wanted : request.underTest) {
            Path parent = folder.resolve(wanted).getParent();
            if (parent != null && Files.isDirectory(parent)) {
                try (Stream<Path> list = Files.list(parent)) {
                    list.forEach(file -> add(
                            folder.relativize(file).toString().replace(File.separatorChar, '/')));
                }
            }
        }
    }

    private void add(String file) {
        if (!file.endsWith(".class")) {
            return;
        }
        String name = file.substring(0, file.length() - ".class".length());
        for (String wanted : request.underTest) {
            if (name.equals(wanted) || name.startsWith(wanted + "$")) {
                names.add(name);
            }
        }
    }

    private static void writeClass(Json json, IClassCoverage one) {
        json.open('{').key("class").string(one.getName());
        writeCounters(json, one.getBranchCounter(), one.getLineCounter());
        json.key("methods").open('[');
        for (IMethodCoverage method : one.getMethods()) {
            json.open('{').key("name").string(method.getName()).key("descriptor").string(method.getDesc());
            writeCounters(json, method.getBranchCounter(), method.getLineCounter());
            json.close('}');
        }
        json.close(']').key("line_branches").open('[');
        for (int number = one.getFirstLine(); number >= 0 && number <= one.getLastLine(); number++) {
            ILine line = one.getLine(number);
            if (line.getStatus() != ICounter.EMPTY) {
                json.open('{').key("line").number(number);
                json.key("executed").bool(line.getInstructionCounter().getCoveredCount() > 0);
                writeCounter(json, "branches", line.getBranchCounter());
                json.close('}');
            }
        }
        json.close(']').close('}');
    }

    private static void writeCounters(Json json, ICounter branches, ICounter lines) {
        writeCounter(json, "branches", branches);
        writeCounter(json, "lines", lines);
    }

    private static void writeCounter(Json json, String key, ICounter counter) {
        json.key(key).open('{').key("covered").number(counter.getCoveredCount());
        json.key("missed").number(counter.getMissedCount()).close('}');
    }
}
