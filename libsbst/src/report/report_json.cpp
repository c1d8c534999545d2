// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/criteria.hpp>
#include <sbst/report/report_json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sbst
{

namespace
{

OrderedJson counts_to_json(const GoalCounts& counts, std::string_view first_key)
{
    return {{std::string(first_key), counts.goals}, {"covered", counts.covered},
        {"infeasible", counts.infeasible}, {"open", counts.open}};
}

/// How near an open goal came: unsatisfied control dependencies and the exact distance there.
OrderedJson distance_to_json(const std::optional<Fitness>& nearest)
{
    if (!nearest || *nearest == Fitness::worst())
    {
        return nullptr;
    }
    const Distance& distance = nearest->distance;
    OrderedJson json{{"approach_level", nearest->approach_level}};
    json["branch"] = distance == Distance::infinite() ? OrderedJson(nullptr) :
                                                        OrderedJson(distance.whole.to_decimal());
    return json;
}

template <class Fact>
OrderedJson fact_or_null(bool is_known, const Fact& fact)
{
    return is_known ? OrderedJson(fact) : OrderedJson(nullptr);
}

/// The criterion's name, after the program's name if there are several programs: `creation-entry`.
std::string goal_kind(const Goal& goal)
{
    return goal.place.program + (goal.place.program.empty() ? "" : "-") +
           std::string(criterion_name(goal));
}

OrderedJson goal_to_json(const ReportedGoal& reported)
{
    const GoalAnswer& answer = reported.answer;
    OrderedJson json = goal_head(reported);
    json["status"] = to_string(answer.status);
    json["test"] = answer.test ? OrderedJson(*answer.test + 1) : OrderedJson(nullptr);
    json["distance"] = distance_to_json(answer.nearest);
    json["reason"] = answer.reason;
    return json;
}

}  // namespace

OrderedJson goal_head(const ReportedGoal& reported)
{
    const Goal& goal = reported.goal;
    const GoalPlace& place = goal.place;
    const GoalQuestion& question = goal.question;
    OrderedJson json{{"id", reported.id}, {"kind", goal_kind(goal)}, {"class", goal.goal_class},
        {"group", goal.group}, {"is_shown", goal.is_shown}};
    if (goal.is_measured)
    {
        json["is_measured"] = true;
    }
    json["function"] = place.function;
    if (!goal.label.empty())
    {
        json["label"] = goal.label;
    }
    if (!place.position_name.empty())
    {
        json[std::string(place.position_name)] = place.position;
    }
    json["outcome"] = fact_or_null(is_outcome(goal), outcome_of(goal));
    json["truth"] = fact_or_null(question.truth.has_value(), question.truth.value_or(false));
    if (!question.reading.empty())
    {
        json["reading"] = question.reading;
        json["part"] = fact_or_null(!question.part.empty(), question.part);
    }
    json["file"] = fact_or_null(place.line > 0, place.file);
    json["line"] = fact_or_null(place.line > 0, place.line);
    return json;
}

void add_search(OrderedJson& json, const RunSummary& run)
{
    json["algorithm"] = run.algorithm;
    json["seed"] = run.seed;
    json["executions"] = run.executions;
    json["stopped_by"] = to_string(run.stopped_by);
}

void add_coverage(OrderedJson& json, const GoalTotals& totals,
    const std::vector<ReportedGoal>& goals, const RunSummary& run)
{
    json["totals"] = counts_to_json(totals.shown, "shown");
    OrderedJson by_criterion = OrderedJson::object();
    for (const CoverageCounts& row : totals.by_criterion)
    {
        by_criterion[std::string(to_string(row.coverage))] = counts_to_json(row.counts, "shown");
    }
    json["totals_by_criterion"] = std::move(by_criterion);
    OrderedJson by_class = OrderedJson::object();
    for (const ClassCounts& row : totals.by_class)
    {
        OrderedJson counts = counts_to_json(row.counts, "goals");
        counts["is_shown"] = row.is_shown;
        by_class[row.name] = std::move(counts);
    }
    json["totals_by_class"] = std::move(by_class);
    json["goals"] = OrderedJson::array();
    for (const ReportedGoal& goal : goals)
    {
        json["goals"].push_back(goal_to_json(goal));
    }
    json["tests"] = run.tests;
    json["calls"] = run.calls;
}

void add_mutation_score(
    OrderedJson& json, const std::vector<ReportedGoal>& goals, const RunSummary& run)
{
    if (!run.mutation)
    {
        return;
    }
    const MutationCounts counts = count_mutants(*run.mutation);
    const std::optional<double> score = counts.score();
    OrderedJson part{{"mutants", counts.mutants}, {"killed", counts.killed},
        {"survived", counts.survived}, {"not_infected", counts.not_infected},
        {"equivalent", counts.equivalent}, {"not_built", counts.not_built},
        {"not_run", counts.not_run}, {"score", fact_or_null(score.has_value(), score.value_or(0))},
        {"executions", run.mutation->executions}};
    OrderedJson rows = OrderedJson::array();
    for (const MutantVerdict& verdict : run.mutation->mutants)
    {
        const Goal& goal = goals.at(verdict.goal.index()).goal;
        rows.push_back({{"goal", verdict.goal.index()}, {"function", goal.place.function},
            {"line", fact_or_null(goal.place.line > 0, goal.place.line)},
            {"change", goal.question.part.empty() ? goal.label : goal.question.part},
            {"fate", to_string(verdict.fate)},
            {"test", fact_or_null(verdict.killer.has_value(), verdict.killer.value_or(0) + 1)},
            {"reason", verdict.reason}});
    }
    part["verdicts"] = std::move(rows);
    json["mutation_score"] = std::move(part);
}

void add_refinement(OrderedJson& json, const RunSummary& run)
{
    if (!run.refinement)
    {
        return;
    }
    const RefinementWork& work = *run.refinement;
    OrderedJson part{{"executions", work.executions}, {"conditions", work.conditions},
        {"models_run", work.models_run}, {"models_confirmed", work.models_confirmed}};
    part["diverted"] = OrderedJson::object();
    for (std::size_t i = 0; i < work.diverted.size(); ++i)
    {
        part["diverted"][std::string(to_string(static_cast<Diverted>(i)))] = work.diverted[i];
    }
    part["solvers"] = OrderedJson::array();
    for (const SolverWork& solver : work.solvers)
    {
        part["solvers"].push_back({{"name", solver.name}, {"asked", solver.asked},
            {"satisfiable", solver.satisfiable}, {"unsatisfiable", solver.unsatisfiable},
            {"unknown", solver.unknown}, {"wrong_models", solver.wrong_models},
            {"effort", solver.effort}, {"failed", solver.failed}, {"late", solver.late}});
        if (solver.failed + solver.late > 0)
        {
            part["solvers"].back()["failure"] = solver.failure;
        }
    }
    part["concretised"] = OrderedJson::object();
    for (std::size_t i = 0; i < work.concretised.size(); ++i)
    {
        part["concretised"][std::string(to_string(static_cast<symbolic::Concretised>(i)))] =
            work.concretised[i];
    }
    part["first_covered"] = OrderedJson::array();
    for (const GoalId goal : work.first_covered)
    {
        part["first_covered"].push_back(goal.index());
    }
    part["exhausted"] = OrderedJson::array();
    for (const GoalId goal : work.exhausted)
    {
        part["exhausted"].push_back(goal.index());
    }
    part["obstacles"] = OrderedJson::array();
    for (const Obstacle& obstacle : work.obstacles)
    {
        OrderedJson row{{"goal", obstacle.goal.index()}};
        for (std::size_t i = 0; i < obstacle.ways.size(); ++i)
        {
            row[std::string(to_string(static_cast<TurnFate>(i)))] = obstacle.ways[i];
        }
        part["obstacles"].push_back(std::move(row));
    }
    if (!work.refuted.empty())
    {
        part["refuted"] = work.refuted;
        part["refuting_test"] = work.refuting_test;
    }
    json["refinement"] = std::move(part);
}

void add_course(OrderedJson& json, const RunSummary& run)
{
    OrderedJson timeline = OrderedJson::array();
    for (const CoveragePoint& point : run.timeline)
    {
        timeline.push_back({{"executions", point.executions}, {"covered", point.covered}});
    }
    json["timeline"] = std::move(timeline);
    OrderedJson phases = OrderedJson::object();
    for (const PhaseTime& time : run.phases)
    {
        phases[std::string(to_string(time.phase))] = time.seconds;
    }
    json["machine"] = {{"seconds", run.seconds}, {"phases", std::move(phases)}, {"jobs", run.jobs},
        {"seconds_at", run.seconds_at}};
}

}  // namespace sbst
