// SPDX-License-Identifier: Apache-2.0
#include <sbst/fitness/scorer.hpp>
#include <sbst/testing/finding.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace sbst
{

std::string_view to_string(ConformanceCheck check)
{
    switch (check)
    {
        case ConformanceCheck::same_seed_same_bytes:
            return "same-seed-same-bytes";
        case ConformanceCheck::tests_are_well_formed:
            return "tests-are-well-formed";
        case ConformanceCheck::change_is_exact:
            return "change-is-exact";
        case ConformanceCheck::execution_keeps_tests:
            return "execution-keeps-tests";
        case ConformanceCheck::traces_are_cleared:
            return "traces-are-cleared";
        case ConformanceCheck::execution_is_repeatable:
            return "execution-is-repeatable";
        case ConformanceCheck::order_does_not_matter:
            return "order-does-not-matter";
        case ConformanceCheck::batches_do_not_matter:
            return "batches-do-not-matter";
        case ConformanceCheck::prefix_does_not_matter:
            return "prefix-does-not-matter";
        case ConformanceCheck::record_does_not_matter:
            return "record-does-not-matter";
        case ConformanceCheck::outcomes_are_complete:
            return "outcomes-are-complete";
        case ConformanceCheck::ids_are_sound:
            return "ids-are-sound";
        case ConformanceCheck::distance_zero_is_taken:
            return "distance-zero-is-taken";
        case ConformanceCheck::stop_token_is_honoured:
            return "stop-token-is-honoured";
        case ConformanceCheck::rendering_is_stable:
            return "rendering-is-stable";
        case ConformanceCheck::goals_are_append_only:
            return "goals-are-append-only";
        case ConformanceCheck::infeasible_is_uncovered:
            return "infeasible-is-uncovered";
    }
    return "unknown";
}

namespace detail
{

namespace
{

std::string to_text(const Distance& distance)
{
    return fmt::format("{}+{}", distance.whole.to_hex(), distance.fraction);
}

std::string to_text(const BranchHits& hits, bool with_distances)
{
    std::string text = fmt::format("{}/{}", hits.hits_true, hits.hits_false);
    if (with_distances)
    {
        text += fmt::format(" {} {}", to_text(hits.least_true), to_text(hits.least_false));
    }
    return text;
}

// Entries come in any order: lines are sorted.
std::string to_sorted_text(const Trace& trace, bool with_distances)
{
    std::vector<std::string> lines;
    for (const PredicateTrace& predicate : trace.predicates)
    {
        lines.push_back(fmt::format("predicate {}: {}; direct {}\n", predicate.predicate.index(),
            to_text(predicate.all, with_distances), to_text(predicate.direct, with_distances)));
    }
    for (const MethodTrace& method : trace.methods)
    {
        lines.push_back(fmt::format("method {}: {} {} {} {}\n", method.method.index(),
            method.entered, method.entered_directly, method.left, method.left_directly));
    }
    for (const LineId line : trace.lines)
    {
        lines.push_back(fmt::format("line {}\n", line.index()));
    }
    for (const MutantTrace& mutant : trace.mutants)
    {
        lines.push_back(fmt::format("mutant {}: {}\n", mutant.mutant.index(),
            with_distances ? to_text(mutant.least_infection) : ""));
    }
    std::sort(lines.begin(), lines.end());
    std::string text = trace.was_run ? "run\n" : "not run\n";
    for (const StatementOutcome& outcome : trace.statements)
    {
        text += fmt::format("outcome {} {} {} {}\n", static_cast<int>(outcome.kind),
            outcome.exception.index(), outcome.steps, outcome.weight);
    }
    for (const std::string& line : lines)
    {
        text += line;
    }
    return text;
}

class TraceChecker
{
public:
    TraceChecker(std::string_view rendered_test, std::vector<Finding>& findings)
      : m_rendered_test(rendered_test), m_findings(findings)
    {}

    void check_outcomes(const Trace& trace, std::size_t length)
    {
        if (trace.statements.size() != length)
        {
            report(ConformanceCheck::outcomes_are_complete,
                fmt::format("{} outcomes for {} statements", trace.statements.size(), length));
        }
        for (const StatementOutcome& outcome : trace.statements)
        {
            if (outcome.kind == OutcomeKind::threw && !outcome.exception.is_valid())
            {
                report(ConformanceCheck::outcomes_are_complete, "a thrown exception has no id");
            }
        }
    }

    template <class Entries, class Id>
    void check_ids(const Entries& entries, std::string_view kind, Id id_of)
    {
        std::set<std::size_t> seen;
        for (const auto& entry : entries)
        {
            const auto id = id_of(entry);
            if (!id.is_valid())
            {
                report(ConformanceCheck::ids_are_sound, fmt::format("a {} has no id", kind));
            }
            else if (!seen.insert(id.index()).second)
            {
                report(ConformanceCheck::ids_are_sound,
                    fmt::format("{} {} is there more than once", kind, id.index()));
            }
        }
    }

    void check_touched(const Trace& trace)
    {
        for (const PredicateTrace& predicate : trace.predicates)
        {
            if (predicate.all.hits_true == 0 && predicate.all.hits_false == 0)
            {
                report(ConformanceCheck::ids_are_sound,
                    fmt::format("predicate {} was never evaluated", predicate.predicate.index()));
            }
        }
        for (const MethodTrace& method : trace.methods)
        {
            if (method.entered == 0 || method.entered_directly > method.entered ||
                method.left > method.entered || method.left_directly > method.entered_directly)
            {
                report(ConformanceCheck::ids_are_sound,
                    fmt::format(
                        "the counts of method {} contradict each other", method.method.index()));
            }
        }
    }

    void check_distances(const PredicateTrace& predicate)
    {
        for (const bool outcome : {false, true})
        {
            check_direction(predicate.all, outcome, predicate.predicate, "all calls");
            check_direction(predicate.direct, outcome, predicate.predicate, "direct calls");
            if (predicate.direct.hits(outcome) > predicate.all.hits(outcome) ||
                predicate.direct.least(outcome) < predicate.all.least(outcome))
            {
                report(ConformanceCheck::distance_zero_is_taken,
                    fmt::format("predicate {}: direct calls did more than all calls",
                        predicate.predicate.index()));
            }
        }
    }

private:
    void check_direction(
        const BranchHits& hits, bool outcome, PredicateId predicate, std::string_view context)
    {
        const bool is_taken = hits.hits(outcome) > 0;
        const bool is_zero_distance = is_zero(hits.least(outcome));
        if (is_taken != is_zero_distance)
        {
            report(ConformanceCheck::distance_zero_is_taken,
                fmt::format("predicate {} ({}): direction {} was {}, but its least distance is {}",
                    predicate.index(), context, outcome, is_taken ? "taken" : "not taken",
                    to_text(hits.least(outcome))));
        }
    }

    void report(ConformanceCheck check, const std::string& message)
    {
        m_findings.push_back({check, fmt::format("{}; test:\n{}", message, m_rendered_test)});
    }

    std::string_view m_rendered_test;
    std::vector<Finding>& m_findings;
};

bool has_valid_id(const Goal& goal)
{
    switch (goal.kind)
    {
        case GoalKind::branch:
            return goal.predicate.is_valid();
        case GoalKind::method_entry:
            return goal.method.is_valid();
        case GoalKind::exception:
            return goal.exception.is_valid();
    }
    return false;
}

}  // namespace

std::string summarise(const Trace& trace)
{
    return to_sorted_text(trace, true);
}

std::string summarise_coverage(const Trace& trace)
{
    return to_sorted_text(trace, false);
}

std::vector<std::string> summarise(const GoalGraph& graph)
{
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        const Goal& goal = graph[GoalId(i)];
        lines.push_back(fmt::format("{} {} {} {} {} {} {}", static_cast<int>(goal.kind),
            goal.predicate.index(), goal.outcome, goal.method.index(), goal.exception.index(),
            goal.is_shown, goal.label));
    }
    return lines;
}

void check_trace(const Trace& trace, std::size_t length, std::string_view rendered_test,
    std::vector<Finding>& findings)
{
    TraceChecker checker(rendered_test, findings);
    checker.check_outcomes(trace, length);
    checker.check_ids(
        trace.predicates, "predicate", [](const auto& entry) { return entry.predicate; });
    checker.check_ids(trace.methods, "method", [](const auto& entry) { return entry.method; });
    checker.check_ids(trace.lines, "line", [](LineId line) { return line; });
    checker.check_ids(trace.mutants, "mutant", [](const auto& entry) { return entry.mutant; });
    checker.check_touched(trace);
    for (const PredicateTrace& predicate : trace.predicates)
    {
        checker.check_distances(predicate);
    }
}

void check_graph(const GoalGraph& graph, std::vector<Finding>& findings)
{
    std::set<std::string> labels;
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        const Goal& goal = graph[GoalId(i)];
        if (!labels.insert(goal.label).second || goal.label.empty())
        {
            findings.push_back({ConformanceCheck::goals_are_append_only,
                fmt::format("the label '{}' of goal {} is empty or used before", goal.label, i)});
        }
        if (!has_valid_id(goal))
        {
            findings.push_back({ConformanceCheck::goals_are_append_only,
                fmt::format("goal '{}' does not name what it is about", goal.label)});
        }
    }
}

