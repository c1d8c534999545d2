// SPDX-License-Identifier: Apache-2.0
#include "ground_type.hpp"

#include <algorithm>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

using Kind = TypeSignature::Kind;

constexpr std::string_view object_name = "java/lang/Object";

GroundType grounded_at(const TypeSignature& signature, const Bindings& bindings, std::size_t depth)
{
    switch (signature.kind)
    {
        case Kind::primitive:
            return signature;
        case Kind::array:
            return {Kind::array, {}, {grounded_at(signature.arguments.front(), bindings, depth)}};
        case Kind::variable:
        {
            const auto found = bindings.find(signature.name);
            return found == bindings.end() ? object_class() : found->second;
        }
        case Kind::any:
            return object_class();
        case Kind::extends:
        case Kind::super:
            return grounded_at(signature.arguments.front(), bindings, depth);
        case Kind::class_type:
            break;
    }
    GroundType type = class_type(signature.name);
    if (depth < max_argument_depth)
    {
        for (const TypeSignature& argument : signature.arguments)
        {
            type.arguments.push_back(grounded_at(argument, bindings, depth + 1));
        }
    }
    const bool says_nothing = std::all_of(type.arguments.begin(), type.arguments.end(),
        [](const GroundType& argument) { return is_class(argument, object_name); });
    if (says_nothing)
    {
        type.arguments.clear();
    }
    return type;
}

void append_key(const GroundType& type, std::string& text)
{
    switch (type.kind)
    {
        case Kind::primitive:
            text += type.name;
            return;
        case Kind::array:
            text += '[';
            append_key(type.arguments.front(), text);
            return;
        default:
            break;
    }
    text += 'L';
    text += type.name;
    if (!type.arguments.empty())
    {
        text += '<';
        for (const GroundType& argument : type.arguments)
        {
            append_key(argument, text);
        }
        text += '>';
    }
    text += ';';
}

}  // namespace

GroundType class_type(std::string internal_name)
{
    return {Kind::class_type, std::move(internal_name), {}};
}

GroundType object_class()
{
    return class_type(std::string(object_name));
}

GroundType grounded(const TypeSignature& signature, const Bindings& bindings)
{
    return grounded_at(signature, bindings, 0);
}

void bind_to_bounds(const std::vector<TypeParameter>& parameters, Bindings& bindings)
{
    // A bound may name a variable that is declared later, or its own: erased first, then once more.
    for (const TypeParameter& parameter : parameters)
    {
        bindings[parameter.name] =
            parameter.bounds.empty() || parameter.bounds.front().kind == Kind::variable ?
                object_class() :
                class_type(parameter.bounds.front().name);
    }
    for (const TypeParameter& parameter : parameters)
    {
        if (!parameter.bounds.empty() && parameter.bounds.front().kind == Kind::variable)
        {
            bindings[parameter.name] = grounded(parameter.bounds.front(), bindings);
        }
    }
}

std::string erasure(const GroundType& type)
{
    switch (type.kind)
    {
        case Kind::primitive:
            return type.name;
        case Kind::array:
            return "[" + erasure(type.arguments.front());
        default:
            return "L" + type.name + ";";
    }
}

GroundType from_descriptor(std::string_view descriptor)
{
    if (descriptor.starts_with('['))
    {
        return {Kind::array, {}, {from_descriptor(descriptor.substr(1))}};
    }
    if (descriptor.starts_with('L'))
    {
        return class_type(std::string(descriptor.substr(1, descriptor.size() - 2)));
    }
    return {Kind::primitive, std::string(descriptor), {}};
}

std::string key_of(const GroundType& type)
{
    std::string text;
    append_key(type, text);
    return text;
}

bool is_class(const GroundType& type, std::string_view internal_name)
{
    return type.kind == Kind::class_type && type.name == internal_name && type.arguments.empty();
}

bool is_reference(const GroundType& type)
{
    return type.kind != Kind::primitive;
}

}  // namespace sbst::jvm::detail
