// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/abi/revert.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace sbst::evm
{

namespace
{

/// Selectors of `Error(string)` and `Panic(uint256)`, the two errors that Solidity itself raises.
constexpr std::uint32_t error_selector = 0x08c379a0;
constexpr std::uint32_t panic_selector = 0x4e487b71;

std::uint32_t read_selector(BytesView data)
{
    return static_cast<std::uint32_t>(low64(U256::from_be_bytes(data.first(4))));
}

std::string arguments_text(const AbiParameters& parameters, const std::vector<Value>& values,
    const std::vector<bool>& is_hash, const AddressNamer& name_address)
{
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        if (i > 0)
        {
            text += ", ";
        }
        if (!parameters.names[i].empty())
        {
            text += parameters.names[i] + " = ";
        }
        if (i < is_hash.size() && is_hash[i])
        {
            text += "hash " + values[i].word().to_hex();
        }
        else
        {
            text += to_text(parameters.types[i], values[i], name_address);
        }
    }
    return text;
}

/// Decodes the parameters of a log, from its data and its topics.
std::optional<DecodedEvent> decode_as(
    const AbiEvent& event, std::span<const U256> topics, BytesView data)
{
    const auto indexed_count =
        static_cast<std::size_t>(std::count(event.indexed.begin(), event.indexed.end(), true));
    if (topics.size() != indexed_count)
    {
        return std::nullopt;
    }
    std::vector<AbiType> data_types;
    for (std::size_t i = 0; i < event.inputs.size(); ++i)
    {
        if (!event.indexed[i])
        {
            data_types.push_back(event.inputs.types[i]);
        }
    }
    std::optional<std::vector<Value>> in_data = try_decode(data_types, data);
    if (!in_data)
    {
        return std::nullopt;
    }

    DecodedEvent decoded;
    decoded.event = &event;
    std::size_t next_topic = 0;
    std::size_t next_in_data = 0;
    for (std::size_t i = 0; i < event.inputs.size(); ++i)
    {
        const AbiType& type = event.inputs.types[i];
        const bool is_value = type.is_word() || type.kind() == AbiKind::fixed_bytes ||
                              type.kind() == AbiKind::function;
        decoded.is_hash.push_back(event.indexed[i] && !is_value);
        if (!event.indexed[i])
        {
            decoded.values.push_back(std::move((*in_data)[next_in_data++]));
            continue;
        }
        const U256& topic = topics[next_topic++];
        if (!is_value)
        {
            decoded.values.emplace_back(topic);
            continue;
        }
        std::optional<std::vector<Value>> value =
            try_decode(std::span(&type, 1), topic.to_be_bytes());
        if (!value)
        {
            return std::nullopt;
        }
        decoded.values.push_back(std::move(value->front()));
    }
    return decoded;
}

}  // namespace

std::string_view panic_meaning(const U256& code)
{
    static constexpr std::array<std::pair<std::uint64_t, std::string_view>, 10> meanings{
        {{0x00, "generic panic"}, {0x01, "assertion failed"},
            {0x11, "arithmetic overflow or underflow"}, {0x12, "division or modulo by zero"},
            {0x21, "value out of range of the enum"}, {0x22, "storage byte array badly encoded"},
            {0x31, "pop on an empty array"}, {0x32, "array index out of bounds"},
            {0x41, "too much memory allocated"}, {0x51, "call of an uninitialised function"}}};
    for (const auto& [known, meaning] : meanings)
    {
        if (code == U256{known})
        {
            return meaning;
        }
    }
    return "unknown panic";
}

RevertReason decode_revert(BytesView data, const ContractAbi& abi)
{
    RevertReason reason;
    if (data.empty())
    {
        return reason;
    }
    reason.kind = RevertKind::unknown;
    if (data.size() < 4)
    {
        return reason;
    }
    const std::uint32_t selector = read_selector(data);
    const BytesView body = data.subspan(4);
    if (selector == error_selector || selector == panic_selector)
    {
        const bool is_panic = selector == panic_selector;
        const AbiType type = is_panic ? AbiType::integer(256, false) : AbiType::string();
        const std::optional<std::vector<Value>> values = try_decode(std::span(&type, 1), body);
        if (!values)
        {
            return reason;
        }
        reason.kind = is_panic ? RevertKind::panic : RevertKind::message;
        if (is_panic)
        {
            reason.code = values->front().word();
        }
        else
        {
            reason.name = values->front().text();
        }
        return reason;
    }
    for (const AbiError& error : abi.errors)
    {
        if (error.selector != selector)
        {
            continue;
        }
        std::optional<std::vector<Value>> values = try_decode(error.inputs.types, body);
        if (!values)
        {
            continue;
        }
        reason.kind = RevertKind::custom;
        reason.name = error.name;
        reason.error = &error;
        reason.values = std::move(*values);
        return reason;
    }
    return reason;
}

std::string describe_revert(
    BytesView data, const ContractAbi& abi, const AddressNamer& name_address)
{
    constexpr std::size_t max_raw_bytes = 68;
    const RevertReason reason = decode_revert(data, abi);
    switch (reason.kind)
    {
        case RevertKind::empty:
            return "no reason given";
        case RevertKind::message:
            return to_text(AbiType::string(), Value(reason.name));
        case RevertKind::panic:
            return fmt::format("panic {}: {}",
                bit_width(reason.code) > 8 ? reason.code.to_hex() :
                                             fmt::format("0x{:02x}", low64(reason.code)),
                panic_meaning(reason.code));
        case RevertKind::custom:
            return fmt::format("{}({})", reason.name,
                arguments_text(reason.error->inputs, reason.values, {}, name_address));
        case RevertKind::unknown:
            break;
    }
    if (data.size() <= max_raw_bytes)
    {
        return "data " + to_hex(data);
    }
    return fmt::format("data {}... ({} bytes)", to_hex(data.first(max_raw_bytes)), data.size());
}

std::optional<DecodedEvent> decode_event(
    std::span<const U256> topics, BytesView data, const ContractAbi& abi)
{
    if (!topics.empty())
    {
        for (const AbiEvent& event : abi.events)
        {
            if (!event.is_anonymous && event.topic == topics.front())
            {
                if (auto decoded = decode_as(event, topics.subspan(1), data))
                {
                    return decoded;
                }
            }
        }
    }
    return std::nullopt;
}

std::string to_text(const DecodedEvent& event, const AddressNamer& name_address)
{
    return fmt::format("{}({})", event.event->name,
        arguments_text(event.event->inputs, event.values, event.is_hash, name_address));
}

}  // namespace sbst::evm
