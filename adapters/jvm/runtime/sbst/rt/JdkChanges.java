// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.util.LinkedHashSet;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes collection classes of the JDK report changes of their objects to {@link Changes}. Only
 * classes whose elements are private: each write is an instruction of the class itself, of a
 * superclass or of a class nested in these.
 */
final class JdkChanges {
    private static final Set<String> KNOWN = Set.of("java.util.ArrayDeque", "java.util.ArrayList",
        "java.util.EnumMap", "java.util.HashMap", "java.util.Hashtable",
        "java.util.IdentityHashMap", "java.util.LinkedHashMap", "java.util.LinkedList",
        "java.util.Stack", "java.util.TreeMap", "java.util.Vector",
        "java.util.concurrent.ConcurrentHashMap");
    /** Classes that keep everything in another collection. */
    private static final Set<String> WRAPPERS = Set.of("java.util.HashSet",
        "java.util.LinkedHashSet", "java.util.TreeSet", "java.util.Collections$SetFromMap");
    private static final String[] WRAPPER_PREFIXES = {
        "java.util.Collections$Unmodifiable", "java.util.Collections$Synchronized"};
    private static final String[] FIXED_PREFIXES = {"java.util.ImmutableCollections$",
        "java.util.Collections$Empty", "java.util.Collections$Singleton"};
    private static final Set<String> WRAPPED_FIELDS = Set.of("c", "m", "map");
    private static final String UNSAFE = "jdk/internal/misc/Unsafe";

    private final MethodHandles.Lookup lookup;
    private final Set<Class<?>> classes = new LinkedHashSet<>();

    JdkChanges(MethodHandles.Lookup lookup) {
        this.lookup = lookup;
    }

    /** Tells whether a collection can never change. */
    static boolean isFixed(Object collection) {
        return hasPrefix(collection, FIXED_PREFIXES);
    }

    private static boolean hasPrefix(Object object, String[] prefixes) {
        for (String prefix : prefixes) {
            if (object.getClass().getName().startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Makes the collection's classes report changes; false when that is not possible. */
    boolean watch(Object collection) {
        if (isFixed(collection)) {
            return true;
        }
        Class<?> type = collection.getClass();
        if (WRAPPERS.contains(type.getName()) || hasPrefix(collection, WRAPPER_PREFIXES)) {
            Object wrapped = wrappedBy(collection);
            return wrapped != null && watch(wrapped);
        }
        if (!KNOWN.contains(type.getName())) {
            return false;
        }
        for (; KNOWN.contains(type.getName()); type = type.getSuperclass()) {
            classes.addAll(Set.of(type.getNestMembers()));
        }
        return true;
    }

    private Object wrappedBy(Object collection) {
        for (Class<?> type = collection.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (WRAPPED_FIELDS.contains(field.getName())) {
                    try {
                        return lookup.unreflectGetter(field).invoke(collection);
                    } catch (Throwable e) {
                        return null;
                    }
                }
            }
        }
        return null;
    }

    /** The classes that need the methods of {@link #telling}. */
    Set<Class<?>> classes() {
        return classes;
    }

    static byte[] telling(Class<?> type) throws IOException {
        return JdkClass.rewritten(type.getName().replace('.', '/'), "JdkChanges",
            (method, descriptor, next) -> method.startsWith("<") ? next
                : new Telling(JdkDepth.reported(
                    type.getName().replace('.', '/'), method, next)));
    }

    /** Adds a report before each instruction that may write to an object or an array. */
    private static final class Telling extends MethodVisitor {
        Telling(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        private void tell() {
            super.visitInsn(Opcodes.ICONST_1);
            super.visitFieldInsn(Opcodes.PUTSTATIC, "sbst/rt/Changes", "collections", "Z");
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
                tell();
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (opcode == Opcodes.PUTFIELD) {
                tell();
            }
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }

        @Override
        public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean isWrite = owner.equals(UNSAFE)
                ? !name.startsWith("get") || name.contains("And")
                // Sorting may end half-way, when a comparison throws.
                : owner.equals("java/util/Arrays") || name.equals("arraycopy");
            if (isWrite) {
                tell();
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(stack + 1, locals);
        }
    }
}
