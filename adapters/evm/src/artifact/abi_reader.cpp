// SPDX-License-Identifier: Apache-2.0
#include "abi_field.hpp"

#include <sbst/evm/artifact/abi_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

namespace sbst::evm
{

namespace detail
{

namespace
{

bool is_identifier(std::string_view text)
{
    const auto is_start = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    };
    return !text.empty() && is_start(text.front()) &&
           std::all_of(text.begin(), text.end(),
               [&](char c) { return is_start(c) || (c >= '0' && c <= '9'); });
}

std::string read_name(const JsonField& entry)
{
    const JsonField name = entry.at("name");
    if (!is_identifier(name.text()))
    {
        name.fail("an identifier expected");
    }
    return name.text();
}

/// The name of a parameter may be missing or empty.
std::string read_optional_name(const JsonField& entry)
{
    const std::optional<JsonField> name = entry.find("name");
    if (!name || name->text().empty())
    {
        return {};
    }
    return read_name(entry);
}

AbiType read_type(const JsonField& parameter, std::size_t depth);

AbiType read_components(const JsonField& components, std::size_t depth)
{
    if (depth > AbiType::max_depth)
    {
        components.fail("nested too deeply");
    }
    std::vector<AbiType> members;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < components.as_array().size(); ++i)
    {
        const JsonField member = components.at(i);
        members.push_back(read_type(member, depth));
        names.push_back(read_optional_name(member));
    }
    return AbiType::tuple(std::move(members), std::move(names));
}

AbiType read_type(const JsonField& parameter, std::size_t depth)
{
    const JsonField type = parameter.at("type");
    std::optional<AbiType> components;
    if (const std::optional<JsonField> listed = parameter.find("components"))
    {
        if (type.text().starts_with("tuple"))
        {
            components = read_components(*listed, depth + 1);
        }
    }
    AbiTypeResult result = parse_abi_type(type.text(), std::move(components));
    if (!result.type)
    {
        type.fail(result.problem);
    }
    return *std::move(result.type);
}

AbiParameters read_parameters(const JsonField& entry, const std::string& key)
{
    AbiParameters parameters;
    const std::optional<JsonField> list = entry.find(key);
    if (!list)
    {
        return parameters;
    }
    for (std::size_t i = 0; i < list->as_array().size(); ++i)
    {
        const JsonField parameter = list->at(i);
        parameters.types.push_back(read_type(parameter, 0));
        parameters.names.push_back(read_optional_name(parameter));
        std::string internal = parameter.text_or_empty("internalType");
        if (internal == parameter.at("type").text())
        {
            internal.clear();
        }
        parameters.internal_types.push_back(std::move(internal));
    }
    return parameters;
}

/// `stateMutability`, or the older flags `payable` and `constant` (before solc 0.4.16).
Mutability read_mutability(const JsonField& entry)
{
    if (const std::optional<JsonField> mutability = entry.find("stateMutability"))
    {
        const std::string& text = mutability->text();
        if (text == "pure")
        {
            return Mutability::pure;
        }
        if (text == "view")
        {
            return Mutability::view;
        }
        if (text == "nonpayable")
        {
            return Mutability::nonpayable;
        }
        if (text == "payable")
        {
            return Mutability::payable;
        }
        mutability->fail("pure, view, nonpayable or payable expected");
    }
    const std::optional<JsonField> payable = entry.find("payable");
    if (payable && payable->boolean())
    {
        return Mutability::payable;
    }
    const std::optional<JsonField> constant = entry.find("constant");
    return constant && constant->boolean() ? Mutability::view : Mutability::nonpayable;
}

/// Constructor, fallback and receive have neither name nor selector.
AbiFunction read_unnamed(const JsonField& entry, const std::string& kind)
{
    AbiFunction function;
    function.inputs = read_parameters(entry, "inputs");
    function.display_name = kind;
    function.signature = to_signature(kind, function.inputs);
    function.mutability = read_mutability(entry);
    return function;
}

AbiFunction read_function(const JsonField& entry)
{
    AbiFunction function;
    function.name = read_name(entry);
    function.inputs = read_parameters(entry, "inputs");
    function.outputs = read_parameters(entry, "outputs");
    function.signature = to_signature(function.name, function.inputs);
    function.selector = to_selector(function.signature);
    function.mutability = read_mutability(entry);
    return function;
}

AbiEvent read_event(const JsonField& entry)
{
    AbiEvent event;
    event.name = read_name(entry);
    event.inputs = read_parameters(entry, "inputs");
    event.signature = to_signature(event.name, event.inputs);
    event.topic = to_topic(event.signature);
    for (std::size_t i = 0; i < event.inputs.size(); ++i)
    {
        const std::optional<JsonField> indexed = entry.at("inputs").at(i).find("indexed");
        event.indexed.push_back(indexed && indexed->boolean());
    }
    const std::optional<JsonField> anonymous = entry.find("anonymous");
    event.is_anonymous = anonymous && anonymous->boolean();
    return event;
}

AbiError read_error(const JsonField& entry)
{
    AbiError error;
    error.name = read_name(entry);
    error.inputs = read_parameters(entry, "inputs");
    error.signature = to_signature(error.name, error.inputs);
    error.selector = to_selector(error.signature);
    return error;
}

/// Collects entries and refuses those that conflict with earlier ones.
class AbiBuilder
{
public:
    void add(const JsonField& entry)
    {
        const std::optional<JsonField> type = entry.as_object().find("type");
        const std::string kind = type ? type->text() : "function";
        if (kind == "function")
        {
            add_function(entry);
        }
        else if (kind == "constructor")
        {
            set_once(m_abi.constructor, entry, kind);
        }
        else if (kind == "fallback")
        {
            set_once(m_abi.fallback, entry, kind);
        }
        else if (kind == "receive")
        {
            set_once(m_abi.receive, entry, kind);
        }
        else if (kind == "event")
        {
            m_abi.events.push_back(read_event(entry));
        }
        else if (kind == "error")
        {
            m_abi.errors.push_back(read_error(entry));
        }
        else
        {
            type->fail(fmt::format(
                "'{}': function, constructor, fallback, receive, event or error expected",
                kind.substr(0, 80)));
        }
    }

    ContractAbi finish()
    {
        set_display_names(m_abi.functions);
        return std::move(m_abi);
    }

private:
    static void set_once(
        std::optional<AbiFunction>& place, const JsonField& entry, const std::string& kind)
    {
        if (place)
        {
            entry.fail(fmt::format("a second {}", kind));
        }
        place = read_unnamed(entry, kind);
    }

    void add_function(const JsonField& entry)
    {
        AbiFunction function = read_function(entry);
        const auto [other, is_new] = m_by_selector.emplace(function.selector, function.signature);
        if (!is_new && other->second == function.signature)
        {
            entry.fail(fmt::format("the function {} appears twice", function.signature));
        }
        if (!is_new)
        {
            entry.fail(fmt::format("the functions {} and {} have the same selector", other->second,
                function.signature));
        }
        m_abi.functions.push_back(std::move(function));
    }

    ContractAbi m_abi;
    std::map<std::uint32_t, std::string> m_by_selector;
};

}  // namespace

ContractAbi read_abi(const JsonField& abi)
{
    AbiBuilder builder;
    for (std::size_t i = 0; i < abi.as_array().size(); ++i)
    {
        builder.add(abi.at(i));
    }
    return builder.finish();
}

}  // namespace detail

ContractAbi parse_abi(std::string_view json, const std::string& file)
{
    const auto document = parse_json<SortedJson>(json, file);
    return detail::read_abi(JsonField(document, file, "abi"));
}

}  // namespace sbst::evm
