// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/criteria.hpp>
#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/goal_selection.hpp>
#include <sbst/criteria/line.hpp>
#include <sbst/criteria/weak_mutant.hpp>
#include <sbst/fitness/scorer.hpp>
#include <sbst/fitness/trace_index.hpp>
#include <sbst/search/dynamic_targets.hpp>

#include <set>
#include <string>
#include <vector>

namespace
{

using namespace sbst;

/// Two callables: `outer` has a branch, behind whose true side another branch of it stands; `inner`
/// is entered behind that other branch, and has a branch and no entry goal. `plain` has no branch.
struct Subject
{
    GoalGraph graph;
    GoalId first = add(0, true);
    GoalId second = add(1, true);
    GoalId inner = add(2, true);
    GoalId plain = graph.add(method_entry_goal(MethodId(3), "plain entered"));

    Subject()
    {
        graph.add_dependency(first, second);
        graph.add_dependency(second, inner);
        graph.mark_infeasible(add(0, false), "constant");
    }
    GoalId add(std::size_t predicate, bool outcome)
    {
        return graph.add(branch_goal(PredicateId(predicate), outcome,
            "branch " + std::to_string(predicate) + (outcome ? " true" : " false")));
    }
    std::vector<GoalId> add_direct()
    {
        return add_direct_goals(graph, [this](GoalId parent, GoalId child) {
            return (graph[parent].index < 4) == (graph[child].index < 4);
        });
    }
    [[nodiscard]] GoalId direct(std::size_t predicate, bool outcome) const
    {
        return find_direct_branch(graph, PredicateId(predicate), outcome).value();
    }
};

BranchHits hits(std::uint32_t taken, std::uint32_t missed, const Distance& to_true)
{
    return {.hits_true = taken,
        .hits_false = missed,
        .least_true = to_true,
        .least_false = Distance::zero()};
}

Fitness score(const GoalGraph& graph, const Trace& trace, GoalId goal)
{
    const Scorer scorer(graph);
    TraceIndex index;
    index.reset(trace, graph);
    return scorer.score(goal, index);
}

Trace ran(std::vector<PredicateTrace> predicates)
{
    Trace trace;
    trace.was_run = true;
    trace.predicates = std::move(predicates);
    return trace;
}

}  // namespace

TEST_CASE("CoverageSet: names are read back, and all has each", "[core][criteria]")
{
    CoverageSet seen;
    for (const Coverage coverage : all_coverages())
    {
        CHECK(parse_coverage(to_string(coverage)) == coverage);
        CHECK_FALSE(summary_of(coverage).empty());
        CHECK_FALSE(seen.has(coverage));
        seen.add(coverage);
    }
    CHECK(seen == CoverageSet::all());
    CHECK(seen.size() == coverage_count);
    CHECK_FALSE(parse_coverage("all").has_value());
    CHECK_FALSE(parse_coverage("").has_value());
    CHECK(CoverageSet().is_empty());
    CHECK(to_string(CoverageSet{Coverage::line, Coverage::branch}) == "branch,line");
}

TEST_CASE("criteria: entries count for branch coverage", "[core][criteria]")
{
    CHECK(coverage_of(method_entry_goal(MethodId(0), "e")) == Coverage::branch);
    CHECK(coverage_of(direct_entry_goal(MethodId(0), "e")) == Coverage::direct_branch);
    CHECK(coverage_of(exception_goal(ExceptionId(0), "e")) == Coverage::exception);
}

TEST_CASE("add_direct_goals: they depend on direct goals of their own callable", "[core][criteria]")
{
    Subject subject;
    const std::vector<GoalId> sources = subject.add_direct();
    CHECK(sources.size() == 5);
    const GoalGraph& graph = subject.graph;
    const GoalId second = subject.direct(1, true);
    REQUIRE(graph.parents(second).size() == 1);
    CHECK(graph.parents(second)[0] == subject.direct(0, true));
    // The way into another callable is the same for both.
    REQUIRE(graph.parents(subject.direct(2, true)).size() == 1);
    CHECK(graph.parents(subject.direct(2, true))[0] == subject.second);
    CHECK(graph.is_root(subject.direct(0, true)));
    CHECK(graph[subject.direct(0, false)].infeasible_because == "constant");
    CHECK(find_direct_entry(graph, MethodId(3)).has_value());
    for (std::size_t i = 0; i < sources.size(); ++i)
    {
        // The order of the sources is that of the new goals.
        CHECK(graph[GoalId(5 + i)].index == graph[sources[i]].index);
        CHECK(coverage_of(graph[GoalId(5 + i)]) == Coverage::direct_branch);
    }
}

TEST_CASE("direct branches: what other calls evaluate does not count", "[core][criteria]")
{
    Subject subject;
    (void)subject.add_direct();
    const PredicateTrace nested{
        .predicate = PredicateId(0), .all = hits(1, 1, Distance::zero()), .direct = {}};
    const Trace indirectly = ran({nested});
    CHECK(score(subject.graph, indirectly, subject.first).is_covered());
    const Fitness far = score(subject.graph, indirectly, subject.direct(0, true));
    CHECK_FALSE(far.is_covered());
    CHECK(far.approach_level == 1);
    CHECK(score(subject.graph, indirectly, subject.direct(1, true)).approach_level == 2);

    PredicateTrace near = nested;
    near.direct = hits(0, 1, Distance(U256(5)));
    const Trace directly = ran({near});
    const Fitness fitness = score(subject.graph, directly, subject.direct(0, true));
    CHECK(fitness.approach_level == 0);
    CHECK(fitness.distance == Distance(U256(5)));
    const Fitness behind = score(subject.graph, directly, subject.direct(1, true));
    CHECK(behind.approach_level == 1);
    CHECK(behind.distance == Distance(U256(5)));
}

