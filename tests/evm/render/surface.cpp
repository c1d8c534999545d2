// SPDX-License-Identifier: Apache-2.0
#include "surface.hpp"

#include <utility>
#include <vector>

using namespace sbst;

namespace
{

Type bounded(const char* name, std::uint64_t maximum)
{
    Type type = integer_type(256, false, name);
    type.minimum = U256{};
    type.maximum = U256{maximum};
    return type;
}

}  // namespace

Surface::Surface()
{
    const TypeId address = types.add(enumeration_type("address", {"alice", "bob", "nobody"}));
    const TypeId sender = types.add(enumeration_type("sender", {"alice", "bob"}));
    const TypeId nothing = types.add(Type{});
    const TypeId wei = types.add(bounded("wei", 1'000'000));
    const TypeId seconds = types.add(bounded("seconds", 1000));
    const TypeId blocks = types.add(bounded("blocks", 10));
    const TypeId word = types.add(integer_type(256, false, "uint256"));
    const TypeId small = types.add(integer_type(8, true, "int8"));
    const TypeId flag = types.add(boolean_type());
    const TypeId text = types.add(string_type());
    const TypeId data = types.add(bytes_type());
    const TypeId hash = types.add(bytes_type(4));
    const TypeId words = types.add(array_type(word, "uint256[]"));
    const TypeId pair = types.add(tuple_type({small, words}, "(int8,uint256[])", {"a", "b"}));

    Callable deploy{.name = "Made", .result = nothing};
    deploy.parameters = {{"supply", word}, {"sender", sender, "sender"}};
    constructor = catalogue.add_opening(std::move(deploy), types);

    Callable all{.name = "everything", .result = word};
    all.parameters = {{"who", address}, {"word", word}, {"small", small}, {"flag", flag},
        {"text", text}, {"data", data}, {"hash", hash}, {"words", words}, {"pair", pair},
        {"sender", sender, "sender"}, {"time_step", seconds, "time"},
        {"block_step", blocks, "blocks"}};
    everything = catalogue.add(std::move(all), types);

    // Two parameters of one name, as `function pay(uint256, uint256)` has.
    Callable paying{.name = "pay", .result = nothing};
    paying.parameters = {
        {"", word}, {"", word}, {"sender", sender, "sender"}, {"value", wei, "value"}};
    pay = catalogue.add(std::move(paying), types);
}
