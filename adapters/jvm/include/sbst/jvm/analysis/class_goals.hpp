// SPDX-License-Identifier: Apache-2.0
// Goals of a class under test: branches of all its methods and nested classes, which goal opens the
// way to which, and the plan by which workers report them. Next: subject_plan.hpp;
// facts.hpp for what seeding wants to know.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/jvm/analysis/subject_plan.hpp>
#include <sbst/jvm/classfile/class_path.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

/// Whose goal it is. Only `user` is shown in the graph: the others are there, so that what lies
/// behind them is reached, but no test is asked to cover them. Reports count what somebody wrote
/// (`is_written`).
enum class JavaGoalClass
{
    user,
    /// Of a switch over strings: the switch over hash codes, the outcome that another string has
    /// the same hash code, and javac's second switch, whose cases say what `equals` said before.
    /// Shown are that the string is a case's, and the default.
    string_switch,
    /// A test of try-with-resources whether there is a resource, or an exception to add to: the
    /// one is constant in most programs, the other needs `close` to fail as well.
    resource_check,
    /// Whether assertions are enabled, where the initialiser asks and where a method looks: one way
    /// for a whole run, since tests run with assertions enabled. The asserted condition is shown.
    assertion_switch,
    /// The default of a switch that names every enum constant or permitted class: it throws
    /// MatchException for classes that were compiled later.
    no_match,
    /// Of a record pattern: whether a component matches a pattern that always does.
    pattern_test,
    /// `<clinit>`, and private code that only this calls, constructors of enums among it: runs
    /// once, when the class is initialised, which is before the first test. No search can do
    /// anything about it.
    static_initialiser,
    /// Bridge methods, accessors, tables of enum switches and whatever else is synthetic, but for
    /// bodies of lambdas.
    synthetic,
    /// `values` and `valueOf` of an enum.
    enum_member,
    /// `toString`, `hashCode` and `equals` of a record, when the compiler made them.
    record_member
};
inline constexpr std::size_t java_goal_class_count = 10;

/// Tells whether goals of the class are of code that somebody wrote: `user`, `static_initialiser`.
[[nodiscard]] bool is_written(JavaGoalClass goal_class);

/// As reports write it: `string-switch`.
[[nodiscard]] std::string_view to_string(JavaGoalClass goal_class);

/// More about one goal than the core's Goal says. There its position is the ordinal of the jump or
/// switch (0 for an entry), its truth that of the condition in the label.
struct JavaGoal
{
    JavaGoalClass goal_class = JavaGoalClass::user;
    MethodId method;
};

/// A method with code, by MethodId.
struct GoalMethod
{
    const ClassFile* owner = nullptr;
    const Method* method = nullptr;
    /// `Fraction.reduce(int)`, unique for most.
    std::string label;
};

/// A source line with code, by LineId. Classes of one source file share lines.
struct GoalLine
{
    const ClassFile* owner = nullptr;
    std::uint32_t line = 0;
};

/// Everything by which a class is searched. Pointers are into the class path that it was made from.
struct ClassGoals
{
    GoalGraph graph;
    /// One a goal of `graph`.
    std::vector<JavaGoal> goals;
    std::vector<GoalMethod> methods;
    std::vector<GoalLine> lines;
    /// The class itself first, then by name; without those that have no code.
    std::vector<ClassPlan> plans;
    std::size_t predicate_count = 0;
};

/// Internal name of the class that encloses one; empty for a top-level class.
[[nodiscard]] std::string enclosing_class(const ClassFile& file);

/// A class and all that are nested in it, local and anonymous ones included: itself first, then by
/// name. Nested classes that the path lacks are left out.
/// @throws ConfigError when the class is not there, ParseError when one cannot be read.
[[nodiscard]] std::vector<const ClassFile*> with_nested(
    const ClassPath& path, const std::string& internal_name);

/// Finds the goals of a class `with_nested`.
///
/// - A conditional jump has a goal for each outcome (true = it jumps), a switch one goal a way
///   (BranchPlan), a method none of whose branches is written an entry goal, but for `<clinit>`,
///   which whatever uses the class enters. Abstract and native methods have none.
/// - A goal depends on the outcomes that control its instruction (MethodFlow tells how exceptions
///   count). Where its method's entry controls it, it is a root, unless the method can be entered
///   from these classes alone (it is private, a lambda's body, or a member of a private, local or
///   anonymous class): then it depends on what controls the places that call or capture the method,
///   for instance methods of such classes the places that make instances; through more than
///   `max_entry_parents` goals it is a root after all. In a method of more than
///   `max_controlled_branches` jumps and switches all goals are roots.
/// - Goals of code that no path reaches, and of such methods that nothing calls (and no code of
///   these classes uses reflection), are proved infeasible.
///
/// Labels are unique: `Fraction.reduce(int):412 if (n == 0) true`; the condition is that of the
/// source as far as it can be told, which the compiler jumps over when it is false.
/// Deterministic. O(size) but for control dependence.
///
/// @throws ConfigError when the class is not there, ParseError when one cannot be read.
[[nodiscard]] ClassGoals find_class_goals(const ClassPath& path, const std::string& internal_name);

/// Entries depend on at most that many goals.
inline constexpr std::size_t max_entry_parents = 64;
/// Control dependences may take the square of that.
inline constexpr std::size_t max_controlled_branches = 4096;

}  // namespace sbst::jvm
