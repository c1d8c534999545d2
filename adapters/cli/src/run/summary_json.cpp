// SPDX-License-Identifier: Apache-2.0
#include "summary_json.hpp"

#include "../console/version.hpp"
#include "run_course.hpp"

#include <sbst/report/report_json.hpp>

#include <utility>

namespace sbst::cli
{

namespace
{

OrderedJson counts_json(const GoalCounts& counts)
{
    return {{"goals", counts.goals}, {"covered", counts.covered}, {"infeasible", counts.infeasible},
        {"open", counts.open}};
}

OrderedJson criteria_json(const GoalTotals& totals)
{
    OrderedJson json = OrderedJson::object();
    for (const CoverageCounts& row : totals.by_criterion)
    {
        json[std::string(to_string(row.coverage))] = counts_json(row.counts);
    }
    return json;
}

OrderedJson classes_json(const GoalTotals& totals)
{
    OrderedJson json = OrderedJson::object();
    for (const ClassCounts& row : totals.by_class)
    {
        OrderedJson counts = counts_json(row.counts);
        counts["is_shown"] = row.is_shown;
        json[row.name] = std::move(counts);
    }
    return json;
}

OrderedJson seconds_json(const std::vector<PhaseTime>& times)
{
    OrderedJson json{{"total", total_seconds(times)}};
    for (const PhaseTime& time : times)
    {
        json[std::string(to_string(time.phase))] = time.seconds;
    }
    return json;
}

}  // namespace

std::string summary_json(const RunSummary& run, const SummaryFacts& facts)
{
    OrderedJson json{{"schema", summary_schema}, {"command", facts.command}, {"version", version()},
        {"subject", facts.subject}};
    json["exit_code"] = static_cast<int>(facts.verdict.code);
    json["message"] = facts.verdict.message;
    json["warnings"] = facts.warnings;
    json["totals"] = counts_json(facts.totals.shown);
    json["totals_by_criterion"] = criteria_json(facts.totals);
    json["totals_by_class"] = classes_json(facts.totals);
    json["tests"] = run.tests;
    json["calls"] = run.calls;
    add_search(json, run);
    add_refinement(json, run);
    if (facts.proof)
    {
        json["proof"] = {{"runs", facts.proof->runs}, {"dropped", facts.proof->dropped},
            {"dropped_assertions", facts.proof->dropped_assertions}};
    }
    if (run.mutation)
    {
        const MutationCounts counts = count_mutants(*run.mutation);
        const std::optional<double> score = counts.score();
        json["mutation_score"] = {{"mutants", counts.mutants}, {"killed", counts.killed},
            {"survived", counts.survived}, {"not_infected", counts.not_infected},
            {"equivalent", counts.equivalent}, {"not_built", counts.not_built},
            {"not_run", counts.not_run},
            {"score", score ? OrderedJson(*score) : OrderedJson(nullptr)}};
    }
    json["seconds"] = seconds_json(facts.times);
    json["files"] = facts.files;
    json["again"] = facts.again;
    return to_json_text(json);
}

}  // namespace sbst::cli
