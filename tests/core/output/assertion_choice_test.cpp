// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/output/assertion_choice.hpp>

#include <cstddef>
#include <string>
#include <vector>

using namespace sbst;

namespace
{

ExecutedValue number(std::string text)
{
    return {.type = "number",
        .text = text,
        .form = ValueForm::integer,
        .content = text,
        .can_be_stated = true};
}

ExecutedCall make()
{
    return {.kind = CallableKind::constructor,
        .name = "Stack",
        .outcome = OutcomeKind::returned,
        .results = {{.type = "Stack", .form = ValueForm::object}}};
}

/// A call on the first object.
ExecutedCall call(std::vector<ExecutedValue> results)
{
    return {.kind = CallableKind::method,
        .name = "pop",
        .outcome = OutcomeKind::returned,
        .arguments = {{.result_of = 0}},
        .results = std::move(results)};
}

Observation size_of(std::size_t object, std::string size)
{
    return {.call = object, .member = "size", .member_id = 1, .value = number(std::move(size))};
}

using Kind = SuiteAssertion::Kind;

}  // namespace

TEST_CASE("choice: results of the last calls come first, up to the limit", "[core][output]")
{
    ExecutedTest test{.calls = {make()}};
    for (int i = 0; i < 8; ++i)
    {
        test.calls.push_back(call({number(std::to_string(i))}));
    }
    AssertionChooser chooser(AssertionLimits{.results = 3});
    const ChosenAssertions chosen = chooser.choose(test, test, test.calls.size(), {});
    REQUIRE(chosen.results.size() == 9);
    for (std::size_t i = 0; i < 9; ++i)
    {
        CHECK(chosen.results[i].has_value() == (i >= 6));
    }
    CHECK(chosen.results[8]->kind == Kind::equals);
    CHECK(chosen.unstable == 0);
}

TEST_CASE("choice: what differs between two runs is counted and not asserted", "[core][output]")
{
    const ExecutedTest first{
        .calls = {make(), call({number("1")})}, .observations = {size_of(0, "1")}};
    ExecutedTest second = first;
    second.calls[1].results = {number("2")};
    second.observations = {size_of(0, "2")};
    const ChosenAssertions chosen = AssertionChooser{}.choose(first, second, 2, {});
    CHECK_FALSE(chosen.results[1]);
    CHECK(chosen.at_end.empty());
    CHECK(chosen.unstable == 2);
}

TEST_CASE("choice: an object that was returned before is the same", "[core][output]")
{
    ExecutedTest test{.calls = {make(), call({{.type = "Stack", .form = ValueForm::object}})}};
    test.calls[1].same_as = 0;
    const ChosenAssertions chosen = AssertionChooser{}.choose(test, test, 2, {});
    REQUIRE(chosen.results[1]);
    CHECK(chosen.results[1]->kind == Kind::same);
    // Not where it was another one in the other run.
    ExecutedTest other = test;
    other.calls[1].same_as.reset();
    CHECK_FALSE(AssertionChooser{}.choose(test, other, 2, {}).results[1]);
}

TEST_CASE("choice: unusual answers before usual ones, which tests share", "[core][output]")
{
    const ExecutedTest usual{.calls = {make()}, .observations = {size_of(0, "0")}};
    ExecutedTest unusual = usual;
    unusual.observations = {
        {.call = 0, .member = "isEmpty", .member_id = 2, .value = number("1")}, size_of(0, "5")};
    AssertionChooser chooser;
    chooser.add(usual);
    chooser.add(usual);
    chooser.add(unusual);
    const ChosenAssertions chosen = chooser.choose(unusual, unusual, 1, {});
    REQUIRE(chosen.at_end.size() == 2);
    CHECK(chosen.at_end[0].call == 0);
    // One usual answer is asserted of an object of which nothing else is.
    CHECK(chooser.choose(usual, usual, 1, {}).at_end.size() == 1);
}

TEST_CASE("choice: usual is an answer whether or not it can be stated", "[core][output]")
{
    const ExecutedTest test{.calls = {make()}, .observations = {size_of(0, "0")}};
    ExecutedTest unstated = test;
    unstated.observations[0].value.can_be_stated = false;
    UsualValues usual;
    usual.add(unstated);
    usual.add(unstated);
    CHECK(usual.is_usual(test, test.observations[0]));
    CHECK(usual.times_asserted(test, test.observations[0]) == 0);
    usual.note_asserted(test, test.observations[0]);
    CHECK(usual.times_asserted(unstated, unstated.observations[0]) == 1);
}

