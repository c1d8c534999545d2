// SPDX-License-Identifier: Apache-2.0
// Cost of scoring: the coverage of one trace and its distances to every goal, in a goal graph with
// as many branches as a large subject.
#include "bench.hpp"

#include <sbst/fitness/scorer.hpp>
#include <sbst/random/rng.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sbst::bench
{

namespace
{

constexpr std::size_t trace_count = 100;

/// Each predicate is behind an outcome of an earlier one, mostly a near one; every tenth is in no
/// branch.
GoalGraph draw_graph(std::size_t predicates, Rng& rng)
{
    GoalGraph graph;
    for (std::size_t i = 0; i < predicates; ++i)
    {
        for (const bool outcome : {false, true})
        {
            const GoalId goal =
                graph.add(branch_goal(PredicateId(i), outcome, fmt::format("{} {}", i, outcome)));
            if (i % 10 != 0)
            {
                const std::size_t back = 1 + rng.index(i < 8 ? i : 8);
                graph.add_dependency(GoalId(2 * (i - back) + rng.index(2)), goal);
            }
        }
    }
    return graph;
}

/// Touches a share of the predicates, in contiguous runs as in executions.
std::vector<Trace> draw_traces(std::size_t predicates, double share, Rng& rng)
{
    std::vector<Trace> traces(trace_count);
    for (Trace& trace : traces)
    {
        trace.was_run = true;
        for (std::size_t i = 0; i < predicates; ++i)
        {
            if (!rng.chance(share))
            {
                continue;
            }
            BranchHits hits;
            hits.hits_true = rng.chance(0.3) ? 1 : 0;
            hits.hits_false = hits.hits_true == 0 ? 1 : 0;
            hits.least_true = hits.hits_true > 0 ? Distance() : Distance(rng.word());
            hits.least_false = hits.hits_false > 0 ? Distance() : Distance(rng.word());
            PredicateTrace entry{PredicateId(i)};
            entry.all = hits;
            trace.predicates.push_back(entry);
        }
    }
    return traces;
}

void bench_share(std::size_t goals, double share, const Effort& effort)
{
    Rng rng(goals);
    const GoalGraph graph = draw_graph(goals / 2, rng);
    const std::vector<Trace> traces = draw_traces(goals / 2, share, rng);
    const Scorer scorer(graph);
    TraceIndex index;
    const std::string suffix = fmt::format("goals={},touched={}%", goals, 100 * share);
    std::vector<GoalId> covered;
    report("core/score/covered/" + suffix, median_seconds(effort, [&] {
        for (const Trace& trace : traces)
        {
            covered.clear();
            scorer.append_covered(trace, covered);
            keep(covered.size());
        }
    }) / trace_count);
    report("core/score/index/" + suffix, median_seconds(effort, [&] {
        for (const Trace& trace : traces)
        {
            index.reset(trace, graph);
            keep(index.is_usable());
        }
    }) / trace_count);
    report("core/score/all/" + suffix, median_seconds(effort, [&] {
        std::uint64_t levels = 0;
        for (const Trace& trace : traces)
        {
            index.reset(trace, graph);
            for (std::size_t i = 0; i < goals; ++i)
            {
                levels += scorer.score(GoalId(i), index).approach_level;
            }
        }
        keep(levels);
    }) / trace_count);
}

}  // namespace

void bench_scoring(const Effort& effort)
{
    for (const std::size_t goals : {std::size_t{200}, std::size_t{2000}})
    {
        for (const double share : {0.05, 0.5})
        {
            bench_share(goals, share, effort);
        }
    }
}

}  // namespace sbst::bench
