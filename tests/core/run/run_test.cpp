// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/exception.hpp>
#include <sbst/run/run.hpp>

#include <string>

using namespace sbst;

TEST_CASE("run: algorithms have names that are read back, and no other has one", "[core][run]")
{
    for (const Algorithm algorithm : all_algorithms)
    {
        CHECK(parse_algorithm(to_string(algorithm)) == algorithm);
    }
    CHECK(to_string(Algorithm::dynamosa) == "dynamosa");
    CHECK_FALSE(parse_algorithm("").has_value());
    CHECK_FALSE(parse_algorithm("DynaMOSA").has_value());
}

TEST_CASE("run: answers and phases have the names of reports", "[core][run]")
{
    CHECK(to_string(GoalStatus::covered) == "covered");
    CHECK(to_string(GoalStatus::infeasible) == "infeasible");
    CHECK(to_string(GoalStatus::open) == "open");
    CHECK(to_string(RunPhase::starting) == "starting");
    CHECK(to_string(RunPhase::minimising) == "minimising");
    CHECK(to_string(RunPhase::reporting) == "reporting");
}

TEST_CASE("count_sought: hidden goals and infeasible ones are not sought", "[core][run]")
{
    GoalGraph goals;
    CHECK(count_sought(goals) == 0);
    for (const bool outcome : {false, true})
    {
        goals.add(branch_goal(PredicateId(0), outcome, "a " + std::to_string(outcome)));
    }
    CHECK(count_sought(goals) == 2);
    Goal hidden = branch_goal(PredicateId(1), true, "hidden");
    hidden.is_shown = false;
    goals.add(hidden);
    CHECK(count_sought(goals) == 2);
    goals.mark_infeasible(GoalId(0), "constant");
    CHECK(count_sought(goals) == 1);
}

TEST_CASE("explain_open_goal: the reason for an open goal is in the adapter's words", "[core][run]")
{
    GoalGraph goals;
    const GoalId outer = goals.add(branch_goal(PredicateId(0), true, "outer true"));
    const GoalId inner = goals.add(branch_goal(PredicateId(1), false, "inner false"));
    goals.add_dependency(outer, inner);
    const GoalId thrown = goals.add(exception_goal(ExceptionId(0), "throws Full"));
    const Fitness reached{.approach_level = 0};
    const Fitness far{.approach_level = 1};

    CHECK(explain_open_goal(goals, inner, reached, {}, {}) ==
          "reached, but the condition never failed");
    CHECK(explain_open_goal(goals, outer, reached, {}, {}) ==
          "reached, but the condition never held");
    CHECK(explain_open_goal(goals, inner, far, outer, {}) == "not reached: blocked by outer true");
    const Fitness behind{.approach_level = 1, .distance = Distance::zero()};
    CHECK(explain_open_goal(goals, inner, behind, outer, {}) ==
          "not reached: outer true happened, but the call ended before it");
    CHECK(explain_open_goal(goals, inner, far, {}, {}) == "nothing that leads to it was reached");
    CHECK(explain_open_goal(goals, thrown, far, {}, {}) ==
          "thrown by tests that are not in the suite");

    OutcomeWords words{.is_true = "was so", .is_false = "was not so"};
    CHECK(explain_open_goal(goals, outer, reached, {}, words) ==
          "reached, but the condition never was so");
    words.never = [&goals](GoalId goal) { return "never " + goals[goal].label; };
    CHECK(explain_open_goal(goals, outer, reached, {}, words) == "reached, but never outer true");
}

TEST_CASE("answer_exhausted: open goals get the proof, a covered one refutes all", "[core][run]")
{
    GoalGraph goals;
    goals.add(branch_goal(PredicateId(0), true, "first"));
    goals.add(branch_goal(PredicateId(0), false, "second"));
    goals.add(branch_goal(PredicateId(1), true, "third"));
    RunResult result;
    result.answers.resize(3);
    answer_exhausted(goals, result);
    CHECK(result.answers[0].status == GoalStatus::open);
    result.refinement.emplace();
    result.refinement->exhausted = {GoalId(0)};
    answer_exhausted(goals, result);
    CHECK(result.answers[0].status == GoalStatus::infeasible);
    CHECK(result.answers[0].reason == exhausted_paths);
    CHECK(result.answers[1].status == GoalStatus::open);
    CHECK(result.failure.empty());
    CHECK(result.refinement->refuted.empty());
    result.answers[2].status = GoalStatus::covered;
    result.answers[2].test = 6;
    result.refinement->exhausted = {GoalId(1), GoalId(2)};
    answer_exhausted(goals, result);
    CHECK(result.answers[1].status == GoalStatus::open);
    CHECK(result.answers[2].status == GoalStatus::covered);
    CHECK(result.refinement->exhausted.empty());
    CHECK(result.refinement->refuted ==
          "goal 'third' was proved infeasible (exhausted paths), but a test covers it");
    CHECK(result.refinement->refuting_test == "test 7 of the suite");
    CHECK(result.failure.empty());
}

TEST_CASE("add_obstacles: open goals tell what kept refinement from them", "[core][run]")
{
    RunResult result;
    result.answers.resize(4);
    add_obstacles(result);
    result.answers[0].reason = "reached, but never true";
    result.answers[1].status = GoalStatus::covered;
    result.answers[3].reason = "far";
    result.refinement.emplace();
    result.refinement->obstacles = {{.goal = GoalId(0), .ways = {2, 14, 3, 1, 1}},
        {.goal = GoalId(1), .ways = {0, 1, 0, 0, 0}}, {.goal = GoalId(2), .ways = {0, 1, 0, 0, 0}}};
    add_obstacles(result);
    CHECK(result.answers[0].reason ==
          "reached, but never true; refinement met 21 ways to it: 2 decided by no literal, "
          "14 never true, 3 unknown, 1 turned in vain, 1 gone elsewhere");
    CHECK(result.answers[1].reason.empty());
    CHECK(result.answers[2].reason == "refinement met 1 way to it: 1 never true");
    CHECK(result.answers[3].reason == "far");
}

TEST_CASE("apply_rule: an adapter has the last word on open goals only", "[core][run]")
{
    std::vector<GoalAnswer> answers(3);
    answers[0].status = GoalStatus::covered;
    answers[1].reason = "reached";
    answers[2].reason = "far";
    apply_rule({}, answers);
    CHECK(answers[1].reason == "reached");
    apply_rule(
        [](GoalId goal, const GoalAnswer& answer) {
            return goal == GoalId(2) ? std::string() : "never called, " + answer.reason;
        },
        answers);
    CHECK(answers[0].reason.empty());
    CHECK(answers[1].reason == "never called, reached");
    CHECK(answers[2].reason == "far");
}
