// SPDX-License-Identifier: Apache-2.0
// Properties of the sequence operators over thousands of random tests of random catalogues.
#include "core/variation/random_catalogue.hpp"
#include "support/catch.hpp"

#include <sbst/variation/operators.hpp>

#include <algorithm>
#include <tuple>

namespace sbst
{

namespace
{

using test_support::RandomWorld;

constexpr std::uint64_t world_count = 60;
constexpr int tests_per_world = 20;

std::size_t shared_prefix(const TestCase& a, const TestCase& b)
{
    const auto differs =
        std::mismatch(a.calls.begin(), a.calls.end(), b.calls.begin(), b.calls.end());
    return static_cast<std::size_t>(differs.first - a.calls.begin());
}

/// Checks a Change against what really happened.
void check_exact(const Change& change, const TestCase& before, const TestCase& after)
{
    CHECK(change.is_empty() == (before == after));
    if (!change.is_empty())
    {
        CHECK(change.first_call == shared_prefix(before, after));
    }
}

/// Calls `body(world, operators, rng)` for each random world; failures name the seed.
template <class Body>
void in_each_world(const OperatorOptions& options, Body body)
{
    for (std::uint64_t seed = 1; seed <= world_count; ++seed)
    {
        INFO("world seed " << seed);
        RandomWorld world(seed);
        SequenceOperators operators(world.types, world.catalogue, world.pool, options);
        Rng rng(seed * 7919);
        body(world, operators, rng);
    }
}

std::string defect(const TestCase& test, const RandomWorld& world)
{
    const std::string found = find_defect(test, world.catalogue, world.types);
    return found.empty() ? found : found + "\n" + to_text(test, world.catalogue, world.types);
}

}  // namespace

TEST_CASE("random_test: tests are well formed and within the length limits", "[core][property]")
{
    in_each_world({}, [](const RandomWorld& world, SequenceOperators& operators, Rng& rng) {
        for (int i = 0; i < tests_per_world; ++i)
        {
            const TestCase test = operators.random_test(rng);
            REQUIRE(defect(test, world).empty());
            CHECK(test.length() >= operators.options().min_length);
            CHECK(test.length() <= operators.options().max_length);
        }
    });
}

TEST_CASE(
    "mutate: the test stays well formed, changes, and the change is exact", "[core][property]")
{
    OperatorOptions options;
    options.max_length = 12;
    options.min_length = 2;
    options.reference_prob = 0.3;
    in_each_world(options, [](const RandomWorld& world, SequenceOperators& operators, Rng& rng) {
        TestCase test = operators.random_test(rng);
        for (int i = 0; i < 4 * tests_per_world; ++i)
        {
            const TestCase before = test;
            const Change change = operators.mutate(test, rng);
            REQUIRE(defect(test, world).empty());
            CHECK(test.length() <= operators.options().max_length);
            CHECK(test.length() >= std::min(before.length(), operators.options().min_length));
            CHECK(test != before);
            check_exact(change, before, test);
        }
    });
}

TEST_CASE("crossover: children are well formed and both changes are exact", "[core][property]")
{
    OperatorOptions options;
    options.max_length = 15;
    options.reference_prob = 0.3;
    in_each_world(options, [](const RandomWorld& world, SequenceOperators& operators, Rng& rng) {
        for (int i = 0; i < tests_per_world; ++i)
        {
            TestCase a = operators.random_test(rng);
            TestCase b = operators.random_test(rng);
            const TestCase before_a = a;
            const TestCase before_b = b;
            const ChangePair changes = operators.crossover(a, b, rng);
            REQUIRE(defect(a, world).empty());
            REQUIRE(defect(b, world).empty());
            CHECK(a.length() <= operators.options().max_length);
            CHECK(b.length() <= operators.options().max_length);
            check_exact(changes.first, before_a, a);
            check_exact(changes.second, before_b, b);
        }
    });
}

TEST_CASE("erase: no reference dangles and the call is gone", "[core][property]")
{
    OperatorOptions options;
    options.reference_prob = 0.5;
    in_each_world(options, [](const RandomWorld& world, SequenceOperators& operators, Rng& rng) {
        for (int i = 0; i < tests_per_world; ++i)
        {
            TestCase test = operators.random_test(rng);
            while (test.length() > operators.options().min_length)
            {
                const TestCase before = test;
                const std::size_t at = rng.index(test.length());
                const Change change = operators.erase(test, at, rng);
                REQUIRE(defect(test, world).empty());
                CHECK(before.length() - test.length() == change.removed);
                if (change.is_empty())
                {
                    // The opening, or too much would have to go with it.
                    CHECK(test == before);
                    break;
                }
                CHECK(change.first_call == at);
            }
        }
    });
}

TEST_CASE("insertion: all or nothing, and what was there keeps its order", "[core][property]")
{
    OperatorOptions options;
    options.max_length = 10;
    options.max_recursion = 2;
    in_each_world(options, [](const RandomWorld& world, SequenceOperators& operators, Rng& rng) {
        for (int i = 0; i < tests_per_world; ++i)
        {
            TestCase test = operators.random_test(rng);
            const TestCase before = test;
            const CallableId callable{rng.index(world.catalogue.size())};
            if (world.catalogue.is_opening(callable))
            {
                continue;
            }
            const std::size_t first = world.catalogue.openings().empty() ? 0 : 1;
            const std::size_t at = first + rng.index(test.length() - first + 1);
            const Change change = operators.insert_call(test, callable, at, rng);
            REQUIRE(defect(test, world).empty());
            CHECK(test.length() == before.length() + change.inserted);
            CHECK(test.length() <= operators.options().max_length);
            if (change.is_empty())
            {
                CHECK(test == before);
                continue;
            }
            CHECK(change.first_call == at);
            CHECK(test.calls[at + change.inserted - 1].callable == callable);
            for (std::size_t s = at; s < before.length(); ++s)
            {
                CHECK(test.calls[s + change.inserted].callable == before.calls[s].callable);
            }
        }
    });
}

TEST_CASE("operators: the same seed gives the same tests and changes", "[core][property]")
{
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
    {
        const RandomWorld world(seed);
        const auto run = [&] {
            SequenceOperators operators(world.types, world.catalogue, world.pool);
            Rng rng(seed);
            TestCase a = operators.random_test(rng);
            TestCase b = operators.random_test(rng);
            for (int i = 0; i < 30; ++i)
            {
                operators.crossover(a, b, rng);
                operators.mutate(a, rng);
                operators.mutate(b, rng);
            }
            return std::tuple(a, b, rng.next());
        };
        CHECK(run() == run());
    }
}

TEST_CASE("mutate: no pure producer stays without a use", "[core][property]")
{
    in_each_world({}, [](const RandomWorld& world, SequenceOperators& operators, Rng& rng) {
        TestCase test = operators.random_test(rng);
        for (int i = 0; i < tests_per_world; ++i)
        {
            operators.mutate(test, rng);
            TestCase dropped = test;
            CHECK((test.length() <= operators.options().min_length ||
                   operators.drop_unused(dropped, rng).is_empty()));
            CHECK(defect(dropped, world).empty());
        }
    });
}

}  // namespace sbst
