// SPDX-License-Identifier: Apache-2.0
// The ABI codec: what is encoded decodes to itself, what any bytes decode to encodes and decodes
// again, type names are read back, and nothing in revert data or logs is more than text.
#include "fuzz.hpp"

#include <sbst/evm/abi/codec.hpp>
#include <sbst/evm/abi/revert.hpp>

#include <utility>

using namespace sbst;
using namespace sbst::evm;
using fuzz::ByteSource;
using fuzz::require;

namespace
{

constexpr std::size_t max_members = 4;

AbiType draw_type(ByteSource& source, std::size_t depth)
{
    const std::size_t kinds = depth == 0 ? 8 : 11;
    switch (source.below(kinds))
    {
        case 0:
            return AbiType::integer(8 * (1 + static_cast<unsigned>(source.below(32))), false);
        case 1:
            return AbiType::integer(8 * (1 + static_cast<unsigned>(source.below(32))), true);
        case 2:
            return AbiType::address();
        case 3:
            return AbiType::boolean();
        case 4:
            return AbiType::fixed_bytes(1 + source.below(32));
        case 5:
            return AbiType::bytes();
        case 6:
            return AbiType::string();
        case 7:
            return AbiType::function();
        case 8:
            return AbiType::array(draw_type(source, depth - 1));
        case 9:
            return AbiType::fixed_array(draw_type(source, depth - 1), 1 + source.below(5));
        default:
        {
            std::vector<AbiType> members;
            for (std::size_t count = 1 + source.below(max_members); count > 0; --count)
            {
                members.push_back(draw_type(source, depth - 1));
            }
            return AbiType::tuple(std::move(members));
        }
    }
}

Value draw_word(const AbiType& type, ByteSource& source)
{
    const U256 word = source.word();
    if (type.kind() == AbiKind::boolean)
    {
        return Value(word & U256{1});
    }
    const unsigned bits = type.kind() == AbiKind::address ? 160 : type.bits();
    if (bits == 256)
    {
        return Value(word);
    }
    const U256 mask = U256::power_of_two(bits) - U256{1};
    const U256 cut = word & mask;
    const bool is_negative =
        type.kind() == AbiKind::signed_integer && !is_zero(cut & U256::power_of_two(bits - 1));
    return Value(is_negative ? cut | ~mask : cut);
}

Value draw_value(const AbiType& type, ByteSource& source)
{
    if (type.is_word())
    {
        return draw_word(type, source);
    }
    std::size_t count = type.size();
    if (type.kind() == AbiKind::bytes || type.kind() == AbiKind::string)
    {
        count = source.below(70);
    }
    if (type.kind() == AbiKind::array)
    {
        count = source.below(4);
    }
    if (type.kind() == AbiKind::tuple)
    {
        count = type.members().size();
    }
    const bool is_list = type.kind() == AbiKind::array || type.kind() == AbiKind::fixed_array ||
                         type.kind() == AbiKind::tuple;
    if (!is_list)
    {
        const auto bytes = source.take(count);
        std::string text(bytes.begin(), bytes.end());
        text.resize(count);
        return Value(std::move(text));
    }
    Value::List items;
    for (std::size_t i = 0; i < count; ++i)
    {
        items.push_back(draw_value(type.members()[type.kind() == AbiKind::tuple ? i : 0], source));
    }
    return Value(std::move(items));
}

std::size_t count_literals(const Value& value)
{
    std::size_t count = 1;
    if (value.is_list())
    {
        for (const Value& item : value.list())
        {
            count += count_literals(item);
        }
    }
    return count;
}

void check_round_trip(const std::vector<AbiType>& types, const std::vector<Value>& values)
{
    const Bytes encoded = encode(types, values);
    require(decode(types, encoded) == values, "what is encoded decodes to itself");
    Bytes longer = encoded;
    longer.push_back(7);
    require(decode(types, longer) == values, "bytes behind the encoding are ignored");
    for (std::size_t i = 0; i < types.size(); ++i)
    {
        require(is_encodable(types[i], values[i]), "a drawn value is encodable");
        require(!to_text(types[i], values[i]).empty(), "a value has a text");
    }
}

void check_decoding(const std::vector<AbiType>& types, BytesView data)
{
    const auto values = try_decode(types, data);
    if (!values)
    {
        return;
    }
    std::size_t literals = 0;
    for (std::size_t i = 0; i < types.size(); ++i)
    {
        require(is_encodable(types[i], (*values)[i]), "a decoded value is encodable");
        static_cast<void>(to_text(types[i], (*values)[i]));
        literals += count_literals((*values)[i]);
    }
    // A literal stands in words that are read at most four times; a list has up to three levels
    // above its words.
    require(literals <= 4 * (data.size() + 64), "decoding is bounded by the data");
    check_round_trip(types, *values);
}

void check_name(const AbiType& type)
{
    const AbiTypeResult again = parse_abi_type(type.name());
    require(again.type.has_value(), "the name of a type is the name of a type");
    require(again.type->name() == type.name(), "a type's name is read back");
    require(again.type->is_dynamic() == type.is_dynamic() &&
                again.type->head_size() == type.head_size() &&
                again.type->least_size() == type.least_size(),
        "a type that is read has the sizes of its own");
}

/// One error and one event with these parameters.
ContractAbi abi_of(const std::vector<AbiType>& types, ByteSource& source)
{
    AbiParameters parameters;
    parameters.types = types;
    parameters.names.resize(types.size(), "x");
    parameters.internal_types.resize(types.size());
    ContractAbi abi;
    abi.errors.push_back({"E", "E()", 0x01020304, parameters});
    AbiEvent event;
    event.name = "V";
    event.topic = U256{5};
    event.inputs = parameters;
    event.is_anonymous = source.flag();
    for (std::size_t i = 0; i < types.size(); ++i)
    {
        event.indexed.push_back(source.flag());
    }
    abi.events.push_back(std::move(event));
    return abi;
}

void check_texts(const ContractAbi& abi, BytesView data, ByteSource& source)
{
    require(!describe_revert(data, abi).empty(), "revert data has a text");
    Bytes custom{1, 2, 3, 4};
    custom.insert(custom.end(), data.begin(), data.end());
    require(!describe_revert(custom, abi).empty(), "a custom error has a text");
    Bytes message{0x08, 0xc3, 0x79, 0xa0};
    message.insert(message.end(), data.begin(), data.end());
    require(!describe_revert(message, abi).empty(), "a message has a text");
    std::vector<U256> topics;
    for (std::size_t count = source.below(5); count > 0; --count)
    {
        topics.push_back(topics.empty() ? U256{5} : source.word());
    }
    if (const auto event = decode_event(topics, data, abi))
    {
        require(!to_text(*event).empty(), "an event has a text");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ByteSource source({data, size});
    if (source.below(8) == 0)
    {
        const auto rest = source.rest();
        const AbiTypeResult read = parse_abi_type(std::string(rest.begin(), rest.end()));
        require(read.type.has_value() == read.problem.empty(), "a type or a problem");
        if (read.type)
        {
            check_name(*read.type);
        }
        return 0;
    }
    std::vector<AbiType> types;
    for (std::size_t count = source.below(max_members + 1); count > 0; --count)
    {
        types.push_back(draw_type(source, 3));
    }
    for (const AbiType& type : types)
    {
        check_name(type);
    }
    std::vector<Value> values;
    for (const AbiType& type : types)
    {
        values.push_back(draw_value(type, source));
    }
    check_round_trip(types, values);
    const ContractAbi abi = abi_of(types, source);
    const auto rest = source.rest();
    check_decoding(types, rest);
    ByteSource topics(rest);
    check_texts(abi, rest, topics);
    return 0;
}