TEST_CASE("choice: a test that fails asserts what the call that failed was given", "[core][output]")
{
    ExecutedTest test{.calls = {make(), make(), call({})},
        .observations = {size_of(0, "1"), size_of(1, "2"), size_of(1, "3")}};
    test.calls[2].outcome = OutcomeKind::threw;
    test.calls[2].arguments.clear();
    CHECK(AssertionChooser{}.choose(test, test, 3, {}).at_end.empty());
    test.calls[2].arguments.push_back({.result_of = 1});
    const ChosenAssertions chosen = AssertionChooser{}.choose(test, test, 3, {});
    REQUIRE(chosen.at_end.size() == 1);
    CHECK(chosen.at_end[0].call == 1);
    // What differs between the runs is not asserted.
    ExecutedTest other = test;
    other.observations[1].value.text = "4";
    other.observations[2].value.text = "5";
    CHECK(AssertionChooser{}.choose(test, other, 3, {}).at_end.empty());
}

TEST_CASE("choice: the language says what tells the same, and what is there", "[core][output]")
{
    const ExecutedTest test{
        .calls = {make(), call({number("1")}), call({{.form = ValueForm::object}})},
        .observations = {size_of(0, "1")}};
    AssertionHooks hooks;
    hooks.can_state_presence = [](std::size_t) { return true; };
    ChosenAssertions chosen = AssertionChooser{}.choose(test, test, 3, hooks);
    CHECK(chosen.at_end.size() == 1);
    REQUIRE(chosen.results[2]);
    CHECK(chosen.results[2]->kind == Kind::present);
    hooks.result_tells = [](std::size_t call, std::size_t asked) {
        return call == 1 && asked == 0;
    };
    chosen = AssertionChooser{}.choose(test, test, 3, hooks);
    CHECK(chosen.at_end.empty());
    // Without hooks the last call has no assertion.
    CHECK_FALSE(AssertionChooser{}.choose(test, test, 3, {}).results[2]);
}

TEST_CASE(
    "choose_assertions: one choice per test, of the calls that were reached", "[core][output]")
{
    ExecutedTest test{.calls = {make(), call({number("1")}), call({number("2")})}};
    test.calls[2].outcome = OutcomeKind::not_reached;
    const auto chosen = choose_assertions({test, test});
    REQUIRE(chosen.size() == 2);
    CHECK(chosen[0].results.size() == 2);
    CHECK(chosen[1].results[1].has_value());
}

TEST_CASE("choice: what calls changed comes first, and after the last of them", "[core][output]")
{
    ExecutedTest test{.calls = {make(), call({})},
        .observations = {size_of(0, "1"), {.call = 1,
                                              .argument = 0,
                                              .is_effect = true,
                                              .member = "content",
                                              .member_id = 9,
                                              .value = number("7")}}};
    AssertionHooks hooks;
    hooks.can_state_presence = [](std::size_t) { return true; };
    const ChosenAssertions chosen = AssertionChooser{}.choose(test, test, 2, hooks);
    REQUIRE(chosen.at_end.size() == 2);
    CHECK(chosen.at_end[0].observation == std::size_t{1});
    CHECK(chosen.at_end[1].observation == std::size_t{0});
    ExecutedTest second = test;
    second.observations[1].argument = 1;
    const ChosenAssertions unstable = AssertionChooser{}.choose(test, second, 2, hooks);
    CHECK(unstable.at_end.size() == 1);
    CHECK(unstable.unstable == 1);
}

TEST_CASE("choice: what no call changed is asserted where nothing else is, and then presence",
    "[core][output]")
{
    ExecutedTest test{.calls = {make(), call({})},
        .observations = {{.call = 0,
            .is_untouched = true,
            .member = "content",
            .member_id = 9,
            .value = number("7")}}};
    AssertionHooks hooks;
    hooks.can_state_presence = [](std::size_t asked) { return asked == 0; };
    ChosenAssertions chosen = AssertionChooser{}.choose(test, test, 2, hooks);
    REQUIRE(chosen.at_end.size() == 1);
    CHECK(chosen.at_end[0].kind == Kind::equals);
    test.observations[0].value.can_be_stated = false;
    chosen = AssertionChooser{}.choose(test, test, 2, hooks);
    // After the last call, not where the object was made.
    CHECK_FALSE(chosen.results[0]);
    REQUIRE(chosen.at_end.size() == 1);
    CHECK(chosen.at_end[0].kind == Kind::present);
    CHECK(chosen.at_end[0].call == 0);
    test.calls[1].results = {number("3")};
    test.observations[0].value.can_be_stated = true;
    CHECK(AssertionChooser{}.choose(test, test, 2, hooks).at_end.empty());
}
