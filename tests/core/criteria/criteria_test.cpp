// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/criteria.hpp>

#include <map>
#include <set>
#include <string>

namespace
{

using namespace sbst;

/// One goal of each criterion and a trace that touches the first three.
struct Subject
{
    GoalGraph graph;
    GoalId yes = graph.add(branch_goal(PredicateId{4}, true, "yes"));
    GoalId no = graph.add(branch_goal(PredicateId{4}, false, "no"));
    GoalId entry = graph.add(method_entry_goal(MethodId{0}, "entry"));
    GoalId thrown = graph.add(exception_goal(ExceptionId{2}, "thrown"));
};

TEST_CASE("criteria: their names are different", "[core][criteria]")
{
    std::set<std::string_view> names;
    for_each_criterion([&](auto criterion) { names.insert(criterion.name); });
    CHECK(names.size() == criterion_count);
}

TEST_CASE("touch_goals: an evaluated predicate touches both outcomes and covers the taken one",
    "[core][criteria]")
{
    const Subject subject;
    Trace trace;
    BranchHits hits;
    hits.hits_false = 1;
    hits.least_false = Distance::zero();
    hits.least_true = Distance(U256(7));
    trace.predicates = {
        {.predicate = PredicateId(4), .all = hits}, {.predicate = PredicateId(9), .all = hits}};
    std::map<GoalId, bool> touched;
    touch_goals(trace, subject.graph, [&](GoalId goal, const Touch& touch) {
        touched[goal] = touch.is_covered;
        const Distance expected = goal == subject.yes ? Distance(U256(7)) : Distance::zero();
        CHECK(*touch.least == expected);
    });
    CHECK(touched == std::map<GoalId, bool>{{subject.yes, false}, {subject.no, true}});
}

TEST_CASE("touch_goals: a branch in a context is touched by that context alone", "[core][criteria]")
{
    Subject subject;
    const Goal branch = subject.graph[subject.yes];
    const GoalId here =
        subject.graph.add(context_branch_goal(branch, ContextId(2), "in a call of f"));
    const GoalId elsewhere =
        subject.graph.add(context_branch_goal(branch, ContextId(3), "in a call of g"));
    CHECK(subject.graph[here].label == "yes, in a call of f");
    CHECK_FALSE(subject.graph[here].is_sought());
    CHECK(predicate_of(subject.graph[here]) == PredicateId(4));
    CHECK(outcome_of(subject.graph[here]));

    Trace trace;
    BranchHits hits;
    hits.hits_false = 1;
    hits.least_false = Distance::zero();
    hits.least_true = Distance(U256(7));
    trace.contexts.push_back({.context = ContextId(2), .hits = hits});
    std::map<GoalId, Distance> touched;
    touch_goals(trace, subject.graph, [&](GoalId goal, const Touch& touch) {
        CHECK_FALSE(touch.is_covered);
        touched[goal] = *touch.least;
    });
    CHECK(touched == std::map<GoalId, Distance>{{here, Distance(U256(7))}});
    CHECK_FALSE(touched.contains(elsewhere));
    CHECK_FALSE(touched.contains(subject.yes));
}

TEST_CASE("touch_goals: entered methods and thrown exceptions are covered", "[core][criteria]")
{
    const Subject subject;
    Trace trace;
    trace.methods = {{.method = MethodId(0), .entered = 2}, {.method = MethodId(1), .entered = 1}};
    trace.calls.resize(2);
    trace.calls[1].kind = OutcomeKind::threw;
    trace.calls[1].exception = ExceptionId(2);
    std::map<GoalId, bool> touched;
    touch_goals(trace, subject.graph,
        [&](GoalId goal, const Touch& touch) { touched[goal] = touch.is_covered; });
    CHECK(touched == std::map<GoalId, bool>{{subject.entry, true}, {subject.thrown, true}});
}

TEST_CASE("describe_goal: a goal is described by its numbers", "[core][criteria]")
{
    const Subject subject;
    CHECK(describe_goal(subject.graph[subject.yes]) == "the outcome true of predicate 4");
    CHECK(describe_goal(subject.graph[subject.no]) == "the outcome false of predicate 4");
    CHECK(describe_goal(subject.graph[subject.entry]) == "the entry of method 0");
    CHECK(describe_goal(subject.graph[subject.thrown]) == "exception 2");
    CHECK(describe_goal(method_entry_goal({}, "none")) == "the entry of method (no id)");
    CHECK(describe_goal(branch_goal({}, true, "none")) == "an outcome of predicate (no id)");
}

TEST_CASE(
    "criterion_name, criterion_class, achieved_word: as reports write them", "[core][criteria]")
{
    const Subject subject;
    CHECK(criterion_name(subject.graph[subject.yes]) == "branch");
    CHECK(criterion_class(subject.graph[subject.yes]) == "user");
    CHECK(criterion_name(subject.graph[subject.entry]) == "entry");
    CHECK(criterion_name(subject.graph[subject.thrown]) == "exception");
    CHECK(achieved_word(subject.graph[subject.entry]) == "entered");
    CHECK(achieved_word(subject.graph[subject.thrown]) == "thrown");
    CHECK(criterion_class(subject.graph[subject.thrown]) == "exception");
}

TEST_CASE("branch criterion: predicate and outcome come back from the goal", "[core][criteria]")
{
    for (const bool outcome : {false, true})
    {
        const Goal goal = branch_goal(PredicateId(11), outcome, "goal");
        CHECK(is_branch(goal));
        CHECK(predicate_of(goal) == PredicateId(11));
        CHECK(outcome_of(goal) == outcome);
    }
    CHECK_FALSE(predicate_of(branch_goal({}, false, "none")).is_valid());
}

}  // namespace
