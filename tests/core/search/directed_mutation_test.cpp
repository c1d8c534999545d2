// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/context_branch.hpp>
#include <sbst/error.hpp>
#include <sbst/search/directed_mutation.hpp>
#include <sbst/seeding/constant_pool.hpp>

#include <vector>

using namespace sbst;

namespace
{

// Two functions of one wide integer each; goal 0 is about the second.
struct Subject
{
    TypeUniverse types;
    Catalogue catalogue;
    ConstantPool pool;
    SequenceOperators operators{types, catalogue, pool};
    Archive<TestCase> archive;
    GoalGraph graph;
    std::vector<GoalId> goals{GoalId(0)};
    std::vector<Individual<TestCase>> population;
    TestCase shown_test;
    Trace trace;
    Change change;
    std::vector<Fitness> after;

    Subject()
    {
        graph.add(branch_goal(PredicateId(0), true, "wanted"));
        const TypeId word = types.add(integer_type(256, false, "uint256"));
        const TypeId none = types.add(Type{});
        for (const char* name : {"other", "wanted"})
        {
            catalogue.add(
                Callable{.name = name, .parameters = {{.name = "x", .type = word}}, .result = none},
                types);
        }
    }

    TestCase test(std::uint64_t x) const
    {
        TestCase result;
        result.calls.push_back({CallableId(0), {Value(U256{7})}});
        result.calls.push_back({CallableId(1), {Value(U256{x})}});
        return result;
    }

    void approach(const TestCase& test, std::uint64_t distance)
    {
        Archive<TestCase>::Candidate candidate(test, test.length());
        archive.approach(GoalId(0), Fitness{true, 0, Distance(U256{distance})}, candidate);
    }

    [[nodiscard]] SearchState<TestCase> state() const { return {archive, goals, population}; }

    // Valid until the next call.
    Evaluated<TestCase> evaluated(const TestCase& test, const Fitness& fitness)
    {
        shown_test = test;
        after = {fitness};
        return {shown_test, trace, change, goals, {}, after, {}, false};
    }

    DirectedMutation directed(const DirectedOptions& options)
    {
        return {operators, graph,
            [](GoalId, CallableId callable) { return callable == CallableId(1); }, options};
    }
};

U256 wanted_argument(const TestCase& test)
{
    return std::get<Value>(resolve(test, test.calls.at(1).arguments.at(0))).word();
}

// Only steps by the distance: no copies, insertions or cuts.
constexpr DirectedOptions steps_only{.tests_per_generation = 40,
    .drift_prob = 0.0,
    .cut_prob = 0.0,
    .insert_prob = 0.0,
    .earlier_prob = 0.0,
    .repeat_prob = 0.0,
    .copy_prob = 0.0,
    .boundary_prob = 0.0,
    .low_bits_prob = 0.0,
    .distance_step_prob = 1.0,
    .second_change_prob = 0.0};

}  // namespace

TEST_CASE("directed_mutation: proposes nothing while no test came near", "[core][directed]")
{
    Subject subject;
    Rng rng(1);
    CHECK(subject.directed({}).refine(subject.state(), rng).empty());
}

TEST_CASE("directed_mutation: a test without calls is not changed", "[core][directed]")
{
    Subject subject;
    subject.approach(TestCase{}, 5);
    Rng rng(1);
    for (const TestCase& test : subject.directed({}).refine(subject.state(), rng))
    {
        CHECK(test.length() == 0);
    }
}

TEST_CASE("directed_mutation: a step by the distance hits a directly compared argument",
    "[core][directed]")
{
    Subject subject;
    subject.approach(subject.test(1000), 123456789);
    Rng rng(1);
    bool is_hit = false;
    for (const TestCase& test : subject.directed(steps_only).refine(subject.state(), rng))
    {
        is_hit = is_hit || wanted_argument(test) == U256{1000 + 123456789};
        // The call that the goal is not about stays.
        CHECK(test.calls[0] == subject.test(0).calls[0]);
        CHECK(find_defect(test, subject.catalogue, subject.types).empty());
    }
    CHECK(is_hit);
}

TEST_CASE("directed_mutation: a step that helped is followed along the secant", "[core][directed]")
{
    // The distance is (x / 100) away from 50.
    Subject subject;
    const auto distance = [](const U256& x) {
        const U256 hundreds = x / U256{100};
        return low64(hundreds > U256{50} ? hundreds - U256{50} : U256{50} - hundreds);
    };
    subject.approach(subject.test(1000), distance(U256{1000}));
    // Steps of the operators, as the distance itself is too small a step here.
    DirectedOptions options = steps_only;
    options.distance_step_prob = 0.0;
    auto directed = subject.directed(options);
    Rng rng(3);
    std::uint64_t least = 40;
    for (int generation = 0; generation < 30 && least > 0; ++generation)
    {
        for (const TestCase& test : directed.refine(subject.state(), rng))
        {
            const std::uint64_t reached = distance(wanted_argument(test));
            least = std::min(least, reached);
            subject.approach(test, reached);
        }
    }
    CHECK(least == 0);
}