void check_growth(const std::vector<std::string>& before, const std::vector<std::string>& after,
    std::vector<Finding>& findings)
{
    if (after.size() < before.size() || !std::equal(before.begin(), before.end(), after.begin()))
    {
        findings.push_back({ConformanceCheck::goals_are_append_only,
            fmt::format("{} goals became {} others", before.size(), after.size())});
    }
}

void check_infeasible(const GoalGraph& graph, const Trace& trace, std::string_view rendered_test,
    std::vector<Finding>& findings)
{
    const Scorer scorer(graph);
    std::vector<GoalId> covered;
    scorer.append_covered(trace, covered);
    for (const GoalId goal : covered)
    {
        if (graph[goal].is_infeasible())
        {
            findings.push_back({ConformanceCheck::infeasible_is_uncovered,
                fmt::format("goal '{}' was proved infeasible ({}) but is covered by\n{}",
                    graph[goal].label, graph[goal].infeasible_because, rendered_test)});
        }
    }
}

void make_dirty(Trace& trace)
{
    trace.was_run = true;
    trace.statements.resize(trace.statements.size() + 3);
    PredicateTrace predicate;
    predicate.predicate = PredicateId(0);
    predicate.all = {7, 7, Distance::zero(), Distance::zero()};
    predicate.direct = predicate.all;
    trace.predicates.push_back(predicate);
    trace.methods.push_back({MethodId(0), 9, 9, 9, 9});
    trace.lines.emplace_back(0);
    trace.mutants.push_back({MutantId(0), Distance::zero()});
}

}  // namespace detail

}  // namespace sbst
