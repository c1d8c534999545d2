// SPDX-License-Identifier: Apache-2.0
// An index that grows with its catalogue is the same as one that is made anew.
#include "core/variation/random_catalogue.hpp"
#include "support/catch.hpp"

#include <sbst/variation/call_index.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sbst
{

namespace
{

using test_support::RandomWorld;

template <class Ids>
std::vector<std::size_t> numbers(const Ids& ids)
{
    std::vector<std::size_t> found;
    for (const CallableId id : ids)
    {
        found.push_back(id.index());
    }
    return found;
}

std::vector<std::size_t> worth_calling(const RandomWorld& world, TypeId type)
{
    std::vector<std::size_t> found;
    if (world.types[type].kind == TypeKind::object)
    {
        found = numbers(world.catalogue.consumers(type, world.types));
        std::erase_if(found, [&](std::size_t id) {
            return is_pure_producer(world.catalogue[CallableId(id)], world.types);
        });
    }
    return found;
}

/// Heights by rounds over all callables until none changes.
std::vector<std::size_t> naive_heights(const RandomWorld& world)
{
    const TypeUniverse& types = world.types;
    const Catalogue& catalogue = world.catalogue;
    std::vector<std::size_t> heights(catalogue.size(), CallIndex::unreachable);
    const auto height_of = [&](TypeId wanted) {
        std::size_t least = CallIndex::unreachable;
        for (std::size_t c = 0; c < catalogue.size(); ++c)
        {
            if (types.is_assignable(catalogue[CallableId(c)].result, wanted))
            {
                least = std::min(least, catalogue.is_opening(CallableId(c)) ? 0 : heights[c]);
            }
        }
        return least;
    };
    for (bool goes_on = true; goes_on;)
    {
        goes_on = false;
        for (std::size_t c = 0; c < catalogue.size(); ++c)
        {
            std::size_t deepest = 0;
            const auto& parameters = catalogue[CallableId(c)].parameters;
            for (std::size_t p = 0; p < parameters.size(); ++p)
            {
                const bool is_needed = types[parameters[p].type].kind == TypeKind::object &&
                                       !catalogue.takes_null(CallableId(c), p, types);
                deepest = std::max(deepest, is_needed ? height_of(parameters[p].type) : 0);
            }
            if (deepest != CallIndex::unreachable && deepest + 1 < heights[c])
            {
                heights[c] = deepest + 1;
                goes_on = true;
            }
        }
    }
    return heights;
}

void check_index(const CallIndex& index, const RandomWorld& world)
{
    for (std::size_t t = 0; t < world.types.size(); ++t)
    {
        const TypeId type(t);
        CHECK(numbers(index.producers(type)) ==
              numbers(world.catalogue.producers(type, world.types)));
        CHECK(numbers(index.consumers(type)) == worth_calling(world, type));
    }
    const std::vector<std::size_t> heights = naive_heights(world);
    for (std::size_t c = 0; c < heights.size(); ++c)
    {
        CHECK(index.height(CallableId(c)) == heights[c]);
    }
    CallIndex made(world.types, world.catalogue);
    made.refresh();
    CHECK(numbers(index.insertable()) == numbers(made.insertable()));
}

/// Adds a type, a supertype of an earlier type, or a callable.
void grow(RandomWorld& world, Rng& rng, std::size_t step)
{
    const auto any = [&] { return world.objects[rng.index(world.objects.size())]; };
    if (rng.chance(0.3))
    {
        Type type = object_type("Late" + std::to_string(step));
        type.nullable = rng.chance(0.5);
        if (rng.chance(0.5))
        {
            type.supertypes = {any()};
        }
        world.objects.push_back(world.types.add(type));
        return;
    }
    if (rng.chance(0.2))
    {
        // Later types above earlier ones: no cycle.
        const std::size_t above = rng.index(world.objects.size());
        const std::size_t below = rng.index(above + 1);
        if (above != below &&
            !world.types.is_assignable(world.objects[above], world.objects[below]))
        {
            world.types.add_supertype(world.objects[below], world.objects[above]);
        }
        return;
    }
    Callable callable;
    callable.name = "late" + std::to_string(step);
    callable.is_under_test = rng.chance(0.5);
    callable.kind = rng.chance(0.5) ? CallableKind::method : CallableKind::function;
    for (std::size_t p = callable.kind == CallableKind::method ? 1 : rng.index(3); p > 0; --p)
    {
        callable.parameters.push_back({"p", any()});
    }
    callable.result = rng.chance(0.7) ? any() : world.void_type;
    if (rng.chance(0.05))
    {
        callable.kind = CallableKind::function;
        callable.parameters.clear();
        world.catalogue.add_opening(callable, world.types);
        return;
    }
    world.catalogue.add(callable, world.types);
}

}  // namespace

TEST_CASE("call index: after each growth it is as if it were made anew",
    "[core][operators][growth][property]")
{
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
    {
        INFO("world seed " << seed);
        RandomWorld world(seed);
        Rng rng(seed);
        CallIndex index(world.types, world.catalogue);
        index.refresh();
        check_index(index, world);
        for (std::size_t step = 0; step < 40; ++step)
        {
            for (std::size_t i = 0; i < 1 + rng.index(3); ++i)
            {
                grow(world, rng, 10 * step + i);
            }
            index.refresh();
            check_index(index, world);
        }
    }
}

TEST_CASE("call index: what is called on demand is in no list", "[core][operators]")
{
    TypeUniverse types;
    const TypeId thing = types.add(object_type("Thing"));
    const TypeId number = types.add(integer_type(32, true, "int"));
    Catalogue catalogue;
    const auto add = [&](CallableKind kind, TypeId result, bool is_on_demand) {
        Callable callable{.kind = kind, .name = "c", .result = result, .is_under_test = false};
        if (kind == CallableKind::method)
        {
            callable.parameters.push_back({"receiver", thing});
        }
        callable.is_on_demand = is_on_demand;
        return catalogue.add(std::move(callable), types);
    };
    const CallableId hidden_maker = add(CallableKind::constructor, thing, true);
    CallIndex index(types, catalogue);
    index.refresh();
    // It can be called, but makes nothing for others.
    CHECK(index.producers(thing).empty());
    CHECK(index.insertable().empty());
    CHECK(index.height(hidden_maker) == 1);
    const CallableId maker = add(CallableKind::constructor, thing, false);
    const CallableId setter = add(CallableKind::method, number, false);
    const CallableId hidden_setter = add(CallableKind::method, number, true);
    index.refresh();
    const auto ids = [](std::span<const CallableId> list) {
        return std::vector<CallableId>(list.begin(), list.end());
    };
    CHECK(ids(index.producers(thing)) == std::vector{maker});
    CHECK(ids(index.consumers(thing)) == std::vector{setter});
    CHECK(ids(index.producers(number)) == std::vector{setter});
    CHECK(index.height(hidden_setter) == 2);
}

}  // namespace sbst
