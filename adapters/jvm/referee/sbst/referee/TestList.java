// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The tests of compiled classes in the order of their sources. Reflection has no such order, but
 * class files do: javac writes methods in the order of the source.
 */
final class TestList {
    private static final List<String> ANNOTATIONS = List.of("Lorg/junit/jupiter/api/Test;", "Lorg/junit/Test;");

    private TestList() {}

    static List<ListedTest> of(Path classes) throws RefereeException {
        List<ListedTest> tests = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(classes)) {
            for (Path file : walk.filter(path -> path.toString().endsWith(".class"))
                    .sorted(Comparator.comparing(Path::toString)).toList()) {
                new ClassReader(Files.readAllBytes(file)).accept(new Finder(tests),
                        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new RefereeException("compiled tests cannot be read", e);
        }
        if (tests.isEmpty()) {
            throw new RefereeException("0 tests found: no compiled method has JUnit's @Test");
        }
        return tests;
    }

    private static final class Finder extends ClassVisitor {
        private final List<ListedTest> tests;
        private String className;

        Finder(List<ListedTest> tests) {
            super(Opcodes.ASM9);
            this.tests = tests;
        }

        @Override
        public void visit(int version, int access, String name, String signature, String superName,
                String[] interfaces) {
            className = name.replace('/', '.');
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                    if (ANNOTATIONS.contains(annotation)) {
                        tests.add(new ListedTest(className, name));
                    }
                    return null;
                }
            };
        }
    }
}
