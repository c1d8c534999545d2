// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/line.hpp>
#include <sbst/fitness/scorer.hpp>

#include <vector>

namespace
{

using namespace sbst;

Trace trace_of(std::vector<LineId> lines)
{
    Trace trace;
    trace.was_run = true;
    trace.lines = std::move(lines);
    return trace;
}

TEST_CASE("line criterion: an executed line is covered, another one is not", "[core][criteria]")
{
    GoalGraph graph;
    const GoalId first = graph.add(line_goal(LineId(7), "A:12"));
    const GoalId second = graph.add(line_goal(LineId(3), "A:14"));
    const Scorer scorer(graph);
    const Trace trace = trace_of({LineId(9), LineId(7)});
    std::vector<GoalId> covered;
    scorer.append_covered(trace, covered);
    CHECK(covered == std::vector<GoalId>{first});
    TraceIndex index;
    index.reset(trace, graph);
    CHECK(scorer.score(first, index).is_covered());
    CHECK(scorer.score(second, index) == Fitness{true, 1, Distance::zero()});
}

TEST_CASE("line criterion: the branch before a line says how near a test came", "[core][criteria]")
{
    GoalGraph graph;
    const GoalId branch = graph.add(branch_goal(PredicateId(0), true, "if (a) true"));
    const GoalId line = graph.add(line_goal(LineId(0), "A:2"));
    graph.add_dependency(branch, line);
    const Scorer scorer(graph);
    Trace trace = trace_of({});
    BranchHits hits;
    hits.hits_false = 1;
    hits.least_false = Distance::zero();
    hits.least_true = Distance(U256(5));
    trace.predicates = {{.predicate = PredicateId(0), .all = hits}};
    TraceIndex index;
    index.reset(trace, graph);
    CHECK(scorer.score(line, index) == Fitness{true, 1, Distance(U256(5))});
    CHECK(scorer.blocker(line, index) == branch);
}

TEST_CASE("line criterion: its goals are described as lines", "[core][criteria]")
{
    const Goal goal = line_goal(LineId(4), "A:5");
    CHECK(criterion_name(goal) == "line");
    CHECK(describe_goal(goal) == "line number 4");
}

}  // namespace
