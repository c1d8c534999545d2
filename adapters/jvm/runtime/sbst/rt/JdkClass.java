// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.IOException;
import java.io.InputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes a class of java.base with other instructions in its methods, and the same stack maps. */
final class JdkClass {
    private JdkClass() {}

    /** How each method is rewritten. */
    interface Rewriting {
        /**
         * Returns `next` to leave the method unchanged, null when it has written the method
         * itself.
         */
        MethodVisitor of(String method, String descriptor, MethodVisitor next);
    }

    /** @param by the name of who rewrites it: the same class always gets the same methods by them. */
    static byte[] rewritten(String internalName, String by, Rewriting rewriting)
        throws IOException {
        String key = by + " " + internalName;
        byte[] bytes = Worker.rewritten.find(key);
        if (bytes == null) {
            bytes = write(internalName, rewriting);
            Worker.rewritten.add(key, bytes);
        }
        return bytes;
    }

    private static byte[] write(String internalName, Rewriting rewriting) throws IOException {
        ClassReader reader;
        try (InputStream in = ClassLoader.getSystemResourceAsStream(internalName + ".class")) {
            reader = new ClassReader(in.readAllBytes());
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                int access, String method, String descriptor, String signature, String[] thrown) {
                MethodVisitor next =
                    super.visitMethod(access, method, descriptor, signature, thrown);
                boolean hasCode = (access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) == 0;
                return hasCode ? rewriting.of(method, descriptor, next) : next;
            }
        }, 0);
        return writer.toByteArray();
    }
}