TEST_CASE("methods: called by the test, and returned from", "[core][criteria]")
{
    GoalGraph graph;
    Goal about = method_goal(MethodId(2), "pop");
    about.goal_class = "user";
    add_method_goals(
        graph, {.sought = {Coverage::method, Coverage::method_without_exception}}, about);
    REQUIRE(graph.size() == 2);
    const GoalId called = find_method(graph, MethodId(2)).value();
    const GoalId returned = find_method_without_exception(graph, MethodId(2)).value();
    CHECK(graph[called].label == "pop called");
    CHECK(graph[returned].label == "pop returned");
    REQUIRE(graph.parents(returned).size() == 1);
    CHECK(graph.parents(returned)[0] == called);

    const auto covered = [&](const MethodTrace& entry, GoalId goal) {
        Trace trace = ran({});
        trace.methods = {entry};
        return score(graph, trace, goal).is_covered();
    };
    CHECK_FALSE(covered({.method = MethodId(2), .entered = 3, .left = 3}, called));
    const MethodTrace threw{.method = MethodId(2), .entered = 1, .entered_directly = 1};
    CHECK(covered(threw, called));
    CHECK_FALSE(covered(threw, returned));
    MethodTrace whole = threw;
    whole.left = 1;
    whole.left_directly = 1;
    CHECK(covered(whole, returned));

    GoalGraph one;
    add_method_goals(one, {.sought = {Coverage::method_without_exception, Coverage::line}}, about);
    REQUIRE(one.size() == 1);
    CHECK(one.is_root(GoalId(0)));
}

TEST_CASE(
    "select_goals: branches that are not wanted help, and are counted nowhere", "[core][criteria]")
{
    Subject subject;
    const GoalId line = subject.graph.add(line_goal(LineId(0), "line"));
    subject.graph.add_dependency(subject.second, line);
    const bool as_helpers = GENERATE(true, false);
    select_goals(subject.graph, {.sought = {Coverage::line}}, as_helpers);
    const GoalGraph& graph = subject.graph;
    CHECK(graph[line].is_wanted());
    CHECK_FALSE(graph[subject.first].is_shown);
    CHECK_FALSE(graph[subject.first].is_wanted());
    CHECK(graph[subject.first].is_sought() == as_helpers);
    // With helpers DynaMOSA goes from goal to goal; without them the line is active from the start.
    std::vector<bool> covered(graph.size(), false);
    const std::vector<GoalId> start = dynamic_targets(graph, covered);
    const std::set<GoalId> active(start.begin(), start.end());
    CHECK(active.contains(line) == !as_helpers);
    CHECK(active.contains(subject.first) == as_helpers);
    covered[subject.first.index()] = true;
    covered[subject.second.index()] = true;
    const std::vector<GoalId> later = dynamic_targets(graph, covered);
    CHECK(std::set<GoalId>(later.begin(), later.end()).contains(line));
}

TEST_CASE("select_goals: key goals are sought, the others are measured", "[core][criteria]")
{
    Subject subject;
    Goal key = line_goal(LineId(0), "last line");
    key.is_key = true;
    const GoalId last = subject.graph.add(key);
    const GoalId other = subject.graph.add(line_goal(LineId(1), "other line"));
    const GoalId mutant = subject.graph.add(weak_mutant_goal(MutantId(0), "mutant"));
    const bool as_helpers = GENERATE(true, false);
    select_goals(subject.graph,
        {.sought = {},
            .keys = {Coverage::line, Coverage::weak_mutation},
            .restored = {Coverage::line},
            .measured = {Coverage::branch}},
        as_helpers);
    const GoalGraph& graph = subject.graph;
    CHECK(graph[last].is_wanted());
    CHECK(graph[other].is_shown);
    CHECK_FALSE(graph[other].is_sought());
    CHECK(graph[other].is_preserved());
    CHECK(graph[last].is_preserved());
    CHECK_FALSE(graph[subject.first].is_preserved());
    CHECK_FALSE(graph[mutant].is_measured);
    CHECK_FALSE(graph[mutant].is_shown);
    CHECK(graph[subject.first].is_shown);
    CHECK_FALSE(graph[subject.first].is_wanted());
    CHECK(graph[subject.first].is_sought() == as_helpers);
    CHECK(graph[subject.first].is_helper == as_helpers);

    Goal found = exception_goal(ExceptionId(0), "thrown");
    select_goal(found, {.sought = {Coverage::exception}});
    CHECK(found.is_wanted());
    select_goal(found,
        {.sought = {Coverage::branch}, .keys = {}, .restored = {}, .measured = CoverageSet::all()});
    CHECK(found.is_shown);
    CHECK_FALSE(found.is_wanted());
}
