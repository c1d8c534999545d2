// SPDX-License-Identifier: Apache-2.0
#include "call_text.hpp"

#include <sbst/base/visible_text.hpp>
#include <sbst/evm/render/suite_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>

namespace sbst::evm
{

namespace
{

std::string head(const Report& report, const std::string& command)
{
    const GoalCounts shown = count_goals(report).shown;
    const Subject& subject = report.subject;
    std::string text = fmt::format("Tests for {}\n", visible(subject.contract));
    text += std::string(text.size() - 1, '=') + "\n\n";
    if (!subject.source.empty() || !subject.compiler.empty())
    {
        text += fmt::format("Source    {}{}{}\n", visible(subject.source),
            subject.source.empty() || subject.compiler.empty() ? "" : ", ",
            visible(subject.compiler));
    }
    text += fmt::format("Goals     {} shown: {} covered, {} infeasible, {} open\n", shown.goals,
        shown.covered, shown.infeasible, shown.open);
    text += fmt::format(
        "Suite     {} with {}\n", counted(report.tests, "test"), counted(report.calls, "call"));
    text += fmt::format("Found by  {}, seed {}, {} (stopped by: {})\n", report.algorithm,
        report.seed, counted(report.executions, "execution"), to_string(report.stopped_by));
    text += fmt::format("Again     {}\n\n", command);
    text += report.is_flow_known ?
                "" :
                "The flow of the code takes too much work to follow: nothing of it is proved, and\n"
                "goals are not told apart by function.\n\n";
    text +=
        "Each test starts from a new chain. Every call is mined in a block of its own, one block\n"
        "and twelve seconds after the one before; \"wait\" comes on top. \"True\" and \"false\" "
        "are\n"
        "what the condition in the source is, or the part of it that is shown; a check of the\n"
        "compiler, or a \"require\" whose code several places share, passes or fails; where\n"
        "neither is known, the code \"jumped\" or not.\n";
    return text;
}

/// One line of what a test covers: the goals of one place, whatever their outcome.
struct CoveredPlace
{
    const Goal* goal = nullptr;
    /// At most two: the one that holds first.
    std::vector<const Goal*> outcomes{};
};

bool is_same_place(const Goal& left, const Goal& right)
{
    const auto key = [](const Goal& goal) {
        return std::tie(goal.criterion, goal.place.program, goal.place.function, goal.place.name);
    };
    return key(left) == key(right);
}

/// By function, its entry first, then in the order of the source.
bool stands_before(const ReportedGoal* left, const ReportedGoal* right)
{
    const auto key = [](const ReportedGoal& row) {
        const GoalPlace& place = row.goal.place;
        return std::make_tuple(in_creation(row.goal), std::string_view(place.function),
            is_branch(row.goal), place.line == 0, std::string_view(place.file), place.line,
            place.position, row.id);
    };
    return key(*left) < key(*right);
}

/// `true` before `false`, `jumped` before `not jumped`.
bool is_first(const Goal& goal)
{
    return goal.question.truth.value_or(outcome_of(goal));
}

std::string outcomes_text(const CoveredPlace& place)
{
    std::string text;
    for (const Goal* const goal : place.outcomes)
    {
        text += text.empty() ? "" : " and ";
        text += outcome_word(*goal);
    }
    return text;
}

std::vector<CoveredPlace> covered_places(
    const std::vector<ReportedGoal>& rows, const std::vector<std::size_t>& goals)
{
    std::vector<const ReportedGoal*> sorted;
    sorted.reserve(goals.size());
    for (const std::size_t goal : goals)
    {
        sorted.push_back(&rows.at(goal));
    }
    std::sort(sorted.begin(), sorted.end(), stands_before);
    std::vector<CoveredPlace> places;
    for (const ReportedGoal* const row : sorted)
    {
        const Goal& goal = row->goal;
        if (places.empty() || !is_same_place(*places.back().goal, goal))
        {
            places.push_back({.goal = &goal});
        }
        auto& outcomes = places.back().outcomes;
        outcomes.insert(is_first(goal) ? outcomes.begin() : outcomes.end(), &goal);
    }
    return places;
}

/// `line 14  true and false  require(...);`
std::string place_text(const CoveredPlace& place, std::size_t width)
{
    const Goal& goal = *place.goal;
    if (!is_branch(goal))
    {
        return "      entered\n";
    }
    // What the compiler added must not read as if the author had written it.
    const std::string& part = goal.question.part;
    std::string what = visible(part.empty() ? goal.place.source : part);
    if (!has_class(goal, GoalClass::user))
    {
        what = fmt::format("({}){}{}", goal.goal_class, what.empty() ? "" : " ", what);
    }
    std::string text = fmt::format(
        "      {:<{}} {:<14}  {}", visible(goal.place.name), width, outcomes_text(place), what);
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
}

std::string coverage_text(
    const std::vector<ReportedGoal>& rows, const std::vector<std::size_t>& goals)
{
    std::string text = goals.empty() ? "  covers nothing new\n" : "  covers for the first time\n";
    const std::vector<CoveredPlace> places = covered_places(rows, goals);
    std::size_t width = 9;
    for (const CoveredPlace& place : places)
    {
        width =
            std::max(width, is_branch(*place.goal) ? visible(place.goal->place.name).size() : 0);
    }
    const Goal* last = nullptr;
    for (const CoveredPlace& place : places)
    {
        const Goal& goal = *place.goal;
        if (last == nullptr || last->place.function != goal.place.function ||
            last->place.program != goal.place.program)
        {
            text += fmt::format("    {}{}\n",
                goal.place.function.empty() ? "unreachable code" : visible(goal.place.function),
                in_creation(goal) ? " (creation code)" : "");
        }
        last = &goal;
        text += place_text(place, width);
    }
    return text;
}

std::string test_text(
    const TextTest& test, std::size_t number, const std::vector<ReportedGoal>& rows)
{
    std::string text = fmt::format("\nTest {}: {}, {}\n", number,
        counted(test.calls.size(), "call"), counted(test.new_goals.size(), "new goal"));
    text += std::string(text.size() - 2, '-') + '\n';
    for (std::size_t i = 0; i < test.calls.size(); ++i)
    {
        text += call_text(test.calls[i], i);
    }
    return text + coverage_text(rows, test.new_goals);
}

/// Where nothing could be reached there is one reason for all.
std::string never_deployed_text(const Report& report)
{
    const auto is_lost = [](const ReportedGoal& row) {
        return row.goal.is_shown && row.answer.status == GoalStatus::open && !in_creation(row.goal);
    };
    return fmt::format(
        "\nOpen: no test could deploy the contract, which {}, and so none covers {}\n",
        *report.deployment_failure,
        counted(static_cast<std::size_t>(
                    std::count_if(report.goals.begin(), report.goals.end(), is_lost)),
            "goal"));
}

std::string missing_text(const Report& report)
{
    const std::vector<ReportedGoal>& rows = report.goals;
    std::string infeasible;
    std::string open;
    for (const ReportedGoal& row : rows)
    {
        const GoalAnswer& answer = row.answer;
        const bool is_open = answer.status == GoalStatus::open;
        const bool is_lost = report.deployment_failure && !in_creation(row.goal);
        if (!row.goal.is_shown || answer.status == GoalStatus::covered || (is_lost && is_open))
        {
            continue;
        }
        const std::string nearness = is_open ? nearness_text(answer.nearest) : std::string();
        const std::string kind = has_class(row.goal, GoalClass::user) ?
                                     std::string() :
                                     fmt::format(" ({})", row.goal.goal_class);
        const std::string line =
            fmt::format("  {}{} - {}{}{}\n", visible(goal_text(row.goal)), kind, nearness,
                nearness.empty() || answer.reason.empty() ? "" : "; ", visible(answer.reason));
        (is_open ? open : infeasible) += line;
    }
    std::string text = report.deployment_failure ? never_deployed_text(report) : std::string();
    text += open.empty() ? "" : "\nOpen: neither covered nor proved infeasible\n" + open;
    text += infeasible.empty() ? "" : "\nInfeasible: no test can cover these\n" + infeasible;
    return text;
}

TextCall describe_call(const ContractProblem& problem, const Call& call, CallRecord record)
{
    const Callable& callable = problem.catalogue()[call.callable];
    const CallTarget& target = problem.target(call.callable);
    TextCall text{target.kind, callable.name, {}, std::move(record)};
    for (std::size_t i = 0; i < target.argument_count; ++i)
    {
        text.parameters.push_back(callable.parameters[i].name);
    }
    return text;
}

}  // namespace

std::vector<TextTest> describe_suite(
    const ContractProblem& problem, const RunResult& result, const std::vector<ReportedGoal>& rows)
{
    std::vector<TextTest> tests;
    std::vector<bool> is_covered(rows.size(), false);
    for (std::size_t i = 0; i < result.suite.size(); ++i)
    {
        TextTest test;
        const TestCase& suite_test = result.suite[i];
        std::vector<CallRecord> records = problem.describe(suite_test);
        for (std::size_t k = 0; k < suite_test.length(); ++k)
        {
            test.calls.push_back(
                describe_call(problem, suite_test.calls[k], std::move(records.at(k))));
        }
        for (const GoalId goal : result.covered_by_test[i])
        {
            if (rows[goal.index()].goal.is_shown && !is_covered[goal.index()])
            {
                is_covered[goal.index()] = true;
                test.new_goals.push_back(goal.index());
            }
        }
        tests.push_back(std::move(test));
    }
    return tests;
}

std::string write_suite_text(
    const Report& report, const std::vector<TextTest>& tests, const std::string& command)
{
    std::string text = head(report, command);
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        text += test_text(tests[i], i + 1, report.goals);
    }
    // Nothing of a subject reaches a terminal as it is, whatever was forgotten above.
    return visible_page(text + missing_text(report));
}

}  // namespace sbst::evm
