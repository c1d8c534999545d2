// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/search/input_to_state.hpp>

#include <string>
#include <variant>
#include <vector>

using namespace sbst;

namespace
{

constexpr Fitness near_miss{true, 0, Distance(U256{5})};

// One function of a wide integer, four bytes and a list of integers; goal 0 is about predicate 0.
struct Subject
{
    TypeUniverse types;
    Catalogue catalogue;
    GoalGraph goals;
    std::vector<GoalId> active{GoalId(0)};
    std::vector<Fitness> after{near_miss};
    Change change;

    Subject()
    {
        const TypeId word = types.add(integer_type(256, false, "uint256"));
        const TypeId bytes = types.add(bytes_type(4));
        const TypeId list = types.add(array_type(word, "uint256[]"));
        const TypeId none = types.add(Type{});
        catalogue.add(Callable{.name = "f",
                          .parameters = {{.name = "x", .type = word},
                              {.name = "tag", .type = bytes}, {.name = "xs", .type = list}},
                          .result = none},
            types);
        goals.add(branch_goal(PredicateId(0), true, "f true"));
    }

    static TestCase test(std::uint64_t x, const std::string& tag = "abcd", std::uint64_t item = 3)
    {
        TestCase result;
        result.calls.push_back(
            {CallableId(0), {Value(U256{x}), Value(tag), Value(Value::List{Value(U256{item})})}});
        return result;
    }

    InputToState observed(const TestCase& test, const std::vector<ComparedValues>& compared)
    {
        Trace trace;
        for (const ComparedValues& pair : compared)
        {
            trace.values.push(pair);
        }
        InputToState result(types, catalogue, goals);
        result.observe({test, trace, change, active, {}, after, {}, true});
        return result;
    }
};

ComparedValues pair(std::uint32_t call, U256 left, U256 right, std::size_t predicate = 0)
{
    return {.call = call,
        .predicate = PredicateId(predicate),
        .left = Value(left),
        .right = Value(right)};
}

// The outcomes of many draws, by the first argument.
bool reaches(
    const InputToState& matcher, const TestCase& test, const Argument& wanted, std::size_t argument)
{
    Rng rng(1);
    for (int i = 0; i < 200; ++i)
    {
        const auto changed = matcher.substitute(GoalId(0), near_miss, test, rng);
        if (changed && changed->calls[0].arguments[argument] == wanted)
        {
            return true;
        }
    }
    return false;
}

}  // namespace

TEST_CASE(
    "input_to_state: an argument becomes the value that it was compared with", "[core][directed]")
{
    Subject subject;
    const U256 hash = U256::parse("0x1234567890abcdef1234567890abcdef1234567890abcdef").value();
    const TestCase test = Subject::test(123456);
    const auto matcher = subject.observed(test, {pair(0, hash, U256{123456})});
    CHECK(reaches(matcher, test, Value(hash), 0));
    // The comparison may be strict.
    CHECK(reaches(matcher, test, Value(hash + U256{1}), 0));
    CHECK(reaches(matcher, test, Value(hash - U256{1}), 0));
}

TEST_CASE(
    "input_to_state: fixed bytes match a word from either end, lists by item", "[core][directed]")
{
    Subject subject;
    const U256 right_aligned{0x61626364};
    const U256 left_aligned = right_aligned << 224U;
    const TestCase test = Subject::test(0, "abcd", 654321);
    CHECK(reaches(subject.observed(test, {pair(0, right_aligned, U256{0x31323334})}), test,
        Value(std::string("1234")), 1));
    CHECK(reaches(subject.observed(test, {pair(0, left_aligned, U256{0x31323334} << 224U)}), test,
        Value(std::string("1234")), 1));
    CHECK(reaches(subject.observed(test, {pair(0, U256{654321}, U256{99999})}), test,
        Value(Value::List{Value(U256{99999})}), 2));
}

TEST_CASE("input_to_state: nothing is replaced where nothing matches", "[core][directed]")
{
    Subject subject;
    const TestCase test = Subject::test(123456);
    Rng rng(2);
    const auto is_nothing = [&](const InputToState& matcher) {
        return !matcher.substitute(GoalId(0), near_miss, test, rng).has_value();
    };
    CHECK(is_nothing(subject.observed(test, {pair(0, U256{777777}, U256{888888})})));
    // Operands of another predicate, and equal ones.
    CHECK(is_nothing(subject.observed(test, {pair(0, U256{123456}, U256{888888}, 1)})));
    CHECK(is_nothing(subject.observed(test, {pair(0, U256{123456}, U256{123456})})));
    // The remembered operands belong to a test with another fitness.
    const auto matcher = subject.observed(test, {pair(0, U256{123456}, U256{888888})});
    const Fitness other{true, 0, Distance(U256{4})};
    CHECK_FALSE(matcher.substitute(GoalId(0), other, test, rng).has_value());
    CHECK_FALSE(matcher.deciding_call(GoalId(0), other).has_value());
}

TEST_CASE(
    "input_to_state: the deciding call has the operands nearest to each other", "[core][directed]")
{
    Subject subject;
    const auto matcher = subject.observed(Subject::test(1),
        {pair(0, U256{10}, U256{90}), pair(3, U256{10}, U256{12}), pair(5, U256{10}, U256{14})});
    CHECK(matcher.deciding_call(GoalId(0), near_miss) == 3U);
}
