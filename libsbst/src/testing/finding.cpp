// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/criteria.hpp>
#include <sbst/fitness/scorer.hpp>
#include <sbst/testing/finding.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
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
        case ConformanceCheck::surface_is_append_only:
            return "surface-is-append-only";
        case ConformanceCheck::infeasible_is_uncovered:
            return "infeasible-is-uncovered";
        case ConformanceCheck::workers_do_not_matter:
            return "workers-do-not-matter";
    }
    return "unknown";
}

namespace detail
{

namespace
{

class TraceChecker
{
public:
    TraceChecker(const Trace& trace, const GoalGraph& graph, const ToldTest& test,
        std::vector<Finding>& findings)
      : m_trace(trace), m_graph(graph), m_test(test), m_findings(findings)
    {}

    void check_outcomes(std::size_t length)
    {
        if (m_trace.calls.size() != length)
        {
            report(ConformanceCheck::outcomes_are_complete,
                fmt::format("{} outcomes for {} calls", m_trace.calls.size(), length));
        }
        for (std::size_t s = 0; s < m_trace.calls.size(); ++s)
        {
            const CallOutcome& outcome = m_trace.calls[s];
            if (outcome.kind == OutcomeKind::threw && !outcome.exception.is_valid())
            {
                const std::string name =
                    s < m_test.calls.size() ? m_test.calls[s] : fmt::format("call {}", s);
                report(ConformanceCheck::outcomes_are_complete,
                    fmt::format("{} threw, but names no exception", name), s);
            }
        }
    }

    /// @param words gives the name of a valid id.
    template <class Entries, class Id, class Words>
    void check_ids(const Entries& entries, std::string_view kind, Id id_of, Words words)
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
                    fmt::format("the {} is in the trace more than once", words(id)));
            }
        }
    }

    void check_touched()
    {
        for (const PredicateTrace& predicate : m_trace.predicates)
        {
            if (predicate.all.hits_true == 0 && predicate.all.hits_false == 0)
            {
                report(ConformanceCheck::ids_are_sound,
                    fmt::format("the {} is in the trace, but was never evaluated",
                        words_for(m_graph, predicate.predicate)));
            }
        }
        for (const ContextTrace& context : m_trace.contexts)
        {
            if (context.hits.hits_true == 0 && context.hits.hits_false == 0)
            {
                report(ConformanceCheck::ids_are_sound,
                    fmt::format("context {} is in the trace, but was never evaluated",
                        context.context.index()));
            }
        }
        for (const MethodTrace& method : m_trace.methods)
        {
            if (method.entered == 0 || method.entered_directly > method.entered ||
                method.left > method.entered || method.left_directly > method.entered_directly)
            {
                report(ConformanceCheck::ids_are_sound,
                    fmt::format("the counts of {} contradict each other: entered {}, of that by "
                                "the test itself {}, left {}, of that by the test itself {}",
                        words_for(m_graph, method.method), method.entered, method.entered_directly,
                        method.left, method.left_directly));
            }
        }
    }

    void check_distances(const PredicateTrace& predicate)
    {
        for (const bool outcome : {false, true})
        {
            const std::string goal = words_for(m_graph, predicate.predicate, outcome);
            check_direction(predicate.all, outcome, goal);
            check_direction(predicate.direct, outcome, goal + " by calls of the test itself");
            if (predicate.direct.hits(outcome) > predicate.all.hits(outcome) ||
                predicate.direct.least(outcome) < predicate.all.least(outcome))
            {
                report(ConformanceCheck::distance_zero_is_taken,
                    fmt::format("{}: calls of the test itself did more than all calls", goal));
            }
        }
    }

    void check_context(const ContextTrace& context)
    {
        for (const bool outcome : {false, true})
        {
            const std::size_t index = ContextBranchCriterion::index_of(context.context, outcome);
            const auto goal = m_graph.find(ContextBranchCriterion::id, index);
            const std::string name =
                goal ? words_for(m_graph[*goal]) : ContextBranchCriterion::describe(index);
            check_direction(context.hits, outcome, name);
            const auto whole = std::ranges::find(m_trace.predicates,
                goal ? m_graph[*goal].predicate : PredicateId(), &PredicateTrace::predicate);
            if (goal && (whole == m_trace.predicates.end() ||
                            context.hits.hits(outcome) > whole->direct.hits(outcome) ||
                            context.hits.least(outcome) < whole->direct.least(outcome)))
            {
                report(ConformanceCheck::distance_zero_is_taken,
                    fmt::format("{}: one function's calls did more than all", name));
            }
        }
    }

    void check_output(const OutputTrace& output)
    {
        const auto goal = m_graph.find(OutputCriterion::id, output.output.index());
        const std::string name = goal ? words_for(m_graph[*goal]) :
                                        fmt::format("output number {}", output.output.index());
        check_zero(output.hits > 0, "returned", output.least, name);
    }

private:
    void check_direction(const BranchHits& hits, bool outcome, const std::string& goal)
    {
        check_zero(hits.hits(outcome) > 0, "taken", hits.least(outcome), goal);
    }

    void check_zero(
        bool has_happened, std::string_view what, const Distance& least, const std::string& goal)
    {
        if (has_happened != is_zero(least))
        {
            report(ConformanceCheck::distance_zero_is_taken,
                fmt::format("{}: it was {}{}, but its least distance is {}", goal,
                    has_happened ? "" : "not ", what, distance_number(least)));
        }
    }

    static std::string distance_number(const Distance& distance)
    {
        const std::string words = words_for(distance);
        constexpr std::string_view noun = "distance ";
        return words.starts_with(noun) ? words.substr(noun.size()) : "not known";
    }

    void report(ConformanceCheck check, const std::string& problem,
        std::optional<std::size_t> call = std::nullopt)
    {
        m_findings.push_back({check, told(problem, {}, m_test.text, call), m_test.calls.size()});
    }

    const Trace& m_trace;
    const GoalGraph& m_graph;
    const ToldTest& m_test;
    std::vector<Finding>& m_findings;
};

}  // namespace

