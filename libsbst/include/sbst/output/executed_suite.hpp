// SPDX-License-Identifier: Apache-2.0
// A suite as it ran: everything that a writer may need of a run, in no language's terms. An adapter
// fills it with one execution of its tests. Next: writer.hpp.
#pragma once

#include <sbst/problem/trace.hpp>
#include <sbst/report/run_summary.hpp>
#include <sbst/report/totals.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sbst
{

/// A value as its language writes it.
struct ExecutedValue
{
    /// Name of its type; empty where the language has no name for it here.
    std::string type{};
    std::string text{};
};

/// An argument with what it is called.
struct ExecutedArgument
{
    /// Of the parameter; may be empty.
    std::string name{};
    /// As in Parameter::role: empty = an ordinary argument.
    std::string role{};
    ExecutedValue value{};
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
    OutcomeKind outcome = OutcomeKind::not_reached;
    std::vector<ExecutedArgument> arguments{};
    /// What it returned; empty where it returned nothing or did not return.
    std::vector<ExecutedValue> results{};
    /// Why it did not return: the exception with its message, as its language says it.
    std::string failure{};
    CallStory story{};
};

/// What a member of an object answered at the end of a test.
struct Observation
{
    /// The call whose result was asked.
    std::size_t call = 0;
    std::string member{};
    ExecutedValue value{};
};

struct ExecutedTest
{
    /// What it wishes to be called, as an identifier; empty = it has no wish.
    std::string name{};
    std::vector<ExecutedCall> calls{};
    std::vector<Observation> observations{};
    /// Goals that it covers, and the shown ones that no test before it covers: indexes of
    /// ExecutedSuite::goals, ascending.
    std::vector<std::size_t> goals{};
    std::vector<std::size_t> new_goals{};
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
struct ExecutedLine
{
    std::string file{};
    std::size_t line = 0;
    /// Tests that execute it, ascending.
    std::vector<std::size_t> tests{};
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
    /// Empty where the adapter records no lines.
    std::vector<ExecutedLine> lines{};
};

/// The calls of a test as the core writes them, with what the trace says of them. Results and
/// failures, which a trace only names, are the adapter's.
[[nodiscard]] ExecutedTest executed_test(const TestCase& test, const Trace& trace,
    const Catalogue& catalogue, const TypeUniverse& types);

/// Gives each test its goals. Precondition: one list per test, indexes of `suite.goals`, ascending.
void assign_goals(const std::vector<std::vector<GoalId>>& covered_by_test, ExecutedSuite& suite);

}  // namespace sbst
