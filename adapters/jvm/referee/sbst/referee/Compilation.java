// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles all sources of a folder at once; errors and warnings are data. */
final class Compilation {
    private final Request request;
    final List<Problem> problems = new ArrayList<>();
    final boolean succeeded;
    /** Sources in the order of their paths. */
    final List<Path> files;

    Compilation(Request request, Path classes) throws RefereeException {
        this.request = request;
        try (Stream<Path> walk = Files.walk(request.sources)) {
            files = walk.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            throw new RefereeException("no sources", e);
        }
        if (files.isEmpty()) {
            throw new RefereeException("no *.java file in " + request.sources);
        }
        succeeded = compile(classes);
    }

    private boolean compile(Path classes) throws RefereeException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new RefereeException("no compiler in " + System.getProperty("java.home")
                    + ": a JDK is needed, this is a JRE");
        }
        DiagnosticCollector<JavaFileObject> collector = new DiagnosticCollector<>();
        StringWriter other = new StringWriter();
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(collector, Locale.ROOT, StandardCharsets.UTF_8)) {
            Files.createDirectories(classes);
            boolean done = compiler.getTask(other, manager, collector, options(classes), null,
                    manager.getJavaFileObjectsFromPaths(files)).call();
            collector.getDiagnostics().forEach(this::add);
            if (!done && problems.stream().noneMatch(Problem::error)) {
                throw new RefereeException("javac failed without a diagnostic: " + other);
            }
            return done;
        } catch (IOException | RuntimeException e) {
            throw new RefereeException("javac broke", e);
        }
    }

    private List<String> options(Path classes) {
        List<Path> path = new ArrayList<>(request.classPath);
        path.addAll(request.apiJars);
        List<String> options = new ArrayList<>(List.of("-proc:none", "-encoding", "UTF-8",
                "-Xmaxerrs", "10000", "-Xmaxwarns", "10000", "-g", "-d", classes.toString(), "-cp",
                path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))));
        if (request.release != 0) {
            options.addAll(List.of("--release", Integer.toString(request.release)));
        }
        return options;
    }

    private void add(Diagnostic<? extends JavaFileObject> found) {
        JavaFileObject source = found.getSource();
        String file = "";
        if (source != null && source.toUri().getScheme().equals("file")) {
            Path path = Path.of(source.toUri());
            file = path.startsWith(request.sources) ? request.sources.relativize(path).toString()
                    : path.toString();
        }
        problems.add(new Problem(found.getKind() == Diagnostic.Kind.ERROR, file, found.getLineNumber(),
                found.getColumnNumber(), found.getMessage(Locale.ROOT)));
    }
}
