// SPDX-License-Identifier: Apache-2.0
#include "abi_json.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string_view>

namespace sbst::evm::detail
{

namespace
{

std::string_view mutability_name(Mutability mutability)
{
    constexpr std::array<std::string_view, 4> names{"pure", "view", "nonpayable", "payable"};
    return names.at(static_cast<std::size_t>(mutability));
}

OrderedJson type_to_json(const AbiType& type, const std::string& name);

void add_type(OrderedJson& json, const AbiType& type)
{
    const AbiType* base = &type;
    std::string suffix;
    while (base->kind() == AbiKind::array || base->kind() == AbiKind::fixed_array)
    {
        // The outermost dimension is written last.
        suffix.insert(0, base->kind() == AbiKind::array ? "[]" : fmt::format("[{}]", base->size()));
        base = &base->element();
    }
    if (base->kind() != AbiKind::tuple)
    {
        json["type"] = type.name();
        return;
    }
    json["type"] = "tuple" + suffix;
    OrderedJson components = OrderedJson::array();
    for (std::size_t i = 0; i < base->members().size(); ++i)
    {
        const std::string name = base->member_names().empty() ? "" : base->member_names()[i];
        components.push_back(type_to_json(base->members()[i], name));
    }
    json["components"] = std::move(components);
}

OrderedJson type_to_json(const AbiType& type, const std::string& name)
{
    OrderedJson json{{"name", name}};
    add_type(json, type);
    return json;
}

OrderedJson parameters_to_json(const AbiParameters& parameters)
{
    OrderedJson list = OrderedJson::array();
    for (std::size_t i = 0; i < parameters.size(); ++i)
    {
        list.push_back(type_to_json(parameters.types[i], parameters.names[i]));
        if (!parameters.internal_types[i].empty())
        {
            list.back()["internalType"] = parameters.internal_types[i];
        }
    }
    return list;
}

OrderedJson function_to_json(const AbiFunction& function, std::string_view type)
{
    OrderedJson json{{"type", type}};
    if (type == "function")
    {
        json["name"] = function.name;
        json["outputs"] = parameters_to_json(function.outputs);
    }
    if (type == "function" || type == "constructor")
    {
        json["inputs"] = parameters_to_json(function.inputs);
    }
    json["stateMutability"] = mutability_name(function.mutability);
    return json;
}

OrderedJson event_to_json(const AbiEvent& event)
{
    OrderedJson json{{"type", "event"}, {"name", event.name}};
    json["inputs"] = parameters_to_json(event.inputs);
    for (std::size_t i = 0; i < event.inputs.size(); ++i)
    {
        json["inputs"][i]["indexed"] = bool{event.indexed[i]};
    }
    json["anonymous"] = event.is_anonymous;
    return json;
}

}  // namespace

OrderedJson abi_to_json(const ContractAbi& abi)
{
    OrderedJson list = OrderedJson::array();
    if (abi.constructor)
    {
        list.push_back(function_to_json(*abi.constructor, "constructor"));
    }
    for (const AbiFunction& function : abi.functions)
    {
        list.push_back(function_to_json(function, "function"));
    }
    if (abi.fallback)
    {
        list.push_back(function_to_json(*abi.fallback, "fallback"));
    }
    if (abi.receive)
    {
        list.push_back(function_to_json(*abi.receive, "receive"));
    }
    for (const AbiEvent& event : abi.events)
    {
        list.push_back(event_to_json(event));
    }
    for (const AbiError& error : abi.errors)
    {
        list.push_back({{"type", "error"}, {"name", error.name},
            {"inputs", parameters_to_json(error.inputs)}});
    }
    return list;
}

}  // namespace sbst::evm::detail
