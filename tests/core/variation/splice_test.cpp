// SPDX-License-Identifier: Apache-2.0
// Splicing calls of one test into another, and calls with given arguments.
#include "core/variation/random_catalogue.hpp"
#include "support/catch.hpp"

#include <sbst/variation/operators.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace sbst
{

namespace
{

using test_support::RandomWorld;

/// Bags that take items, which only constructors make; an opening stands first.
struct Bags
{
    Bags()
    {
        nothing = types.add(Type{});
        number = types.add(integer_type(32, true, "number"));
        bag = types.add(object_type("Bag"));
        open = catalogue.add_opening({CallableKind::function, "open", {}, nothing}, types);
        make = catalogue.add({CallableKind::constructor, "Bag", {{"size", number}}, bag}, types);
        put = catalogue.add(
            {CallableKind::method, "put", {{"this", bag}, {"n", number}}, nothing}, types);
        join = catalogue.add(
            {CallableKind::method, "join", {{"this", bag}, {"other", bag}}, number}, types);
    }

    TypeUniverse types;
    Catalogue catalogue;
    ConstantPool pool;
    TypeId nothing, number, bag;
    CallableId open, make, put, join;
};

/// No argument is drawn where one can be had.
OperatorOptions steady(std::size_t max_length = 10)
{
    OperatorOptions options;
    options.max_length = max_length;
    options.object_reuse_prob = 1.0;
    options.reference_prob = 0.0;
    options.null_prob = 0.0;
    return options;
}

}  // namespace

TEST_CASE("splice: references between copied calls stay, others find what is there",
    "[core][operators][unit]")
{
    const Bags bags;
    SequenceOperators operators(bags.types, bags.catalogue, bags.pool, steady());
    Rng rng(1);
    const TestCase donor{{{bags.open, {}}, {bags.make, {Value(7)}}, {bags.make, {Value(8)}},
        {bags.join, {ResultRef{1}, ResultRef{2}}}, {bags.put, {ResultRef{2}, ResultRef{3}}}}};
    const TestCase before{
        {{bags.open, {}}, {bags.make, {Value(1)}}, {bags.put, {ResultRef{1}, Value(2)}}}};

    TestCase test = before;
    const std::optional<Change> change = operators.splice(test, 2, {donor, 2, 5}, rng);
    REQUIRE(change);
    CHECK(change->first_call == 2);
    CHECK(change->inserted == 3);
    // The second bag is copied; the first was left behind, and the test has one already.
    CHECK(test ==
          TestCase{{{bags.open, {}}, {bags.make, {Value(1)}}, {bags.make, {Value(8)}},
              {bags.join, {test.calls[3].arguments[0], ResultRef{2}}},
              {bags.put, {ResultRef{2}, ResultRef{3}}}, {bags.put, {ResultRef{1}, Value(2)}}}});
    CHECK(find_defect(test, bags.catalogue, bags.types).empty());
}

TEST_CASE("splice: openings are not copied, and objects that are missing are made",
    "[core][operators][unit]")
{
    const Bags bags;
    SequenceOperators operators(bags.types, bags.catalogue, bags.pool, steady());
    Rng rng(2);
    const TestCase donor{
        {{bags.open, {}}, {bags.make, {Value(7)}}, {bags.put, {ResultRef{1}, Value(3)}}}};
    TestCase whole{{{bags.open, {}}}};
    REQUIRE(operators.splice(whole, 1, {donor, 0, donor.length()}, rng));
    CHECK(whole == donor);

    TestCase last{{{bags.open, {}}}};
    REQUIRE(operators.splice(last, 1, {donor, 2, 3}, rng));
    REQUIRE(last.length() == 3);
    CHECK(last.calls[1].callable == bags.make);
    CHECK(last.calls[2] == Call{bags.put, {ResultRef{1}, Value(3)}});
}

TEST_CASE("splice: a test that would become too long stays as it was", "[core][operators][unit]")
{
    const Bags bags;
    SequenceOperators operators(bags.types, bags.catalogue, bags.pool, steady(4));
    Rng rng(3);
    const TestCase donor{{{bags.open, {}}, {bags.make, {Value(7)}}, {bags.make, {Value(8)}}}};
    TestCase test{{{bags.open, {}}, {bags.make, {Value(1)}}, {bags.make, {Value(2)}}}};
    const TestCase before = test;
    CHECK_FALSE(operators.splice(test, 1, {donor, 1, 3}, rng));
    CHECK(test == before);
    CHECK(operators.splice(test, 1, {donor, 1, 2}, rng));
    CHECK(test.length() == 4);
}

TEST_CASE("splice: a test may take calls of its own", "[core][operators][unit]")
{
    const Bags bags;
    SequenceOperators operators(bags.types, bags.catalogue, bags.pool, steady());
    Rng rng(4);
    TestCase test{{{bags.open, {}}, {bags.make, {Value(7)}}, {bags.put, {ResultRef{1}, Value(3)}}}};
    REQUIRE(operators.splice(test, 1, {test, 1, 3}, rng));
    CHECK(test ==
          TestCase{{{bags.open, {}}, {bags.make, {Value(7)}}, {bags.put, {ResultRef{1}, Value(3)}},
              {bags.make, {Value(7)}}, {bags.put, {ResultRef{3}, Value(3)}}}});
}

TEST_CASE("splice: tests stay well formed, and changes say how many calls came",
    "[core][operators][property]")
{
    for (std::uint64_t seed = 1; seed <= 60; ++seed)
    {
        INFO("world seed " << seed);
        const RandomWorld world(seed);
        SequenceOperators operators(world.types, world.catalogue, world.pool);
        Rng rng(seed);
        for (int i = 0; i < 20; ++i)
        {
            TestCase test = operators.random_test(rng);
            const TestCase donor = operators.random_test(rng);
            const TestCase before = test;
            const std::size_t first = world.catalogue.openings().empty() ? 0 : 1;
            const std::size_t position = first + rng.index(test.length() - first + 1);
            const std::size_t from = rng.index(donor.length());
            const auto change =
                operators.splice(test, position, {donor, from, donor.length()}, rng);
            REQUIRE(find_defect(test, world.catalogue, world.types).empty());
            CHECK(test.length() <= operators.options().max_length);
            CHECK((change ? change->inserted : 0) == test.length() - before.length());
            CHECK((change || test == before));
        }
    }
}

TEST_CASE("insert_call: given arguments stand in the call, the others are made",
    "[core][operators][unit]")
{
    const Bags bags;
    SequenceOperators operators(bags.types, bags.catalogue, bags.pool, steady());
    Rng rng(5);
    TestCase test{{{bags.open, {}}, {bags.make, {Value(1)}}, {bags.make, {Value(2)}},
        {bags.join, {ResultRef{1}, ResultRef{2}}}}};
    const std::array<GivenArgument, 2> given{{{1, ResultRef{3}}, {0, ResultRef{2}}}};
    CHECK(operators.insert_call(test, bags.put, 4, given, rng).inserted == 1);
    CHECK(test.calls.back() == Call{bags.put, {ResultRef{2}, ResultRef{3}}});

    const std::array<GivenArgument, 1> number{{{1, Value(42)}}};
    TestCase empty{{{bags.open, {}}}};
    CHECK(operators.insert_call(empty, bags.put, 1, number, rng).inserted == 2);
    CHECK(empty.calls.back() == Call{bags.put, {ResultRef{1}, Value(42)}});
    CHECK(find_defect(empty, bags.catalogue, bags.types).empty());
}

}  // namespace sbst