TEST_CASE(
    "directed_mutation: copies of the call with other arguments follow it", "[core][directed]")
{
    Subject subject;
    subject.approach(subject.test(1000), 17);
    DirectedOptions options = steps_only;
    options.repeat_prob = 1.0;
    options.clear_prob = 1.0;
    Rng rng(5);
    const auto proposed = subject.directed(options).refine(subject.state(), rng);
    REQUIRE(proposed.size() == options.tests_per_generation);
    for (const TestCase& test : proposed)
    {
        REQUIRE(test.length() == subject.operators.options().max_length);
        CHECK(test.calls[1] == subject.test(1000).calls[1]);
        for (std::size_t i = 2; i < test.length(); ++i)
        {
            REQUIRE(test.calls[i].callable == CallableId(1));
        }
        REQUIRE(find_defect(test, subject.catalogue, subject.types).empty());
    }
}

TEST_CASE("directed_mutation: starts at another test that came as near", "[core][directed]")
{
    Subject subject;
    subject.approach(subject.test(1000), 17);
    DirectedOptions options = steps_only;
    options.drift_prob = 1.0;
    auto directed = subject.directed(options);
    const Fitness fitness{true, 0, Distance(U256{17})};
    const TestCase tie = subject.test(2000);
    // The first sets the mark, then every eighth of the same fitness is remembered.
    for (int i = 0; i < 9; ++i)
    {
        directed.on_evaluated(subject.evaluated(i == 0 ? subject.test(1000) : tie, fitness));
    }
    Rng rng(6);
    for (const TestCase& test : directed.refine(subject.state(), rng))
    {
        const U256 x = wanted_argument(test);
        CHECK((x == U256{2017} || x == U256{1983}));
    }
}

TEST_CASE("directed_mutation: appends the goal's call to tests that pass a shared check elsewhere",
    "[core][directed]")
{
    Subject subject;
    const GoalId check = subject.graph.add(branch_goal(PredicateId(1), true, "check"));
    const auto context = [&](std::size_t number) {
        return subject.graph.add(
            context_branch_goal(subject.graph[check], ContextId(number), "in a call"));
    };
    const GoalId in_wanted = context(0);
    const GoalId in_other = context(1);
    subject.graph.add_dependency(in_wanted, GoalId(0));
    subject.approach(subject.test(1000), 17);
    DirectedOptions options = steps_only;
    options.elsewhere_prob = 1.0;
    options.copy_mix = {1.0, 0.0, 0.0, 0.0};
    TestCase passes;
    passes.calls.push_back({CallableId(0), {Value(U256{55})}});
    passes.calls.push_back({CallableId(0), {Value(U256{66})}});

    Rng rng(6);
    // Nothing passes it yet.
    for (const TestCase& test : subject.directed(options).refine(subject.state(), rng))
    {
        CHECK(test.length() == 2);
    }
    Archive<TestCase>::Candidate candidate(passes, passes.length());
    subject.archive.cover(in_other, candidate);
    const std::vector<TestCase> tests = subject.directed(options).refine(subject.state(), rng);
    REQUIRE(tests.size() == options.tests_per_generation);
    for (const TestCase& test : tests)
    {
        REQUIRE(test.length() == 3);
        CHECK(test.calls[0] == passes.calls[0]);
        CHECK(test.calls[1] == passes.calls[1]);
        CHECK(test.calls[2].callable == CallableId(1));
        const U256 word = std::get<Value>(resolve(test, test.calls[2].arguments[0])).word();
        CHECK((word == U256{55} || word == U256{66}));
        CHECK(find_defect(test, subject.catalogue, subject.types).empty());
    }
    // Once the check passes in the goal's own function, other functions matter no more.
    subject.archive.cover(in_wanted, candidate);
    for (const TestCase& test : subject.directed(options).refine(subject.state(), rng))
    {
        CHECK(test.length() == 2);
    }
}

TEST_CASE("directed_mutation: the same seed proposes the same tests", "[core][directed]")
{
    Subject first;
    Subject second;
    first.approach(first.test(5), 17);
    second.approach(second.test(5), 17);
    Rng a(9);
    Rng b(9);
    CHECK(first.directed({}).refine(first.state(), a) ==
          second.directed({}).refine(second.state(), b));
    CHECK(a == b);
}

TEST_CASE("directed_mutation: proposals are well formed", "[core][directed]")
{
    Subject subject;
    subject.approach(subject.test(5), 17);
    auto directed = subject.directed({});
    Rng rng(4);
    for (int generation = 0; generation < 50; ++generation)
    {
        for (const TestCase& test : directed.refine(subject.state(), rng))
        {
            REQUIRE(find_defect(test, subject.catalogue, subject.types).empty());
        }
    }
}

TEST_CASE("directed_mutation: refuses probabilities out of range by name", "[core][directed]")
{
    CHECK_THROWS_WITH(validate(DirectedOptions{.copy_prob = 1.5}), Catch::Contains("copy_prob"));
    CHECK_THROWS_AS(validate(DirectedOptions{.cut_prob = -1}), ConfigError);
    CHECK_THROWS_WITH(
        validate(DirectedOptions{.copy_mix = {0, 0, 0, 0}}), Catch::Contains("copy_mix"));
}
