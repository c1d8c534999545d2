// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/guided/sequence_pool.hpp>
#include <sbst/guided/weighted_list.hpp>

#include <cmath>
#include <map>
#include <vector>

using namespace sbst;

namespace
{

struct Shelf
{
    TypeUniverse types;
    Catalogue catalogue;
    TypeId number = types.add(integer_type(64, true, "long"));
    TypeId thing = types.add(object_type("Thing"));
    TypeId cup = types.add(object_type("Cup", {thing}));
    CallableId make =
        catalogue.add({CallableKind::constructor, "make", {{"n", number}}, cup}, types);

    [[nodiscard]] PooledSequence sequence(
        int number_of_it, double cost = 1.0, std::size_t calls = 1) const
    {
        PooledSequence made{.type = cup, .cost = cost};
        made.calls.calls.assign(calls, {make, {Value(number_of_it)}});
        return made;
    }
};

}  // namespace

TEST_CASE("sequence_weight: as computed by hand", "[core][guided][unit]")
{
    CHECK(sequence_weight(100.0, 4, 3) == Approx(1.0 / 600.0));
    CHECK(sequence_weight(0.0, 0, 1) == Approx(1.0));
    CHECK(sequence_weight(1.0, 1, 1) == Approx(1.0));
}

TEST_CASE("SequencePool: an object serves as each of its types", "[core][guided][unit]")
{
    Shelf shelf;
    SequencePool pool(shelf.types, 10, true);
    Rng rng(1);
    CHECK_FALSE(pool.has(shelf.thing));
    CHECK(pool.draw(shelf.thing, rng) == nullptr);
    CHECK(pool.add(shelf.sequence(1), 0));
    CHECK(pool.has(shelf.thing));
    CHECK(pool.has(shelf.cup));
    CHECK(pool.draw_state(rng) == nullptr);
    REQUIRE(pool.draw(shelf.thing, rng) != nullptr);
    CHECK(pool.draw(shelf.cup, rng)->times == 2);
    // Types that come later are known, and so are supertypes that a type gets later.
    const TypeId late = shelf.types.add(object_type("Late"));
    CHECK_FALSE(pool.has(late));
    shelf.types.add_supertype(shelf.cup, late);
    CHECK(pool.has(late));
    CHECK(pool.draw(late, rng)->times == 3);
}

TEST_CASE("SequencePool: duplicates by form and by state are dropped", "[core][guided][unit]")
{
    Shelf shelf;
    SequencePool pool(shelf.types, 10, false);
    CHECK(pool.add(shelf.sequence(1), 77));
    CHECK_FALSE(pool.add(shelf.sequence(1), 78));
    CHECK_FALSE(pool.add(shelf.sequence(2), 77));
    CHECK(pool.add(shelf.sequence(2), 79));
    CHECK(pool.add(shelf.sequence(3), 0));
    CHECK(pool.add(shelf.sequence(4), 0));
    CHECK_FALSE(pool.is_new_state(shelf.cup, 77));
    CHECK(pool.is_new_state(shelf.thing, 77));
    CHECK(pool.is_new_state(shelf.cup, 0));
    // The same calls for the state that they lead to are another sequence.
    PooledSequence state = shelf.sequence(1);
    state.type = {};
    const bool is_added = pool.add(std::move(state), 77);
    CHECK(is_added);
    CHECK(pool.size() == 5);
    Rng rng(1);
    CHECK(pool.draw_state(rng) != nullptr);
}

TEST_CASE("SequencePool: the oldest makes room", "[core][guided][unit]")
{
    Shelf shelf;
    SequencePool pool(shelf.types, 3, true);
    for (int i = 0; i < 7; ++i)
    {
        CHECK(pool.add(shelf.sequence(i), 0));
        CHECK(pool.size() == std::min<std::size_t>(static_cast<std::size_t>(i) + 1, 3));
    }
    std::vector<Argument> kept;
    for (const PooledSequence& sequence : pool.sequences())
    {
        kept.push_back(sequence.calls.calls[0].arguments[0]);
    }
    CHECK(kept == std::vector<Argument>{Value(6), Value(4), Value(5)});
}

TEST_CASE("SequencePool: a cheap sequence and one of 1,000 steps are drawn by the formula",
    "[core][guided][property]")
{
    // Each is reweighed at each draw, so that both have been drawn k1 and k2 times when
    // k1 * cost1 = k2 * cost2, up to one draw.
    Shelf shelf;
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
    {
        SequencePool pool(shelf.types, 10, true);
        pool.add(shelf.sequence(1, 10.0), 0);
        pool.add(shelf.sequence(2, 1000.0), 0);
        Rng rng(seed);
        // The shares of the formula, draw by draw.
        double expected = 0.0;
        double k1 = 1.0;
        double k2 = 1.0;
        constexpr int draws = 20'000;
        for (int i = 0; i < draws; ++i)
        {
            const double w1 = 1.0 / (k1 * 10.0);
            const double w2 = 1.0 / (k2 * 1000.0);
            expected += w1 / (w1 + w2);
            const bool is_cheap = pool.draw(shelf.cup, rng)->cost == 10.0;
            (is_cheap ? k1 : k2) += 1.0;
        }
        INFO("seed " << seed);
        const double cheap = k1 - 1.0;
        CHECK(std::abs(cheap - expected) < 0.02 * expected);
        CHECK(std::abs((draws - cheap) - (draws - expected)) < 0.1 * (draws - expected));
    }
}

TEST_CASE("SequencePool: without weights all are drawn evenly", "[core][guided][property]")
{
    Shelf shelf;
    SequencePool pool(shelf.types, 10, false);
    pool.add(shelf.sequence(1, 10.0), 0);
    pool.add(shelf.sequence(2, 1000.0), 0);
    Rng rng(1);
    for (int i = 0; i < 4000; ++i)
    {
        REQUIRE(pool.draw(shelf.cup, rng) != nullptr);
    }
    CHECK(pool.sequences()[0].times > 1850);
    CHECK(pool.sequences()[1].times > 1850);
}

TEST_CASE(
    "WeightedList: draws in proportion, whatever was changed before", "[core][guided][property]")
{
    WeightedList list;
    std::vector<double> weights;
    Rng rng(3);
    for (int i = 0; i < 100; ++i)
    {
        weights.push_back(0.0);
        CHECK(list.add(0.0) == static_cast<std::size_t>(i));
    }
    CHECK(list.draw(rng) < 100);
    // More changes than the sums take before they are made anew.
    for (int i = 0; i < 10'000; ++i)
    {
        const std::size_t place = rng.index(weights.size());
        weights[place] = i < 9'000 ? rng.real() : static_cast<double>(place % 4 == 0);
        list.set(place, weights[place]);
    }
    for (std::size_t place = 0; place < weights.size(); ++place)
    {
        weights[place] = static_cast<double>(place % 4);
        list.set(place, weights[place]);
    }
    std::vector<int> drawn(weights.size(), 0);
    constexpr int draws = 150'000;
    for (int i = 0; i < draws; ++i)
    {
        ++drawn[list.draw(rng)];
    }
    for (std::size_t place = 0; place < weights.size(); ++place)
    {
        const double expected = draws * weights[place] / 150.0;
        INFO(place);
        CHECK(std::abs(drawn[place] - expected) <= 5.0 * std::sqrt(expected));
    }
}
