// SPDX-License-Identifier: Apache-2.0
// Goals of a class under test: branches of all its methods and nested classes, their control
// dependencies, and the plan by which workers report them. Next: subject_plan.hpp; class_facts.hpp
// for the facts that seeding uses.
#pragma once

#include <sbst/criteria/coverage.hpp>
#include <sbst/criteria/output_table.hpp>
#include <sbst/goal/goal.hpp>
#include <sbst/goal/goal_graph.hpp>
#include <sbst/jvm/analysis/subject_plan.hpp>
#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/language/java_callable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

/// The origin of a goal. Only `user` is shown in the graph: the other goals exist so that goals
/// behind them can be reached, but they are not sought. Reports count goals of written code
/// (`is_written`).
enum class JavaGoalClass
{
    user,
    /// For a switch over strings: the switch over hash codes, the outcome that another string has
    /// the same hash code, and javac's second switch, whose cases repeat the results of `equals`.
    /// The shown goals are that the string equals that of a case, and the default.
    string_switch,
    /// The tests in try-with-resources for a resource, or for an exception to add to: the first is
    /// constant in most programs, the second also needs `close` to fail.
    resource_check,
    /// The tests of whether assertions are enabled, in the initialiser and in methods: the result
    /// is the same for a whole run, because tests run with assertions enabled. The asserted
    /// condition is shown.
    assertion_switch,
    /// The default of a switch that names every enum constant or permitted class: it throws
    /// MatchException for classes compiled later.
    no_match,
    /// In a record pattern: the test of a component against a pattern that always matches.
    pattern_test,
    /// `<clinit>`, and private code that only it calls, including constructors of enums: it runs
    /// once, when the class is initialised before the first test. No test can influence it.
    static_initialiser,
    /// Bridge methods, accessors, tables of enum switches and all other synthetic code, except
    /// bodies of lambdas.
    synthetic,
    /// `values` and `valueOf` of an enum.
    enum_member,
    /// `toString`, `hashCode` and `equals` of a record, when the compiler made them.
    record_member
};
inline constexpr std::size_t java_goal_class_count = 10;

/// Tells whether goals of the class belong to written code: `user`, `static_initialiser`.
[[nodiscard]] bool is_written(JavaGoalClass goal_class);

/// The name in reports: `string-switch`.
[[nodiscard]] std::string_view to_string(JavaGoalClass goal_class);

[[nodiscard]] inline bool has_class(const Goal& goal, JavaGoalClass goal_class)
{
    return goal.goal_class == to_string(goal_class);
}

/// Which goals are made and shown.
struct ClassGoalOptions
{
    /// Goals of branches and entries are always made, but hidden when they are not asked for. A
    /// line has a goal if its method has a goal of written code.
    CriteriaChoice criteria{};
    /// Hidden branches and entries of written code are helpers.
    bool branches_help = false;
    /// The methods that tell more of a result that is an object, by the internal name of its type;
    /// without this, such results are only null or not.
    std::function<std::vector<JavaCallable>(const std::string& type)> observers_of{};
};

/// Details of a goal that the core's Goal does not have. In the Goal, the position is the ordinal
/// of the jump or switch (0 for an entry), and the truth is that of the condition in the label.
struct JavaGoal
{
    JavaGoalClass goal_class = JavaGoalClass::user;
    MethodId method;
};

/// A method with code; the index is the MethodId.
struct GoalMethod
{
    const ClassFile* owner = nullptr;
    const Method* method = nullptr;
    /// `Fraction.reduce(int)`, unique for most.
    std::string label;
    /// Code of others may call it, and so may tests.
    bool is_open = true;
};

/// A source line with code; the index is the LineId. Classes of one source file share lines.
struct GoalLine
{
    const ClassFile* owner = nullptr;
    std::uint32_t line = 0;
};

/// A method without parameters that is asked of an object right after a method under test returned
/// it.
struct ResultObserver
{
    JavaCallable callable;
    /// The number of its results in ClassGoals::outputs.
    std::size_t part = 0;
};

