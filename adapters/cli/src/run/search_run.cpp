// SPDX-License-Identifier: Apache-2.0
#include "search_run.hpp"

#include "../options/solvers.hpp"

#include <sbst/report/refinement_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace sbst::cli
{

namespace
{

constexpr std::size_t most_open_goals = 10;

}  // namespace

void warn_of_result(const RunResult& result, const Budget& budget, RunCourse& course)
{
    const bool has_no_time = result.was_minimising_cut && budget.max_seconds &&
                             result.failure.empty() && result.stopped_by != StopReason::interrupted;
    if (has_no_time)
    {
        course.warn(
            "time was up before the suite was minimised: it has more or longer tests than "
            "it needs, and the same search with more time writes another one");
    }
    if (!result.failure.empty())
    {
        course.warn(fmt::format(
            "tests could no longer be executed, so the run ends with the results found before: {}",
            result.failure));
    }
}

void warn_of_refinement(
    const RefinementSettings& settings, const RunResult& result, RunCourse& course)
{
    const RefinementSettings usual;
    const bool is_tuned = settings.population != usual.population;
    if (settings.solver == usual.solver)
    {
        if (settings.aim != usual.aim || settings.share != usual.share ||
            settings.program != usual.program || is_tuned)
        {
            course.warn("the options --solver-... have no effect without --solver");
        }
        return;
    }
    if (is_tuned && settings.aim != "population")
    {
        course.warn(
            "--solver-trigger, --solver-prob, --solver-adaptation, --solver-tests, "
            "--solver-conditions, --solver-filter and --solver-keep-all have no effect without "
            "--solver-aim population");
    }
    const bool runs_any_program = settings.solver == "program" || settings.solver == "avm+program";
    if (settings.program != usual.program && !runs_any_program)
    {
        course.warn(
            "--solver-program has no effect without --solver program or --solver avm+program");
    }
    if (!result.refinement)
    {
        course.warn(no_conditions_text(settings));
        return;
    }
    const bool had_work = result.refinement->executions > 0;
    if (settings.aim == "population" && settings.share > 0.0 && !had_work &&
        result.stopped_by != StopReason::all_covered)
    {
        course.warn(
            "--solver-aim population did nothing: it needs a population, which random search "
            "does not have, and the event of --solver-trigger, which a short search may lack");
    }
    if (const std::string failed = failed_solver_text(*result.refinement); !failed.empty())
    {
        course.warn(fmt::format("{}; the run did without it", failed));
    }
    if (const std::string late = late_solver_text(*result.refinement); !late.empty())
    {
        course.warn(fmt::format("{}: another run may write another suite", late));
    }
    if (const std::string wrong = wrong_solver_text(*result.refinement); !wrong.empty())
    {
        course.warn(wrong);
    }
    if (!result.refinement->refuted.empty())
    {
        course.warn(fmt::format(
            "{}; a solver answered wrong, or sbst did, and the results have no such proof",
            result.refinement->refuted));
    }
}

void limit_budget(Budget& budget, const Budget& usual)
{
    const bool has_limit =
        budget.max_executions || budget.max_calls || budget.max_generations || budget.max_seconds;
    if (!has_limit)
    {
        const bool keeps_going = budget.keep_going;
        budget = usual;
        budget.keep_going = keeps_going;
    }
}

Settings settings_of_run(Settings settings, const RunResult& result)
{
    const bool is_cut =
        result.stopped_by == StopReason::interrupted || result.stopped_by == StopReason::seconds;
    if (is_cut && result.executions > 0)
    {
        settings.run.budget.max_executions = result.executions;
        settings.run.budget.max_seconds.reset();
        // An interrupted run returns at once with what it has.
        settings.run.minimise =
            settings.run.minimise && result.stopped_by != StopReason::interrupted;
    }
    return settings;
}

std::string path_in(const Settings& settings, std::string_view name)
{
    return (std::filesystem::path(settings.out) / name).string();
}

Text headline(const Style& style, std::string_view subject, const GoalCounts& shown)
{
    const std::string open = fmt::format("{} open", shown.open);
    return Text::of("{}: {} of {} goals covered, {} infeasible, {}\n", style.strong(subject),
        shown.covered, shown.goals, shown.infeasible,
        shown.open == 0 ? style.good(open) : style.bad(open));
}

Text open_goals_text(const std::vector<OpenGoal>& goals, std::string_view file)
{
    Text text;
    for (std::size_t i = 0; i < std::min(goals.size(), most_open_goals); ++i)
    {
        text += Text::of("  {} - {}\n", goals[i].text,
            goals[i].reason.empty() ? "no test came near it" : goals[i].reason);
    }
    if (goals.size() > most_open_goals)
    {
        text += Text::of("  and {} more, see {}\n", goals.size() - most_open_goals, file);
    }
    return text.empty() ? text : Text("Open goals\n") + text;
}

Text mutants_text(const RunSummary& run)
{
    return run.mutation ? Text::of("Mutants: {}\n", mutation_text(count_mutants(*run.mutation))) :
                          Text();
}

Text run_text(const RunSummary& run)
{
    // Its foreign parts are visible already.
    const Text refined =
        run.refinement ?
            Text(fmt::format("Refined: {}\n", refinement_text(*run.refinement, run.executions))) :
            Text();
    return refined + Text::of("{} with {}; {}, seed {}, {}, stopped by: {}\nTime:    {}\n",
                         counted(run.tests, "test"), counted(run.calls, "call"), run.algorithm,
                         run.seed, counted(run.executions, "execution"), to_string(run.stopped_by),
                         times_text(run.phases));
}

}  // namespace sbst::cli
