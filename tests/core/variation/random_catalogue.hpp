// SPDX-License-Identifier: Apache-2.0
// Random type universes and catalogues for property tests. Next: operators_property_test.cpp.
#pragma once

#include <sbst/random/rng.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/test/catalogue.hpp>
#include <sbst/test/type.hpp>

#include <string>
#include <vector>

namespace sbst::test_support
{

/// Types, callables and constants drawn from a seed. Even seeds have openings, as contracts do;
/// every catalogue has value types of all kinds and a small hierarchy of objects.
struct RandomWorld
{
    explicit RandomWorld(std::uint64_t seed)
    {
        Rng rng(seed);
        void_type = types.add(Type{});
        add_value_types(rng);
        add_objects(rng);
        const std::size_t count = 3 + rng.index(10);
        for (std::size_t i = 0; i < count; ++i)
        {
            catalogue.add(random_callable(rng, "call" + std::to_string(i)), types);
        }
        if (seed % 2 == 0)
        {
            Callable opening;
            opening.name = "deploy";
            opening.result = void_type;
            opening.parameters = {{"a", random_value_type(rng)}, {"b", random_value_type(rng)}};
            catalogue.add_opening(opening, types);
            opening.name = "deploy_other";
            opening.parameters.pop_back();
            catalogue.add_opening(opening, types);
        }
        pool.add(Value(12345), values[1], types);
        pool.add(Value(std::string("constant")), values[7], types);
    }

    TypeId random_value_type(Rng& rng) { return values[rng.index(values.size())]; }

    TypeUniverse types;
    Catalogue catalogue;
    ConstantPool pool;
    TypeId void_type;
    std::vector<TypeId> values;
    std::vector<TypeId> objects;

private:
    void add_value_types(Rng& rng)
    {
        values = {types.add(boolean_type()), types.add(integer_type(256, false)),
            types.add(integer_type(256, true)), types.add(integer_type(8, true)),
            types.add(integer_type(1 + static_cast<unsigned>(rng.index(256)), rng.chance(0.5)))};
        Type bounded = integer_type(64, true, "bounded");
        bounded.minimum = Value(-3).word();
        bounded.maximum = U256{5};
        values.push_back(types.add(bounded));
        values.push_back(types.add(floating_type(rng.chance(0.5) ? 32 : 64)));
        values.push_back(types.add(string_type()));
        values.push_back(types.add(bytes_type()));
        values.push_back(types.add(bytes_type(4)));
        values.push_back(types.add(enumeration_type("colour", {"red", "green", "blue"})));
        values.push_back(types.add(array_type(values[1], "uint256[]")));
        values.push_back(types.add(array_type(values[3], "int8[3]", 3)));
        values.push_back(types.add(array_type(values.back(), "int8[3][]")));
        for (Type type : {string_type(), enumeration_type("one", {"only"}),
                 array_type(values[4], "string[]", 2)})
        {
            type.nullable = true;
            values.push_back(types.add(type));
        }
        values.push_back(types.add(tuple_type({values[0], values.back(), values[7]}, "triple")));
    }

    void add_objects(Rng& rng)
    {
        objects = {types.add(object_type("Base"))};
        objects.push_back(types.add(object_type("Left", {objects[0]})));
        objects.push_back(types.add(object_type("Right", {objects[0]})));
        objects.push_back(types.add(object_type("Leaf", {objects[1]})));
        Type strict = object_type("Strict");
        strict.nullable = false;
        objects.push_back(types.add(strict));
        // Nothing makes an Orphan: calls that need one can never be made.
        objects.push_back(types.add(object_type("Orphan")));
        for (std::size_t i = 1; i < 5; ++i)
        {
            Callable maker;
            maker.kind = CallableKind::constructor;
            maker.name = "new" + std::to_string(i);
            maker.result = objects[i];
            maker.is_under_test = rng.chance(0.5);
            for (std::size_t p = rng.index(3); p > 0; --p)
            {
                maker.parameters.push_back({"p", random_value_type(rng)});
            }
            if (i == 4)
            {
                maker.parameters.push_back({"base", objects[0]});
            }
            catalogue.add(maker, types);
        }
    }

    Callable random_callable(Rng& rng, std::string name)
    {
        Callable callable;
        callable.name = std::move(name);
        callable.is_under_test = rng.chance(0.7);
        callable.kind = rng.chance(0.5) ? CallableKind::method : CallableKind::function;
        if (callable.kind == CallableKind::method)
        {
            callable.parameters.push_back({"this", objects[rng.index(objects.size())]});
        }
        for (std::size_t p = rng.index(4); p > 0; --p)
        {
            Parameter parameter{"p", random_value_type(rng)};
            if (rng.chance(0.3))
            {
                parameter.type = objects[rng.index(objects.size())];
            }
            else if (rng.chance(0.2))
            {
                parameter.usual = neutral_value(parameter.type, types);
                parameter.usual_prob = 0.8;
            }
            callable.parameters.push_back(parameter);
        }
        callable.result = void_type;
        if (rng.chance(0.6))
        {
            callable.result =
                rng.chance(0.5) ? random_value_type(rng) : objects[rng.index(objects.size())];
        }
        return callable;
    }
};

}  // namespace sbst::test_support
