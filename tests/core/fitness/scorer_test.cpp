// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "trace_builder.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/method_entry.hpp>
#include <sbst/fitness/scorer.hpp>

#include <optional>
#include <string>
#include <vector>

namespace
{

using namespace sbst;
using sbst::testing::TraceBuilder;

/// if (p0) { if (p1) { if (p2) .. } }   and a method entered behind p2 being true.
struct Nest
{
    GoalGraph graph;
    std::vector<GoalId> yes;
    std::vector<GoalId> no;
    GoalId entry;

    Nest()
    {
        for (std::size_t i = 0; i < 3; ++i)
        {
            const std::string name = std::to_string(i);
            yes.push_back(graph.add(branch_goal(PredicateId{i}, true, name + " true")));
            no.push_back(graph.add(branch_goal(PredicateId{i}, false, name + " false")));
            if (i > 0)
            {
                graph.add_dependency(yes[i - 1], yes[i]);
                graph.add_dependency(yes[i - 1], no[i]);
            }
        }
        entry = graph.add(method_entry_goal(MethodId{0}, "m"));
        graph.add_dependency(yes[2], entry);
    }
};

Fitness score(const Scorer& scorer, const GoalGraph& graph, GoalId goal, const Trace& trace)
{
    TraceIndex index;
    index.reset(trace, graph);
    return scorer.score(goal, index);
}

Fitness open(std::uint32_t level, std::uint64_t distance)
{
    return Fitness{true, level, Distance{U256{distance}}};
}

std::vector<GoalId> covered(const Scorer& scorer, const Trace& trace)
{
    std::vector<GoalId> result;
    scorer.append_covered(trace, result);
    return result;
}

TEST_CASE(
    "Scorer: the approach level counts the dependencies not yet satisfied", "[core][scorer][unit]")
{
    const Nest nest;
    const Scorer scorer{nest.graph};
    const auto scored = [&](GoalId goal, const TraceBuilder& builder) {
        return score(scorer, nest.graph, goal, builder.trace());
    };
    const auto stopped_at_0 = TraceBuilder{}.was_false(0, 7);
    CHECK(scored(nest.yes[0], stopped_at_0) == open(0, 7));
    CHECK(scored(nest.no[0], stopped_at_0) == Fitness::covered());
    CHECK(scored(nest.yes[1], stopped_at_0) == open(1, 7));
    CHECK(scored(nest.no[2], stopped_at_0) == open(2, 7));
    CHECK(scored(nest.entry, stopped_at_0) == open(3, 7));

    const auto stopped_at_1 = TraceBuilder{}.was_true(0, 3).was_false(1, 5);
    CHECK(scored(nest.yes[0], stopped_at_1) == Fitness::covered());
    CHECK(scored(nest.no[0], stopped_at_1) == open(0, 3));
    CHECK(scored(nest.yes[1], stopped_at_1) == open(0, 5));
    CHECK(scored(nest.yes[2], stopped_at_1) == open(1, 5));
    CHECK(scored(nest.entry, stopped_at_1) == open(2, 5));
}

TEST_CASE("Scorer: nothing touched on the way gives the number of levels and distance 0",
    "[core][scorer][unit]")
{
    const Nest nest;
    const Scorer scorer{nest.graph};
    const TraceBuilder nothing;
    CHECK(score(scorer, nest.graph, nest.yes[0], nothing.trace()) == open(1, 0));
    CHECK(score(scorer, nest.graph, nest.yes[2], nothing.trace()) == open(3, 0));
    CHECK(score(scorer, nest.graph, nest.entry, nothing.trace()) == open(4, 0));
}

TEST_CASE("Scorer: an entered method is covered, whatever happened before", "[core][scorer][unit]")
{
    const Nest nest;
    const Scorer scorer{nest.graph};
    const auto entered = TraceBuilder{}.entered(0);
    CHECK(score(scorer, nest.graph, nest.entry, entered.trace()) == Fitness::covered());
    CHECK(covered(scorer, entered.trace()) == std::vector<GoalId>{nest.entry});
}

TEST_CASE(
    "Scorer: an entered method is a level on the way to goals behind it", "[core][scorer][unit]")
{
    GoalGraph graph;
    const GoalId guard = graph.add(branch_goal(PredicateId{0}, true, "guard"));
    const GoalId entry = graph.add(method_entry_goal(MethodId{0}, "m"));
    const GoalId goal = graph.add(branch_goal(PredicateId{1}, true, "goal"));
    graph.add_dependency(guard, entry);
    graph.add_dependency(entry, goal);
    const Scorer scorer{graph};
    CHECK(score(scorer, graph, goal, TraceBuilder{}.was_false(0, 9).trace()) == open(2, 9));
    CHECK(
        score(scorer, graph, goal, TraceBuilder{}.was_true(0, 9).entered(0).trace()) == open(1, 0));
}

TEST_CASE("Scorer: an exception goal is covered by its exception alone", "[core][scorer][unit]")
{
    GoalGraph graph;
    const GoalId goal = graph.add(exception_goal(ExceptionId{2}, "e"));
    const Scorer scorer{graph};
    CHECK(score(scorer, graph, goal, TraceBuilder{}.threw(2).trace()) == Fitness::covered());
    CHECK(score(scorer, graph, goal, TraceBuilder{}.threw(1).trace()) == open(1, 0));
    CHECK(covered(scorer, TraceBuilder{}.threw(2).threw(2).trace()) == std::vector<GoalId>{goal});
}

TEST_CASE("Scorer: distance 0 without a taken edge leaves the goal open", "[core][scorer][unit]")
{
    const Nest nest;
    const Scorer scorer{nest.graph};
    const auto lying = TraceBuilder{}.evaluated(0, {0, 1, Distance::zero(), Distance::zero()});
    CHECK(score(scorer, nest.graph, nest.yes[0], lying.trace()) == open(0, 0));
    CHECK(covered(scorer, lying.trace()) == std::vector<GoalId>{nest.no[0]});
}

TEST_CASE("Scorer: a taken edge covers although no distance was recorded", "[core][scorer][unit]")
{
    const Nest nest;
    const Scorer scorer{nest.graph};
    const auto plain = TraceBuilder{}.evaluated(0, {2, 0});
    CHECK(score(scorer, nest.graph, nest.yes[0], plain.trace()) == Fitness::covered());
    CHECK(score(scorer, nest.graph, nest.no[0], plain.trace()) ==
          Fitness{true, 0, Distance::infinite()});
}

TEST_CASE(
    "Scorer: runs that prove nothing have worst fitness and cover nothing", "[core][scorer][unit]")
{
    const Nest nest;
    const Scorer scorer{nest.graph};
    const auto late = TraceBuilder{}.was_true(0, 1).ended(OutcomeKind::timed_out);
    CHECK(score(scorer, nest.graph, nest.yes[0], late.trace()) == Fitness::worst());
    CHECK(covered(scorer, late.trace()).empty());
    const auto strange = TraceBuilder{}.was_true(0, 1).ended(OutcomeKind::unsupported);
    CHECK(score(scorer, nest.graph, nest.no[2], strange.trace()) == Fitness::worst());
    Trace not_run = TraceBuilder{}.was_true(0, 1).trace();
    not_run.was_run = false;
    CHECK(score(scorer, nest.graph, nest.yes[0], not_run) == Fitness::worst());
    CHECK(covered(scorer, not_run).empty());
}

TEST_CASE("Scorer: the nearest of several ways counts, at one level the least distance",
    "[core][scorer][unit]")
{
    // goal <- a (p0 true), b (p1 false); a <- far (p2 true)
    GoalGraph graph;
    const GoalId a = graph.add(branch_goal(PredicateId{0}, true, "a"));
    const GoalId b = graph.add(branch_goal(PredicateId{1}, false, "b"));
    const GoalId far = graph.add(branch_goal(PredicateId{2}, true, "far"));
    const GoalId goal = graph.add(branch_goal(PredicateId{3}, true, "goal"));
    graph.add_dependency(a, goal);
    graph.add_dependency(b, goal);
    graph.add_dependency(far, a);
    const Scorer scorer{graph};
    CHECK(scorer.levels(goal) == std::vector<std::vector<GoalId>>{{goal}, {a, b}, {far}});

    TraceIndex index;
    const auto both = TraceBuilder{}.was_false(0, 10).was_true(1, 4).was_false(2, 1);
    index.reset(both.trace(), graph);
    CHECK(scorer.score(goal, index) == open(1, 4));
    CHECK(scorer.blocker(goal, index) == b);
    const auto one = TraceBuilder{}.was_false(0, 10).was_false(2, 1);
    index.reset(one.trace(), graph);
    CHECK(scorer.score(goal, index) == open(1, 10));
    CHECK(scorer.blocker(goal, index) == a);
    const auto none = TraceBuilder{}.was_false(2, 1);
    index.reset(none.trace(), graph);
    CHECK(scorer.score(goal, index) == open(2, 1));
    CHECK(scorer.blocker(goal, index) == far);
    const TraceBuilder nothing;
    index.reset(nothing.trace(), graph);
    CHECK_FALSE(scorer.blocker(goal, index).has_value());
}

TEST_CASE("Scorer: dependencies on itself and around a loop are not levels", "[core][scorer][unit]")
{
    // A loop header (p0) depends on itself and on what is inside the loop (p1).
    GoalGraph graph;
    const GoalId header = graph.add(branch_goal(PredicateId{0}, true, "header"));
    const GoalId inner = graph.add(branch_goal(PredicateId{1}, true, "inner"));
    graph.add_dependency(header, header);
    graph.add_dependency(header, inner);
    graph.add_dependency(inner, header);
    const Scorer scorer{graph};
    CHECK(scorer.levels(header) == std::vector<std::vector<GoalId>>{{header}, {inner}});
    CHECK(scorer.levels(inner) == std::vector<std::vector<GoalId>>{{inner}, {header}});
    const TraceBuilder nothing;
    CHECK(score(scorer, graph, header, nothing.trace()) == open(2, 0));
    CHECK(score(scorer, graph, inner, TraceBuilder{}.was_false(0, 6).trace()) == open(1, 6));
}

TEST_CASE("Scorer: ancestors beyond those stored still count exactly", "[core][scorer][unit]")
{
    // A chain of three times as many levels as goals are stored, then a goal of as many parents.
    constexpr std::size_t length = 3 * Scorer::max_stored_ancestors;
    GoalGraph graph;
    for (std::size_t i = 0; i < length; ++i)
    {
        const GoalId goal = graph.add(branch_goal(PredicateId{i}, true, std::to_string(i)));
        if (i > 0)
        {
            graph.add_dependency(GoalId{i - 1}, goal);
        }
    }
    const GoalId last{length - 1};
    const GoalId join = graph.add(method_entry_goal(MethodId{0}, "join"));
    for (std::size_t i = 0; i < length; ++i)
    {
        graph.add_dependency(GoalId{i}, join);
    }
    const Scorer scorer{graph};

    const auto at_the_start = TraceBuilder{}.was_false(0, 5);
    CHECK(score(scorer, graph, last, at_the_start.trace()) == open(length - 1, 5));
    CHECK(score(scorer, graph, join, at_the_start.trace()) == open(1, 5));
    CHECK(score(scorer, graph, last, TraceBuilder{}.trace()) == open(length, 0));
    CHECK(score(scorer, graph, join, TraceBuilder{}.trace()) == open(2, 0));
    const auto farther = TraceBuilder{}.was_false(0, 1).was_false(40, 9);
    CHECK(score(scorer, graph, last, farther.trace()) == open(length - 41, 9));
}

TEST_CASE("Scorer: covered goals come ascending, hidden and unreachable ones included",
    "[core][scorer][unit]")
{
    GoalGraph graph;
    Goal secret = branch_goal(PredicateId{5}, true, "hidden");
    secret.is_shown = false;
    const GoalId hidden = graph.add(secret);
    const GoalId entry = graph.add(method_entry_goal(MethodId{1}, "m"));
    const GoalId yes = graph.add(branch_goal(PredicateId{2}, true, "true"));
    const GoalId no = graph.add(branch_goal(PredicateId{2}, false, "false"));
    graph.mark_infeasible(no, "a wrong proof must be noticed");
    const Scorer scorer{graph};
    // Predicate 9 and method 0 have no goal.
    const auto trace = TraceBuilder{}
                           .was_true(9, 1)
                           .evaluated(2, {1, 1, Distance::zero(), Distance::zero()})
                           .was_true(5, 1)
                           .entered(1)
                           .entered(0);
    std::vector<GoalId> out{GoalId{77}};
    scorer.append_covered(trace.trace(), out);
    CHECK(out == std::vector<GoalId>{GoalId{77}, hidden, entry, yes, no});
}

TEST_CASE("Scorer: a refresh takes in goals and dependencies added since", "[core][scorer][unit]")
{
    GoalGraph graph;
    const GoalId a = graph.add(branch_goal(PredicateId{0}, true, "a"));
    const GoalId b = graph.add(branch_goal(PredicateId{1}, true, "b"));
    const GoalId c = graph.add(branch_goal(PredicateId{2}, true, "c"));
    graph.add_dependency(b, c);
    Scorer scorer{graph};
    const auto trace = TraceBuilder{}.was_false(0, 3);
    CHECK(score(scorer, graph, c, trace.trace()) == open(2, 0));

    // An edge between old goals changes the goals behind it.
    graph.add_dependency(a, b);
    const auto changed = scorer.refresh();
    CHECK(std::vector<GoalId>(changed.begin(), changed.end()) == std::vector<GoalId>{b, c});
    CHECK(score(scorer, graph, b, trace.trace()) == open(1, 3));
    CHECK(score(scorer, graph, c, trace.trace()) == open(2, 3));

    const GoalId d = graph.add(exception_goal(ExceptionId{0}, "d"));
    graph.add_dependency(c, d);
    CHECK(scorer.refresh().size() == 1);
    CHECK(scorer.refresh().empty());
    CHECK(score(scorer, graph, d, trace.trace()) == open(3, 3));
    CHECK(score(scorer, graph, d, TraceBuilder{}.threw(0).trace()) == Fitness::covered());
}

}  // namespace
