// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.io.StringWriter;
import java.net.URI;
import java.util.List;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Uses the compiler once while the first request is awaited: a JVM's first compilation takes about a
 * second, most of which is loading the compiler. Nothing depends on how far it comes.
 */
final class WarmUp {
    /** What tests have: calls, lambdas, type arguments, strings. */
    private static final String SOURCE = """
            class Sample {
                interface Check { void run() throws Exception; }
                static void check(Check check) throws Exception { check.run(); }
                static int first(java.util.List<Integer> list) {
                    int[] numbers = {1, 2, 3};
                    try {
                        check(() -> list.add(numbers[1] + Integer.parseInt("4")));
                    } catch (Exception e) {
                        throw new IllegalStateException("none of " + list, e);
                    }
                    for (int number : numbers) {
                        list.add((int) (number * 2.5));
                    }
                    return list.get(0);
                }
            }
            """;

    private WarmUp() {}

    /** In a thread of its own, which does not keep the JVM. */
    static void start() {
        Thread thread = new Thread(WarmUp::compile, "warm-up");
        thread.setDaemon(true);
        thread.start();
    }

    private static void compile() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            // The first compilation says so.
            return;
        }
        DiagnosticCollector<JavaFileObject> collector = new DiagnosticCollector<>();
        try (JavaFileManager manager = new Nowhere(compiler.getStandardFileManager(collector, null, null))) {
            List<String> options = List.of("-proc:none", "-g", "--release",
                    Integer.toString(Runtime.version().feature()));
            compiler.getTask(new StringWriter(), manager, collector, options, null, List.of(new Sample())).call();
        } catch (Exception e) {
            // The compilations that matter tell what is wrong.
            return;
        }
    }

    private static final class Sample extends SimpleJavaFileObject {
        Sample() {
            super(URI.create("string:///Sample.java"), Kind.SOURCE);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return SOURCE;
        }
    }

    /** Writes no class file. */
    private static final class Nowhere extends ForwardingJavaFileManager<JavaFileManager> {
        Nowhere(JavaFileManager manager) {
            super(manager);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("nowhere:///" + name), kind) {
                @Override
                public java.io.OutputStream openOutputStream() {
                    return java.io.OutputStream.nullOutputStream();
                }
            };
        }
    }
}
