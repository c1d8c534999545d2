// SPDX-License-Identifier: Apache-2.0
// Rates of the sequence operators on a catalogue shaped like a contract's: an opening and functions
// with a few arguments each, plus sender, value and time.
#include "bench.hpp"

#include <sbst/seeding/constant_pool.hpp>
#include <sbst/variation/operators.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace sbst::bench
{

namespace
{

struct ContractShape
{
    ContractShape()
    {
        const TypeId nothing = types.add(Type{});
        const TypeId word = types.add(integer_type(256, false));
        const TypeId address = types.add(enumeration_type("address", {"a", "b", "c", "d", "e"}));
        const TypeId text = types.add(string_type());
        const TypeId words = types.add(array_type(word, "uint256[]"));
        const std::vector<Parameter> context = {{"sender", address, "sender"},
            {"value", word, "value", Value(0), 0.5}, {"time", word, "time", Value(0), 0.9}};
        const std::vector<std::vector<TypeId>> signatures = {{}, {word}, {address, word},
            {address, address, word}, {text}, {words}, {word, word}, {address}};
        for (std::size_t i = 0; i < signatures.size(); ++i)
        {
            Callable callable{CallableKind::function, "f" + std::to_string(i), context, nothing};
            for (const TypeId type : signatures[i])
            {
                callable.parameters.push_back({"p", type});
            }
            catalogue.add(callable, types);
        }
        catalogue.add_opening({CallableKind::function, "constructor", context, nothing}, types);
        for (std::uint64_t i = 0; i < 200; ++i)
        {
            pool.add(Value(U256{i * i * 977}), word, types);
        }
    }

    TypeUniverse types;
    Catalogue catalogue;
    ConstantPool pool;
};

}  // namespace

void bench_operators(const Effort& effort)
{
    const ContractShape shape;
    SequenceOperators operators(shape.types, shape.catalogue, shape.pool);
    Rng rng(1);
    std::vector<TestCase> tests(100);
    for (TestCase& test : tests)
    {
        test = operators.random_test(rng);
    }
    std::size_t next = 0;
    report("core/operators/random_test",
        median_seconds(effort, [&] { keep(operators.random_test(rng).length()); }));
    report("core/operators/copy", median_seconds(effort, [&] {
        const TestCase copy = tests[next++ % tests.size()];
        keep(copy.length());
    }));
    report("core/operators/mutate (and one copy)", median_seconds(effort, [&] {
        TestCase copy = tests[next++ % tests.size()];
        keep(operators.mutate(copy, rng).first_call);
    }));
    report("core/operators/crossover (and two copies)", median_seconds(effort, [&] {
        TestCase a = tests[next++ % tests.size()];
        TestCase b = tests[next++ % tests.size()];
        keep(operators.crossover(a, b, rng).first.first_call);
    }));
}

}  // namespace sbst::bench
