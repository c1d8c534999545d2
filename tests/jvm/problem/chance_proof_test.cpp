// SPDX-License-Identifier: Apache-2.0
// What tests assert, and cover, where numbers by chance or the date decide.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <string>
#include <string_view>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

/// One suite for all cases of this file.
struct Proved
{
    JavaProblem problem;
    RunResult result;
    ProvenSuite proven;

    explicit Proved(const std::string& name) : problem(options_of(name))
    {
        RunSpec spec;
        spec.seed = 1;
        spec.budget = {.max_executions = 20'000};
        result = search_suite(problem, spec);
        proven = prove_suite(problem, result, {.tools = referee_tools()});
    }
};

/// Assertions about results of a method, called by the test or at its end, in the class without
/// suspicious tests.
std::size_t count_asserted(const ProvenSuite& proven, std::string_view method)
{
    std::size_t count = 0;
    for (const JavaTest& test : proven.main.suite.tests)
    {
        for (const JavaStep& step : test.steps)
        {
            const auto* const assertion = std::get_if<JavaAssertion>(&step);
            if (assertion == nullptr || assertion->kind == JavaAssertionKind::not_null)
            {
                continue;
            }
            const auto* const call = std::get_if<JavaCall>(&test.steps.at(assertion->step));
            const std::string& asked = assertion->inspector ? assertion->inspector->name :
                                       call != nullptr      ? call->callable.name :
                                                              test.name;
            count += asked == method;
        }
    }
    return count;
}

}  // namespace

TEST_CASE("nothing is asserted of what a number by chance may change", "[jvm][chance]")
{
    const Proved dice("proof.Dice");
    const std::string& written = dice.proven.main.source.text;
    INFO(written);
    check_all_passed(dice.proven.referee);
    for (const std::string_view method :
        {"isSevenOfOwn", "isSevenOfShared", "isSevenOfThread", "isSevenOfSplit", "isSevenOfMath"})
    {
        INFO(method);
        CHECK(has(written, std::string(method) + "()"));
        CHECK(count_asserted(dice.proven, method) == 0);
    }
    CHECK(count_asserted(dice.proven, "limit") > 0);
    // Chance needs many calls to come to an outcome; the suite that does not count it needs none.
    for (const JavaTest& test : dice.proven.main.suite.tests)
    {
        CHECK(test.steps.size() < 12);
    }
    CHECK(count_asserted(dice.proven, "drawn") > 0);
}

TEST_CASE("nothing is asserted of what a getter draws, and of two generators that agree by chance",
    "[jvm][chance]")
{
    const Proved coin("proof.Coin");
    const std::string& written = coin.proven.main.source.text;
    INFO(written);
    check_all_passed(coin.proven.referee);
    for (const std::string_view method : {"isLucky", "isDoublet", "isSunday"})
    {
        INFO(method);
        CHECK(count_asserted(coin.proven, method) == 0);
    }
    CHECK(count_asserted(coin.proven, "getSides") > 0);
}

TEST_CASE("a goal that a number by chance decides is not covered", "[jvm][chance]")
{
    const Proved dice("proof.Dice");
    std::size_t seven = 0;
    std::size_t unsure = 0;
    for (std::size_t i = 0; i < dice.problem.goals().size(); ++i)
    {
        const std::string& label = dice.problem.goals()[GoalId(i)].label;
        INFO(label);
        const GoalAnswer& answer = dice.result.answers[i];
        // A test with three draws covers the other outcome in all but one of 8,000 runs.
        const bool is_seven = has(label, "isSeven") && label.ends_with(" true");
        if (!is_seven)
        {
            continue;
        }
        ++seven;
        unsure += has(answer.reason, "random numbers");
        CHECK(answer.status == GoalStatus::open);
        CHECK_FALSE(answer.test);
    }
    CHECK(seven == 5);
    CHECK(unsure > 0);
}

TEST_CASE("a goal that only the date of the workers covers is not covered", "[jvm][chance]")
{
    const Proved era("proof.Era");
    INFO(era.proven.main.source.text);
    check_all_passed(era.proven.referee);
    for (std::size_t i = 0; i < era.problem.goals().size(); ++i)
    {
        const Goal& goal = era.problem.goals()[GoalId(i)];
        INFO(goal.label);
        const GoalAnswer& answer = era.result.answers[i];
        const bool is_of_date = has(goal.label, "isLater") && has(goal.label, ":");
        if (is_of_date)
        {
            CHECK(answer.status == GoalStatus::open);
        }
        else
        {
            CHECK(answer.status == GoalStatus::covered);
        }
    }
}
