// SPDX-License-Identifier: Apache-2.0
// A suite as it ran: everything that a writer may need of a run, in no language's terms. An adapter
// fills it with one execution of its tests. Next: writer.hpp.
#pragma once

#include <sbst/problem/trace.hpp>
#include <sbst/report/run_summary.hpp>
#include <sbst/report/totals.hpp>
#include <sbst/test/test_case.hpp>

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sbst
{

/// What a value is, whatever its language calls it.
enum class ValueForm
{
    other,
    null,
    boolean,
    integer,
    real,
    text,
    /// One of the named values of its type.
    constant,
    list,
    /// Known by what its members answer only.
    object
};

/// A value as its language writes it.
struct ExecutedValue
{
    /// Name of its type; empty where the language has no name for it here.
    std::string type{};
    std::string text{};
    ValueForm form = ValueForm::other;
    /// The value without marks of the language: `true` or `false`; a number in decimal digits,
    /// `nan`, `inf`; the characters of a text in UTF-8; the name of a constant. Empty for other
    /// forms.
    std::string content{};
    /// What a list has.
    std::vector<ExecutedValue> elements{};
    /// Tells values apart that are written alike; mostly empty.
    std::string exact{};
    /// A test can say that something equals it.
    bool can_be_stated = false;

    /// The same value; whether it can be stated follows from it.
    friend bool operator==(const ExecutedValue& left, const ExecutedValue& right)
    {
        return left.type == right.type && left.text == right.text && left.form == right.form &&
               left.content == right.content && left.exact == right.exact &&
               left.elements == right.elements;
    }
};

/// An argument with what it is called.
struct ExecutedArgument
{
    /// The parameter's name; may be empty.
    std::string name{};
    /// As in Parameter::role: empty = an ordinary argument.
    std::string role{};
    ExecutedValue value{};
    /// The call whose result it is; empty = a value.
    std::optional<std::size_t> result_of{};
};

/// A call for people, in lines without indentation.
struct CallStory
{
    /// What happens before it: `wait 3 days`; empty = nothing.
    std::string before{};
    /// `alice: withdraw(17)`.
    std::string action{};
    /// `returns 4`; empty = there is nothing to say.
    std::string outcome{};
    /// What was seen besides, a line each.
    std::vector<std::string> notes{};
};

/// One call of a test, and what came of it.
struct ExecutedCall
{
    CallableId callable{};
    CallableKind kind = CallableKind::function;
    /// The member's name; for a constructor, the name of its type.
    std::string name{};
    /// A member of what is under test, or called on an object of it.
    bool is_under_test = true;
    /// Makes a value and does nothing else.
    bool only_makes_value = false;
    OutcomeKind outcome = OutcomeKind::not_reached;
    std::vector<ExecutedArgument> arguments{};
    /// What it returned; empty where it returned nothing or did not return.
    std::vector<ExecutedValue> results{};
    /// The first call that returned the same object, if that is another one.
    std::optional<std::size_t> same_as{};
    /// Why it did not return: the exception with its message, as its language says it.
    std::string failure{};
    /// The same in a word or two, for names: `throws IOException`.
    std::string failure_words{};
    CallStory story{};
};

/// What a member of an object answered at the end of a test, or what the object held.
struct Observation
{
    /// The call whose result was asked.
    std::size_t call = 0;
    /// Not the call's result was asked, but this argument of it.
    std::optional<std::size_t> argument{};
    /// A call of what is under test changed it, or made it.
    bool is_effect = false;
    /// What it held, and no such call changed it: it says little.
    bool is_untouched = false;
    std::string member{};
    /// Tells members of one name apart.
    std::size_t member_id = 0;
    bool is_field = false;
    /// The less, the more the answer says to a reader.
    int reading_rank = 0;
    ExecutedValue value{};
};

struct ExecutedTest
{
    /// Its name as an identifier, or words for one; empty = by what it does, see test_name.hpp.
    std::string name{};
    std::vector<ExecutedCall> calls{};
    std::vector<Observation> observations{};
    /// Goals that it covers, and the shown ones that no test before it covers: indexes of
    /// ExecutedSuite::goals, ascending.
    std::vector<std::size_t> goals{};
    std::vector<std::size_t> new_goals{};
    /// Lines that it executes: indexes of ExecutedSuite::lines, ascending.
    std::vector<std::size_t> lines{};
};

/// A goal with its answer, and how people read it.
struct ExecutedGoal : ReportedGoal
{
    /// All of it: `withdraw, line 14: condition true`.
    std::string text{};
    /// What happens there when it is covered: `true`, `entered`.
    std::string outcome{};
    /// Open for the one reason that ExecutedSuite::lost_because gives.
    bool is_lost = false;
};

/// A line of the subject that tests can execute.
struct SourceLine
{
    std::string file{};
    std::size_t line = 0;

    // NOLINTNEXTLINE(readability-implicit-bool-conversion): of the comparison that is generated
    friend auto operator<=>(const SourceLine&, const SourceLine&) = default;
};

/// A run with its suite.
struct ExecutedSuite
{
    /// Name of what was tested, and where it comes from: its file, its compiler.
    std::string subject{};
    std::vector<std::string> origin{};
    /// The command that makes the suite again.
    std::string command{};
    /// What a reader must know of these tests, a paragraph each; lines end with a line end.
    std::vector<std::string> notes{};
    RunSummary run{};
    GoalTotals totals{};
    /// By GoalId.
    std::vector<ExecutedGoal> goals{};
    /// Completes "Open: ... 3 goals" where one thing keeps many goals open; else empty.
    std::string lost_because{};
    std::vector<ExecutedTest> tests{};
    /// Ascending; empty where the adapter knows no lines.
    std::vector<SourceLine> lines{};
};

/// The calls of a test as the core writes them, with the outcomes of the trace. Results and
/// failures, which a trace only names, are the adapter's.
[[nodiscard]] ExecutedTest executed_test(const TestCase& test, const Trace& trace,
    const Catalogue& catalogue, const TypeUniverse& types);

/// Gives each test its goals. Precondition: one list per test, indexes of `suite.goals`, ascending.
void assign_goals(const std::vector<std::vector<GoalId>>& covered_by_test, ExecutedSuite& suite);

}  // namespace sbst