/// What a method returns, as numbers in ClassGoals::outputs.
struct MethodOutput
{
    std::size_t part = 0;
    std::vector<ResultObserver> observers{};
};

/// Everything needed to search a class. Pointers refer to the class path from which it was made.
struct ClassGoals
{
    GoalGraph graph;
    /// One per goal of `graph`, but none for goals that a run adds.
    std::vector<JavaGoal> goals;
    std::vector<GoalMethod> methods;
    std::vector<GoalLine> lines;
    /// The class itself first, then by name; without classes that have no code.
    std::vector<ClassPlan> plans;
    std::size_t predicate_count = 0;
    std::size_t mutant_count = 0;
    /// Classes of results, where outputs are goals.
    OutputTable outputs;
    /// By MethodId; nothing for a method without a result.
    std::vector<std::optional<MethodOutput>> output_of_method;

    /// The method that a goal belongs to; nothing for goals that a run added.
    [[nodiscard]] std::optional<MethodId> method_of(GoalId goal) const
    {
        return goal.index() < goals.size() ? std::optional(goals[goal.index()].method) :
                                             std::nullopt;
    }
};

/// Internal name of the class that encloses one; empty for a top-level class.
[[nodiscard]] std::string enclosing_class(const ClassFile& file);

/// A class and all its nested classes, including local and anonymous ones: itself first, then by
/// name. Nested classes that are not on the path are left out. A class that has nothing of its own
/// to be called comes with the superclasses that only its package knows, up to the first other one.
/// @throws ConfigError when the class does not exist, ParseError when one cannot be read.
[[nodiscard]] std::vector<const ClassFile*> with_nested(
    const ClassPath& path, const std::string& internal_name);

/// Finds the goals of a class `with_nested`.
///
/// - A conditional jump has a goal for each outcome (true = it jumps), a switch one goal per way
///   (BranchPlan), a method without written branches an entry goal, except `<clinit>`, which any
///   use of the class enters. Abstract and native methods have no goals.
/// - A goal depends on the outcomes that control its instruction (see MethodFlow for exceptions).
///   If its method's entry controls it, it is a root, unless the method can only be entered from
///   these classes (it is private, a lambda's body, or a member of a private, local or anonymous
///   class): then it depends on the goals that control the places that call or capture the method;
///   for instance methods of such classes, on those that control the places that make instances.
///   With more than `max_entry_parents` such goals it is a root after all. In a method of more than
///   `max_controlled_branches` jumps and switches all goals are roots.
/// - Goals of code that no path reaches are proved infeasible, and so are goals of such methods
///   that nothing calls, if no code of these classes uses reflection.
///
/// - A line depends on the outcomes that control one of its instructions, like a jump there.
/// - A mutant depends on the outcomes that control its instruction, like a jump there.
/// - Direct goals are those of add_direct_goals(). Where only these classes can enter a method, a
///   call of the test never enters it itself: what covers its branch covers the direct goal too
///   (see GoalMethod::is_open), as in the paper.
/// - Goals of methods are for methods of written code that others can call, constructors included,
///   but not for constructors of abstract classes.
///
/// Labels are unique: `Fraction.reduce(int):412 if (n == 0) true`; the condition is that of the
/// source as far as it is known: the compiler jumps when it is false. Deterministic. O(size)
/// without control dependence.
///
/// @throws ConfigError when the class does not exist, ParseError when one cannot be read.
[[nodiscard]] ClassGoals find_class_goals(
    const ClassPath& path, const std::string& internal_name, const ClassGoalOptions& options = {});

/// Lines that tests can execute: those of methods with a `user` goal. Static initialisers run
/// before the first test, and code of the compiler has the line of other code.
[[nodiscard]] std::set<LineId> testable_lines(const ClassGoals& goals);

/// Entries depend on at most this many goals.
inline constexpr std::size_t max_entry_parents = 64;
/// Control dependences may need the square of this number.
inline constexpr std::size_t max_controlled_branches = 4096;

}  // namespace sbst::jvm
