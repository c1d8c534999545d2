// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/test/catalogue.hpp>
#include <sbst/test/test_case.hpp>
#include <sbst/variation/call_index.hpp>

#include <functional>
#include <string>
#include <vector>

namespace sbst
{

namespace
{

/// A tank: made with a size, filled, joined with another; and a free function.
struct Tanks
{
    explicit Tanks(bool with_opening = false)
    {
        nothing = types.add(Type{});
        amount = types.add(integer_type(16, false, "amount"));
        tank = types.add(object_type("Tank"));
        big_tank = types.add(object_type("BigTank", {tank}));
        make =
            catalogue.add({CallableKind::constructor, "make", {{"size", amount}}, big_tank}, types);
        fill = catalogue.add(
            {CallableKind::method, "fill", {{"this", tank}, {"n", amount}}, amount}, types);
        join = catalogue.add(
            {CallableKind::method, "join", {{"this", tank}, {"other", tank}}, nothing}, types);
        if (with_opening)
        {
            open = catalogue.add_opening(
                {CallableKind::function, "open", {{"n", amount}}, nothing}, types);
        }
    }

    [[nodiscard]] std::string defect(const TestCase& test) const
    {
        return find_defect(test, catalogue, types);
    }

    TypeUniverse types;
    Catalogue catalogue;
    TypeId nothing, amount, tank, big_tank;
    CallableId make, fill, join, open;
};

}  // namespace

TEST_CASE("find_defect: a test with every kind of reference is well formed", "[core][test_case]")
{
    const Tanks t;
    const TestCase test{{{t.make, {Value(5)}}, {t.fill, {ResultRef{0}, ArgumentRef{0, 0}}},
        {t.fill, {ResultRef{0}, ResultRef{1}}}, {t.join, {ResultRef{0}, Value()}}}};
    CHECK(t.defect(test).empty());
    CHECK(to_text(test, t.catalogue, t.types) ==
          "v0 = make(5)\nv1 = fill(v0, v0.0)\nv2 = fill(v0, v1)\njoin(v0, null)\n");
    CHECK(t.defect(TestCase{}).empty());
    CHECK_FALSE(to_text(TestCase{}, t.catalogue, t.types).empty());
}

TEST_CASE("find_defect: each kind of defect is found", "[core][test_case]")
{
    const Tanks t;
    const Call made{t.make, {Value(5)}};
    const std::vector<std::pair<TestCase, std::string>> table = {
        {{{{CallableId{99}, {}}}}, "call 0: the callable is unknown"},
        {{{{CallableId{}, {}}}}, "the callable is unknown"},
        {{{{t.make, {}}}}, "0 arguments for 1 parameters"},
        {{{{t.make, {Value(70000)}}}}, "call 0 (make): argument 0 (size): the literal"},
        {{{{t.make, {Value()}}}}, "the literal"},
        {{{made, {t.join, {Value(), ResultRef{0}}}}},
            "call 1 (join): argument 0 (this): null is not allowed"},
        {{{made, {t.join, {ResultRef{1}, Value()}}}}, "not to an earlier"},
        {{{made, {t.make, {ResultRef{0}}}}}, "the result's type does not fit"},
        {{{made, {t.make, {ArgumentRef{1, 0}}}}}, "not to an earlier"},
        {{{made, {t.make, {ArgumentRef{0, 1}}}}}, "an argument that does not exist"},
        {{{made, {t.join, {ResultRef{0}, Value()}}, {t.join, {ResultRef{0}, ArgumentRef{1, 1}}}}},
            "an object is referred to by its call"},
        {{{made, {t.join, {ResultRef{0}, Value()}}, {t.make, {ArgumentRef{1, 1}}}}},
            "the argument's type does not fit"}};
    for (const auto& [test, expected] : table)
    {
        CHECK_THAT(t.defect(test), Catch::Contains(expected));
    }
}

TEST_CASE("find_defect: an opening stands first and nowhere else", "[core][test_case]")
{
    const Tanks t(true);
    const Call opening{t.open, {Value(1)}};
    const Call made{t.make, {Value(5)}};
    CHECK(t.defect({{opening, made}}).empty());
    CHECK_THAT(t.defect({}), Catch::Contains("no opening"));
    CHECK_THAT(t.defect({{made}}), Catch::Contains("an opening is due"));
    CHECK_THAT(t.defect({{opening, opening}}), Catch::Contains("only be the first"));
}

TEST_CASE("resolve: follows chains of argument references", "[core][test_case]")
{
    const Tanks t;
    const TestCase test{{{t.make, {Value(5)}}, {t.make, {ArgumentRef{0, 0}}},
        {t.fill, {ResultRef{0}, ArgumentRef{1, 0}}}}};
    const Argument& there = resolve(test, test.calls[2].arguments[1]);
    REQUIRE(std::holds_alternative<Value>(there));
    CHECK(std::get<Value>(there) == Value(5));
    CHECK(uses_result_of(test.calls[2], 0));
    CHECK_FALSE(uses_result_of(test.calls[1], 0));
}

TEST_CASE("Catalogue: unusable callables are rejected with their name", "[core][catalogue]")
{
    Tanks t;
    const auto rejects = [&](const std::function<void(Callable&)>& spoil) {
        Callable callable{
            CallableKind::method, "spoilt", {{"this", t.tank}, {"n", t.amount}}, t.nothing};
        spoil(callable);
        const std::size_t size = t.catalogue.size();
        CHECK_THROWS_AS(t.catalogue.add(callable, t.types), ConfigError);
        CHECK(t.catalogue.size() == size);
    };
    rejects([](Callable& c) { c.name.clear(); });
    rejects([](Callable& c) { c.result = TypeId{}; });
    rejects([](Callable& c) { c.parameters[1].type = TypeId{77}; });
    rejects([&](Callable& c) { c.parameters[1].type = t.nothing; });
    rejects([](Callable& c) { c.parameters[1].usual = Value(70000); });
    rejects([](Callable& c) { c.parameters[1].usual_prob = 1.5; });
    rejects([](Callable& c) { c.parameters.clear(); });
    rejects([](Callable& c) { c.parameters.erase(c.parameters.begin()); });
    rejects([](Callable& c) { c.kind = CallableKind::constructor; });
    rejects([](Callable& c) { c.kind = CallableKind::cast; });
    // Nothing can be made before an opening.
    CHECK_THROWS_AS(t.catalogue.add_opening(
                        {CallableKind::method, "open", {{"this", t.tank}}, t.nothing}, t.types),
        ConfigError);
}

TEST_CASE("Catalogue: producers and consumers respect subtypes and leave openings out",
    "[core][catalogue]")
{
    const Tanks t(true);
    CHECK(t.catalogue.producers(t.tank, t.types) == std::vector<CallableId>{t.make});
    CHECK(t.catalogue.producers(t.amount, t.types) == std::vector<CallableId>{t.fill});
    CHECK(t.catalogue.consumers(t.big_tank, t.types) == std::vector<CallableId>{t.fill, t.join});
    CHECK(t.catalogue.consumers(t.amount, t.types) == std::vector<CallableId>{t.make, t.fill});
    CHECK(t.catalogue.takes_null(t.join, 1, t.types));
    CHECK_FALSE(t.catalogue.takes_null(t.join, 0, t.types));
    CHECK_FALSE(t.catalogue.takes_null(t.fill, 1, t.types));
}

TEST_CASE(
    "CallIndex: agrees with the catalogue, knows heights and sees growth", "[core][catalogue]")
{
    Tanks t;
    const TypeId orphan = t.types.add(object_type("Orphan"));
    const CallableId needs_orphan =
        t.catalogue.add({CallableKind::method, "wait", {{"this", orphan}}, t.nothing}, t.types);
    CallIndex index(t.types, t.catalogue);
    index.refresh();
    for (const TypeId type : {t.tank, t.big_tank, t.amount})
    {
        const auto found = index.producers(type);
        CHECK(std::vector<CallableId>(found.begin(), found.end()) ==
              t.catalogue.producers(type, t.types));
    }
    CHECK(index.height(t.make) == 1);
    CHECK(index.height(t.join) == 2);
    CHECK(index.height(needs_orphan) == CallIndex::unreachable);
    CHECK(index.insertable().size() == 3);

    t.catalogue.add({CallableKind::function, "adopt", {{"tank", t.tank}}, orphan}, t.types);
    index.refresh();
    // The adopted tank may be null, so one call is enough.
    CHECK(index.height(needs_orphan) == 2);
    CHECK(index.insertable().size() == 5);
}

}  // namespace sbst