std::vector<Finding> kept_findings(const std::vector<Finding>& findings, std::size_t most_a_check)
{
    std::vector<Finding> sorted = findings;
    std::stable_sort(sorted.begin(), sorted.end(),
        [](const Finding& a, const Finding& b) { return a.test_length < b.test_length; });
    std::vector<Finding> kept;
    std::set<ConformanceCheck> seen;
    for (const Finding& first : findings)
    {
        if (!seen.insert(first.check).second)
        {
            continue;
        }
        std::set<std::string> messages;
        for (const Finding& finding : sorted)
        {
            if (finding.check == first.check && messages.size() < most_a_check &&
                messages.insert(finding.message).second)
            {
                kept.push_back(finding);
            }
        }
    }
    return kept;
}

void check_trace(const Trace& trace, const GoalGraph& graph, std::size_t length,
    const ToldTest& test, std::vector<Finding>& findings)
{
    TraceChecker checker(trace, graph, test, findings);
    const auto words = [&](auto id) { return words_for(graph, id); };
    checker.check_outcomes(length);
    checker.check_ids(
        trace.predicates, "predicate", [](const auto& entry) { return entry.predicate; }, words);
    checker.check_ids(
        trace.contexts, "context", [](const ContextTrace& entry) { return entry.context; },
        [](ContextId context) { return fmt::format("context {}", context.index()); });
    checker.check_ids(
        trace.methods, "method", [](const auto& entry) { return entry.method; }, words);
    checker.check_ids(
        trace.lines, "line", [](LineId line) { return line; },
        [](LineId line) { return fmt::format("line number {}", line.index()); });
    checker.check_ids(
        trace.mutants, "mutant", [](const MutantTrace& entry) { return entry.mutant; },
        [](MutantId mutant) { return fmt::format("mutant number {}", mutant.index()); });
    checker.check_ids(
        trace.outputs, "output", [](const OutputTrace& entry) { return entry.output; },
        [](OutputId output) { return fmt::format("output number {}", output.index()); });
    checker.check_touched();
    for (const PredicateTrace& predicate : trace.predicates)
    {
        checker.check_distances(predicate);
    }
    for (const ContextTrace& context : trace.contexts)
    {
        checker.check_context(context);
    }
    for (const OutputTrace& output : trace.outputs)
    {
        checker.check_output(output);
    }
}

void check_graph(const GoalGraph& graph, std::vector<Finding>& findings)
{
    std::map<std::string, std::size_t> labels;
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        const Goal& goal = graph[GoalId(i)];
        const auto [place, is_new] = labels.try_emplace(goal.label, i);
        if (goal.label.empty())
        {
            findings.push_back({ConformanceCheck::goals_are_append_only,
                fmt::format("the goal at place {} has no label: {}", i, words_for(goal))});
        }
        else if (!is_new)
        {
            findings.push_back({ConformanceCheck::goals_are_append_only,
                fmt::format("two goals have one label: {}; and {}",
                    words_for(graph[GoalId(place->second)]), words_for(goal))});
        }
        if (goal.index == Goal::no_index)
        {
            findings.push_back({ConformanceCheck::goals_are_append_only,
                fmt::format("the goal '{}' does not name what it is about", goal.label)});
        }
    }
}

void check_growth(const Facts& before, const Facts& after, std::vector<Finding>& findings)
{
    const Facts kept(after.begin(),
        after.begin() + static_cast<std::ptrdiff_t>(std::min(before.size(), after.size())));
    const std::vector<std::string> differing = differences(before, kept);
    if (!differing.empty())
    {
        findings.push_back({ConformanceCheck::goals_are_append_only,
            told("goals changed while tests were executed", differing, "")});
    }
}

void check_surface_growth(const Facts& before, const Facts& after, std::vector<Finding>& findings)
{
    // Callables stand behind types, so what was there is not simply the first part.
    Facts kept;
    for (const Fact& fact : before)
    {
        const auto same = std::lower_bound(after.begin(), after.end(), fact,
            [](const Fact& a, const Fact& b) { return a.key < b.key; });
        if (same != after.end() && same->key == fact.key)
        {
            kept.push_back(*same);
        }
    }
    const std::vector<std::string> differing = differences(before, kept);
    if (!differing.empty())
    {
        findings.push_back({ConformanceCheck::surface_is_append_only,
            told("types or callables changed while tests were executed", differing, "")});
    }
}

void check_infeasible(const GoalGraph& graph, const Trace& trace, const ToldTest& test,
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
                told(infeasible_covered_text(graph[goal]), {}, test.text), test.calls.size()});
        }
    }
}

void make_dirty(Trace& trace)
{
    trace.was_run = true;
    trace.calls.resize(trace.calls.size() + 3);
    PredicateTrace predicate;
    predicate.predicate = PredicateId(0);
    predicate.all = {7, 7, Distance::zero(), Distance::zero()};
    predicate.direct = predicate.all;
    trace.predicates.push_back(predicate);
    trace.contexts.push_back({.context = ContextId(0), .hits = predicate.all});
    trace.methods.push_back({MethodId(0), 9, 9, 9, 9});
    trace.lines.emplace_back(0);
    trace.mutants.push_back({.mutant = MutantId(0), .least = Distance::zero()});
    trace.produced.push_back({.call = 0, .type = {}, .state = 9});
}

}  // namespace detail

}  // namespace sbst
