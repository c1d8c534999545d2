// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The parent's plan: the classes to load, the places of probes and the static state to reset. */
final class Plan {
    static final int VERSION = 9;

    static final class Branch {
        int predicate;
        /** Predicates by key, or null: a conditional jump. */
        int[] keys;
    }

    /** An instruction with mutants of one kind: see {@link MutantProbes}. */
    static final class Mutation {
        int instruction;
        int kind;
        /** By mutant: the operator, relation, change, constant or variable instead of the original one. */
        int[] changes;
        int[] mutants;
    }

    static final class Method {
        int id;
        final Map<Integer, Branch> branches = new HashMap<>();
        final Map<Integer, Integer> lines = new HashMap<>();
        /** In the order of instructions. */
        final List<Mutation> mutations = new ArrayList<>();
    }

    static final class StaticField {
        final String owner;
        final String name;
        final String descriptor;
        final boolean isFinal;

        StaticField(In in) {
            owner = in.name();
            name = in.name();
            descriptor = in.name();
            isFinal = in.u8() != 0;
        }

        boolean isPrimitive() {
            return descriptor.length() == 1;
        }
    }

    final boolean recordLines;
    /** Results tell their class of values. */
    final boolean recordOutputs;
    /** Code has its mutants, of which a test may ask for one: see {@link ActiveMutant}. */
    final boolean switchesMutants;
    /** Clocks and generators tell tests something else than usual. */
    final boolean isOtherOccasion;
    final int budget;
    final int arrayBytes;
    final List<String> classPath = new ArrayList<>();
    final String packageName;
    /** By internal name, then by name and descriptor. */
    final Map<String, Map<String, Method>> classes = new HashMap<>();
    final List<StaticField> staticFields = new ArrayList<>();
    final List<String> preload = new ArrayList<>();
    /** Classes of the JDK whose loops take steps of the budget. */
    final List<String> countedJdk = new ArrayList<>();
    /** By key of a method under test: what is asked of the objects that it returns. */
    final Map<String, List<Callable>> observedMethods = new HashMap<>();

    Plan(In in) {
        int version = in.i32();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                "plan of version " + version + ", expected " + VERSION);
        }
        Sizes.predicates = in.i32();
        Sizes.methods = in.i32();
        Sizes.lines = in.i32();
        Sizes.mutants = in.i32();
        recordLines = in.u8() != 0;
        recordOutputs = in.u8() != 0;
        switchesMutants = in.u8() != 0;
        isOtherOccasion = in.u8() != 0;
        budget = in.i32();
        arrayBytes = in.i32();
        for (int count = in.i32(); count > 0; count--) {
            classPath.add(in.name());
        }
        packageName = in.name();
        for (int count = in.i32(); count > 0; count--) {
            classes.put(in.name(), readClass(in));
        }
        for (int count = in.i32(); count > 0; count--) {
            staticFields.add(new StaticField(in));
        }
        for (int count = in.i32(); count > 0; count--) {
            preload.add(in.name());
        }
        for (int count = in.i32(); count > 0; count--) {
            countedJdk.add(in.name());
        }
        for (int count = in.i32(); count > 0; count--) {
            String key = keyOf(in.name(), in.name(), in.name());
            observedMethods.put(key, Callable.all(in, in.i32()));
        }
    }

    static String keyOf(String owner, String name, String descriptor) {
        return owner + "." + name + descriptor;
    }

    private static Map<String, Method> readClass(In in) {
        Map<String, Method> methods = new HashMap<>();
        for (int count = in.i32(); count > 0; count--) {
            String key = in.name() + in.name();
            Method method = new Method();
            method.id = in.i32();
            for (int branches = in.i32(); branches > 0; branches--) {
                int instruction = in.i32();
                method.branches.put(instruction, readBranch(in));
            }
            for (int lines = in.i32(); lines > 0; lines--) {
                int instruction = in.i32();
                method.lines.put(instruction, in.i32());
            }
            for (int places = in.i32(); places > 0; places--) {
                method.mutations.add(readMutation(in));
            }
            methods.put(key, method);
        }
        return methods;
    }

    private static Mutation readMutation(In in) {
        Mutation mutation = new Mutation();
        mutation.instruction = in.i32();
        mutation.kind = in.u8();
        int count = in.i32();
        mutation.changes = new int[count];
        mutation.mutants = new int[count];
        for (int i = 0; i < count; i++) {
            mutation.changes[i] = in.i32();
            mutation.mutants[i] = in.i32();
        }
        return mutation;
    }

    private static Branch readBranch(In in) {
        Branch branch = new Branch();
        boolean isSwitch = in.u8() != 0;
        branch.predicate = in.i32();
        if (isSwitch) {
            branch.keys = new int[in.i32()];
            for (int i = 0; i < branch.keys.length; i++) {
                branch.keys[i] = in.i32();
            }
        }
        return branch;
    }
}
