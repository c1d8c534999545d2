// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/visible_text.hpp>
#include <sbst/criteria/criteria.hpp>
#include <sbst/output/text.hpp>
#include <sbst/report/refinement_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <vector>

namespace sbst
{

namespace
{

constexpr std::string_view margin = "      ";

std::string origin_text(const std::vector<std::string>& origin)
{
    std::string text;
    for (const std::string& part : origin)
    {
        text += text.empty() || part.empty() ? "" : ", ";
        text += visible(part);
    }
    return text.empty() ? text : fmt::format("Source    {}\n", text);
}

std::string head(const ExecutedSuite& suite)
{
    const GoalCounts& shown = suite.totals.shown;
    const RunSummary& run = suite.run;
    std::string text = fmt::format("Tests for {}\n", visible(suite.subject));
    text += std::string(text.size() - 1, '=') + "\n\n";
    text += origin_text(suite.origin);
    text += fmt::format("Goals     {} shown: {} covered, {} infeasible, {} open\n", shown.goals,
        shown.covered, shown.infeasible, shown.open);
    text += fmt::format(
        "Suite     {} with {}\n", counted(run.tests, "test"), counted(run.calls, "call"));
    text += fmt::format("Found by  {}, seed {}, {} (stopped by: {})\n", run.algorithm, run.seed,
        counted(run.executions, "execution"), to_string(run.stopped_by));
    text += run.mutation ?
                fmt::format("Mutants   {}\n", mutation_text(count_mutants(*run.mutation))) :
                std::string();
    text += run.refinement ?
                fmt::format("Refined   {}\n", refinement_text(*run.refinement, run.executions)) :
                std::string();
    text += fmt::format("Again     {}\n", suite.command);
    for (const std::string& note : suite.notes)
    {
        text += '\n' + note;
    }
    return text;
}

/// One line of what a test covers: the goals of one place, whatever their outcome.
struct CoveredPlace
{
    const ExecutedGoal* goal = nullptr;
    /// A branch has at most two; the one that holds comes first.
    std::vector<const ExecutedGoal*> outcomes{};
};

/// A place without a name has one outcome only.
bool is_same_place(const ExecutedGoal& left, const ExecutedGoal& right)
{
    const auto key = [](const ExecutedGoal& row) {
        const GoalPlace& place = row.goal.place;
        return std::tuple(row.goal.criterion, std::string_view(place.program),
            std::string_view(place.function), std::string_view(place.name),
            std::string_view(place.name.empty() ? row.outcome : place.name));
    };
    return key(left) == key(right);
}

/// By function, its entry first, then in the order of the source; in a line the line itself first.
bool stands_before(const ExecutedGoal* left, const ExecutedGoal* right)
{
    const auto key = [](const ExecutedGoal& row) {
        const GoalPlace& place = row.goal.place;
        return std::tuple(std::string_view(place.program), std::string_view(place.function),
            is_outcome(row.goal) || is_line(row.goal), place.line == 0,
            std::string_view(place.file), place.line, is_outcome(row.goal), place.position, row.id);
    };
    return key(*left) < key(*right);
}

/// `true` before `false`, `jumped` before `not jumped`.
bool is_first(const Goal& goal)
{
    return is_outcome(goal) && goal.question.truth.value_or(outcome_of(goal));
}

std::vector<CoveredPlace> covered_places(
    const std::vector<ExecutedGoal>& rows, const std::vector<std::size_t>& goals)
{
    std::vector<const ExecutedGoal*> sorted;
    sorted.reserve(goals.size());
    for (const std::size_t goal : goals)
    {
        sorted.push_back(&rows.at(goal));
    }
    std::sort(sorted.begin(), sorted.end(), stands_before);
    std::vector<CoveredPlace> places;
    for (const ExecutedGoal* const row : sorted)
    {
        if (places.empty() || !is_same_place(*places.back().goal, *row))
        {
            places.push_back({.goal = row});
        }
        auto& outcomes = places.back().outcomes;
        outcomes.insert(is_first(row->goal) ? outcomes.begin() : outcomes.end(), row);
    }
    return places;
}

/// Tells whether the outcomes of a place stand in columns beside its name, as those of branches do.
bool has_columns(const CoveredPlace& place)
{
    return is_outcome(place.goal->goal) && !place.goal->goal.place.name.empty();
}

/// Tells whether the adapter knows where the goal is.
bool has_place(const GoalPlace& place)
{
    return !place.function.empty() || !place.name.empty() || !place.position_name.empty() ||
           place.line != 0;
}

/// Code that a compiler added must not read as if the author had written it.
std::string class_mark(const Goal& goal)
{
    return goal.goal_class == criterion_class(goal) ? std::string() :
                                                      fmt::format("({})", goal.goal_class);
}

std::string outcomes_text(const CoveredPlace& place)
{
    std::string text;
    for (const ExecutedGoal* const goal : place.outcomes)
    {
        text += text.empty() ? "" : " and ";
        text += goal->outcome;
    }
    return is_direct_branch(place.goal->goal) ? text + ", by the test" : text;
}

/// The columns of the places of a test: their names, and their outcomes.
struct Columns
{
    std::size_t name = 9;
    std::size_t outcomes = 14;
};

/// `line 14  true and false  require(...);`
std::string place_text(const CoveredPlace& place, const Columns& columns)
{
    const Goal& goal = place.goal->goal;
    if (!has_columns(place))
    {
        return fmt::format("{}{}\n", margin, visible(place.goal->outcome));
    }
    const std::string& part = goal.question.part;
    const std::string source = visible(part.empty() ? goal.place.source : part);
    const std::string mark = class_mark(goal);
    std::string text = fmt::format("{}{:<{}} {:<{}}  {}{}{}", margin, visible(goal.place.name),
        columns.name, outcomes_text(place), columns.outcomes, mark,
        mark.empty() || source.empty() ? "" : " ", source);
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
}

std::string coverage_text(
    const std::vector<ExecutedGoal>& rows, const std::vector<std::size_t>& goals)
{
    std::string text = goals.empty() ? "  covers nothing new\n" : "  covers for the first time\n";
    const std::vector<CoveredPlace> places = covered_places(rows, goals);
    Columns columns;
    for (const CoveredPlace& place : places)
    {
        if (has_columns(place))
        {
            columns.name = std::max(columns.name, visible(place.goal->goal.place.name).size());
            columns.outcomes = std::max(columns.outcomes, outcomes_text(place).size());
        }
    }
    const GoalPlace* last = nullptr;
    for (const CoveredPlace& place : places)
    {
        const GoalPlace& here = place.goal->goal.place;
        if (!has_place(here))
        {
            text += fmt::format("    {}\n", visible(place.goal->text));
            continue;
        }
        if (last == nullptr || last->function != here.function || last->program != here.program)
        {
            text += fmt::format("    {}{}\n",
                here.function.empty() ? "unreachable code" : visible(here.function),
                here.program.empty() ? std::string() : fmt::format(" ({} code)", here.program));
        }
        last = &here;
        text += place_text(place, columns);
    }
    return text;
}

/// The call with its place, and below it what came of it; a line each.
std::string call_text(const CallStory& story, std::size_t number)
{
    std::string text;
    if (!story.before.empty())
    {
        text += fmt::format("{}{}\n", margin, visible_line(story.before));
    }
    text += fmt::format("{:>4}  {}\n", number, visible_line(story.action));
    if (!story.outcome.empty())
    {
        text += fmt::format("{}  {}\n", margin, visible_line(story.outcome));
    }
    for (const std::string& note : story.notes)
    {
        text += fmt::format("{}  {}\n", margin, visible_line(note));
    }
    return text;
}

std::string test_text(
    const ExecutedTest& test, std::size_t number, const std::vector<ExecutedGoal>& rows)
{
    std::string text = fmt::format("\nTest {}: {}, {}\n", number,
        counted(test.calls.size(), "call"), counted(test.new_goals.size(), "new goal"));
    text += std::string(text.size() - 2, '-') + '\n';
    for (std::size_t i = 0; i < test.calls.size(); ++i)
    {
        text += call_text(test.calls[i].story, i + 1);
    }
    return text + coverage_text(rows, test.new_goals);
}

/// Goals that are open for one reason are counted in one line.
std::string lost_text(const ExecutedSuite& suite)
{
    const auto lost = std::count_if(suite.goals.begin(), suite.goals.end(),
        [](const ExecutedGoal& row) { return row.goal.is_shown && row.is_lost; });
    return suite.lost_because.empty() ? std::string() :
                                        fmt::format("\nOpen: {} {}\n", suite.lost_because,
                                            counted(static_cast<std::uint64_t>(lost), "goal"));
}

std::string missing_text(const ExecutedSuite& suite)
{
    std::string infeasible;
    std::string open;
    for (const ExecutedGoal& row : suite.goals)
    {
        const GoalAnswer& answer = row.answer;
        if (!row.goal.is_shown || answer.status == GoalStatus::covered || row.is_lost)
        {
            continue;
        }
        const bool is_open = answer.status == GoalStatus::open;
        const std::string nearness = is_open ? nearness_text(answer.nearest) : std::string();
        const std::string mark = class_mark(row.goal);
        const std::string line = fmt::format("  {}{}{} - {}{}{}\n", visible(row.text),
            mark.empty() ? "" : " ", mark, nearness,
            nearness.empty() || answer.reason.empty() ? "" : "; ", visible(answer.reason));
        (is_open ? open : infeasible) += line;
    }
    std::string text = lost_text(suite);
    text += open.empty() ? "" : "\nOpen: neither covered nor proved infeasible\n" + open;
    text += infeasible.empty() ? "" : "\nInfeasible: no test can cover these\n" + infeasible;
    return text;
}

/// What the tests do not tell from the subject, apart from mutants that none of them infects: those
/// are open goals.
std::string survivors_text(const ExecutedSuite& suite)
{
    std::string survivors;
    std::string equivalent;
    for (const MutantVerdict& verdict :
        suite.run.mutation ? suite.run.mutation->mutants : std::vector<MutantVerdict>{})
    {
        const std::string row =
            fmt::format("  {}", visible(suite.goals.at(verdict.goal.index()).text));
        survivors += verdict.fate == MutantFate::survived ? row + '\n' : "";
        equivalent += verdict.fate == MutantFate::equivalent ?
                          fmt::format("{} - {}\n", row, visible(verdict.reason)) :
                          "";
    }
    std::string text;
    text += survivors.empty() ? "" : "\nSurviving mutants: no test sees a difference\n" + survivors;
    text += equivalent.empty() ? "" : "\nEquivalent mutants: there is no difference\n" + equivalent;
    return text;
}

}  // namespace

std::string write_text(const ExecutedSuite& suite)
{
    std::string text = head(suite);
    for (std::size_t i = 0; i < suite.tests.size(); ++i)
    {
        text += test_text(suite.tests[i], i + 1, suite.goals);
    }
    // Whatever was forgotten above.
    return visible_page(text + missing_text(suite) + survivors_text(suite));
}

Writer<> text_writer()
{
    return {.name = "text", .file = "suite.txt", .write = [](const ExecutedSuite& suite) {
                return std::vector<OutputFile>{{"suite.txt", write_text(suite)}};
            }};
}

}  // namespace sbst
