// SPDX-License-Identifier: Apache-2.0
// The plan of a subject: the classes that workers load, the places of probes, and the static state
// to reset. The analysis assigns all ids; workers only report them. Next: ../exec/worker_pool.hpp.
#pragma once

#include <sbst/goal/goal.hpp>
#include <sbst/jvm/language/java_callable.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// A conditional jump or a switch. Workers find it by the ordinal of its instruction: real
/// instructions of the method counted from 0 (without labels, line numbers and frames), which is
/// the same for every reader of class files.
struct BranchPlan
{
    std::uint32_t instruction = 0;
    /// A conditional jump: outcome true = the jump is taken. A switch: unused.
    PredicateId predicate{};
    /// A switch: by key in ascending order (tableswitch: each key of the range), the predicate
    /// whose outcome true means that this key's way is taken; keys with the same way share a
    /// predicate.
    std::vector<PredicateId> key_predicates{};
    /// A switch: the predicate of the default way; keys that lead there have it too.
    PredicateId default_predicate{};

    [[nodiscard]] bool is_switch() const { return default_predicate.is_valid(); }
};

struct LinePlan
{
    /// First instruction of the line's code, as an ordinal; a line may have several.
    std::uint32_t instruction = 0;
    LineId line{};
};

/// What workers do to learn about the mutants of an instruction; the numbers are part of the
/// protocol.
enum class MutationPlace : std::uint8_t
{
    /// An operator of words or numbers; a change is a WordOperator.
    arithmetic = 1,
    /// A conditional jump of integers or of the result of a comparison; a change is a Relation.
    relation = 2,
    /// All mutants give another state whenever the instruction is executed: a condition that is
    /// negated, a step in the other direction, a text that becomes empty (for these three a change
    /// is 0), or a number; for a number a change is a ConstantChange.
    reached = 3,
    /// A number is loaded; a change is a UnaryChange.
    unary = 4,
    /// A variable is loaded; a change is the slot of another variable.
    variable = 5
};

enum class UnaryChange : std::uint8_t
{
    negated,
    one_more,
    one_less
};

/// What a constant number becomes.
enum class ConstantChange : std::uint8_t
{
    zero,
    one,
    minus_one,
    one_more,
    one_less
};

struct MutantPlan
{
    std::uint32_t change = 0;
    MutantId mutant{};
};

/// The mutants of one kind of an instruction.
struct MutationPlan
{
    std::uint32_t instruction = 0;
    MutationPlace place = MutationPlace::reached;
    std::vector<MutantPlan> mutants{};
};

struct MethodPlan
{
    std::string name;
    std::string descriptor;
    MethodId method{};
    std::vector<BranchPlan> branches{};
    std::vector<LinePlan> lines{};
    /// Ascending by instruction.
    std::vector<MutationPlan> mutations{};
};

struct ClassPlan
{
    /// Internal name: `p/Outer$Inner`.
    std::string name;
    std::vector<MethodPlan> methods{};
};

/// A static field whose value tests can change.
struct StaticFieldPlan
{
    std::string owner;
    std::string name;
    std::string descriptor;
    /// Declared so, or private and written by no code but its class's initialiser.
    bool is_final = false;
};

/// A method under test, and what workers ask each object that it returns, where outputs are
/// recorded.
struct ObservedMethodPlan
{
    /// Internal name.
    std::string owner;
    std::string name;
    std::string descriptor;
    /// Instance methods without parameters that return a primitive value.
    std::vector<JavaCallable> observers{};
};

struct SubjectPlan
{
    /// Jars and folders of classes, in order.
    std::vector<std::filesystem::path> class_path;
    /// Package of the tests, by internal name (`org/example`, empty = the unnamed one): callables
    /// may be package-private there.
    std::string package;
    /// The classes under test: those with goals.
    std::vector<ClassPlan> classes;
    /// Restored before each test to their state after initialisation: the field if it is not final,
    /// and one level of its object (an array, a collection of the JDK).
    std::vector<StaticFieldPlan> static_fields;
    /// Classes to load and initialise before the first test, by internal name, in order.
    std::vector<std::string> preload;
    /// Classes of the JDK, by internal name, whose loops count against a test's probe budget too.
    std::vector<std::string> counted_jdk{};
    std::vector<ObservedMethodPlan> observed_methods{};
    /// One past the largest id of each kind in `classes`.
    std::size_t predicate_count = 0;
    std::size_t method_count = 0;
    std::size_t line_count = 0;
    std::size_t mutant_count = 0;
};

}  // namespace sbst::jvm
