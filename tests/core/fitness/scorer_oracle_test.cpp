// SPDX-License-Identifier: Apache-2.0
// Scores of random traces over random goal graphs against the definition, computed naively.
#include "support/catch.hpp"
#include "trace_builder.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/method_entry.hpp>
#include <sbst/fitness/scorer.hpp>
#include <sbst/random/rng.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace
{

using namespace sbst;
using sbst::testing::TraceBuilder;

/// Adds goals of all kinds and random edges: cycles, self-edges, unreachable goals.
void grow(GoalGraph& graph, std::size_t goal_count, std::size_t edge_count, Rng& rng)
{
    const std::size_t first = graph.size();
    for (std::size_t i = first; i < first + goal_count; ++i)
    {
        // Two outcomes a predicate, a method and an exception in turn.
        if (i % 8 == 6)
        {
            graph.add(method_entry_goal(MethodId{i / 8}, std::to_string(i)));
        }
        else if (i % 8 == 7)
        {
            graph.add(exception_goal(ExceptionId{i / 8}, std::to_string(i)));
        }
        else
        {
            graph.add(branch_goal(PredicateId{i / 2}, i % 2 == 0, std::to_string(i)));
        }
    }
    for (std::size_t i = 0; i < edge_count; ++i)
    {
        graph.add_dependency(GoalId{rng.index(graph.size())}, GoalId{rng.index(graph.size())});
    }
}

/// Touches each thing with a small probability, so that far levels are reached too.
Trace random_trace(const GoalGraph& graph, double touch_prob, Rng& rng)
{
    TraceBuilder builder;
    for (std::size_t i = 0; i < predicate_count(graph); ++i)
    {
        if (!rng.chance(touch_prob))
        {
            continue;
        }
        BranchHits hits;
        hits.hits_true = static_cast<std::uint32_t>(rng.index(2));
        hits.hits_false = hits.hits_true == 0 ? 1 : static_cast<std::uint32_t>(rng.index(2));
        hits.least_true = hits.hits_true > 0 ? Distance{} : Distance{U256{rng.index(4)}};
        hits.least_false = hits.hits_false > 0 ? Distance{} : Distance{rng.word()};
        builder.evaluated(i, hits);
    }
    for (std::size_t i = 0; i < method_count(graph); ++i)
    {
        if (rng.chance(touch_prob))
        {
            builder.entered(i);
        }
    }
    for (std::size_t i = 0; i < exception_count(graph); ++i)
    {
        if (rng.chance(touch_prob))
        {
            builder.threw(i);
        }
    }
    return builder.trace();
}

struct NaiveTouch
{
    bool is_covered = false;
    Distance distance;
};

std::optional<NaiveTouch> touch(const Goal& goal, const Trace& trace)
{
    if (is_branch(goal))
    {
        for (const PredicateTrace& entry : trace.predicates)
        {
            if (entry.predicate == predicate_of(goal))
            {
                return NaiveTouch{
                    entry.all.hits(outcome_of(goal)) > 0, entry.all.least(outcome_of(goal))};
            }
        }
        return std::nullopt;
    }
    bool is_touched = false;
    if (goal.criterion == MethodEntryCriterion::id)
    {
        for (const MethodTrace& entry : trace.methods)
        {
            is_touched = is_touched || entry.method.index() == goal.index;
        }
    }
    else
    {
        for (const CallOutcome& call : trace.calls)
        {
            is_touched = is_touched || call.exception.index() == goal.index;
        }
    }
    return is_touched ? std::optional<NaiveTouch>{NaiveTouch{true, Distance{}}} : std::nullopt;
}

/// The definition: level k = the goals from which the shortest chain to `goal` has k edges.
Fitness naive_score(const GoalGraph& graph, GoalId goal, const Trace& trace)
{
    const std::optional<NaiveTouch> own = touch(graph[goal], trace);
    if (own.has_value() && own->is_covered)
    {
        return Fitness::covered();
    }
    std::set<GoalId> seen{goal};
    std::set<GoalId> level{goal};
    std::uint32_t number = 0;
    while (!level.empty())
    {
        std::optional<Distance> least;
        std::set<GoalId> next;
        for (const GoalId id : level)
        {
            const std::optional<NaiveTouch> found = touch(graph[id], trace);
            if (found.has_value())
            {
                least = least.has_value() ? std::min(*least, found->distance) : found->distance;
            }
            for (const GoalId parent : graph.parents(id))
            {
                if (seen.count(parent) == 0)
                {
                    next.insert(parent);
                }
            }
        }
        if (least.has_value())
        {
            return Fitness{true, number, *least};
        }
        seen.insert(next.begin(), next.end());
        level = std::move(next);
        ++number;
    }
    return Fitness{true, number, Distance{}};
}

void check_all(const GoalGraph& graph, const Scorer& scorer, Rng& rng)
{
    TraceIndex index;
    for (const double touch_prob : {0.0, 0.005, 0.02, 0.2})
    {
        const Trace trace = random_trace(graph, touch_prob, rng);
        index.reset(trace, graph);
        std::vector<GoalId> expected;
        for (std::size_t i = 0; i < graph.size(); ++i)
        {
            const GoalId goal{i};
            const Fitness fitness = scorer.score(goal, index);
            INFO("goal " << i << ", touch probability " << touch_prob);
            CHECK(fitness == naive_score(graph, goal, trace));
            if (fitness.is_covered())
            {
                expected.push_back(goal);
            }
        }
        std::vector<GoalId> covered;
        scorer.append_covered(trace, covered);
        CHECK(covered == expected);
    }
}

TEST_CASE("Scorer: scores equal the definition on random graphs", "[core][scorer][property]")
{
    for (std::uint64_t seed = 0; seed < 100; ++seed)
    {
        INFO("seed " << seed);
        Rng rng{seed};
        GoalGraph graph;
        const std::size_t size = 1 + rng.index(60);
        grow(graph, size, rng.index(2 * size), rng);
        check_all(graph, Scorer{graph}, rng);
    }
}

TEST_CASE("Scorer: scores equal the definition where ancestors are too many to store",
    "[core][scorer][property]")
{
    for (std::uint64_t seed = 0; seed < 4; ++seed)
    {
        INFO("seed " << seed);
        Rng rng{seed};
        GoalGraph graph;
        grow(graph, 3 * Scorer::max_stored_ancestors, 4 * Scorer::max_stored_ancestors, rng);
        check_all(graph, Scorer{graph}, rng);
    }
}

TEST_CASE("Scorer: a refreshed scorer scores as a new one", "[core][scorer][property]")
{
    for (std::uint64_t seed = 0; seed < 40; ++seed)
    {
        INFO("seed " << seed);
        Rng rng{seed};
        GoalGraph graph;
        Scorer scorer{graph};
        for (int step = 0; step < 4; ++step)
        {
            grow(graph, rng.index(20), graph.size() == 0 ? 0 : rng.index(20), rng);
            scorer.refresh();
            if (graph.size() > 0)
            {
                check_all(graph, scorer, rng);
            }
        }
    }
}

TEST_CASE("Scorer: scores order as approach level, then distance", "[core][scorer][property]")
{
    Rng rng{8};
    GoalGraph graph;
    grow(graph, 40, 60, rng);
    const Scorer scorer{graph};
    TraceIndex index;
    std::vector<Fitness> scores;
    for (int i = 0; i < 40; ++i)
    {
        const Trace trace = random_trace(graph, 0.1, rng);
        index.reset(trace, graph);
        scores.push_back(scorer.score(GoalId{rng.index(graph.size())}, index));
    }
    for (const Fitness& a : scores)
    {
        for (const Fitness& b : scores)
        {
            const auto key = [](const Fitness& f) {
                return std::pair{
                    f.is_covered() ? -1 : static_cast<std::int64_t>(f.approach_level), f.distance};
            };
            CHECK((a < b) == (key(a) < key(b)));
        }
    }
}

}  // namespace
