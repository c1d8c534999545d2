// SPDX-License-Identifier: Apache-2.0
// Generic types and descriptors: a text is read into a tree that spells it, or refused.
#include "fuzz.hpp"

#include <sbst/jvm/classfile/signature.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <string>

using namespace sbst;
using namespace sbst::jvm;
using fuzz::require;
using Kind = TypeSignature::Kind;

namespace
{

/// Spells a type again, enclosing classes' arguments at the end of the whole name.
std::string spelled(const TypeSignature& type)
{
    std::string inside;
    for (const TypeSignature& argument : type.arguments)
    {
        inside += spelled(argument);
    }
    switch (type.kind)
    {
        case Kind::primitive:
            return type.name;
        case Kind::variable:
            return "T" + type.name + ";";
        case Kind::array:
            return "[" + inside;
        case Kind::any:
            return "*";
        case Kind::extends:
            return "+" + inside;
        case Kind::super:
            return "-" + inside;
        case Kind::class_type:
            break;
    }
    return "L" + type.name + (inside.empty() ? "" : "<" + inside + ">") + ";";
}

void check(const TypeSignature& type)
{
    const std::string text = spelled(type);
    const auto again = parse_method_signature("()" + text);
    require(again.has_value() && again->result == type, "a type is read as it was spelled");
}

void check_parameters(const std::vector<TypeParameter>& parameters)
{
    for (const TypeParameter& parameter : parameters)
    {
        require(!parameter.name.empty(), "type parameters have names");
        std::for_each(parameter.bounds.begin(), parameter.bounds.end(), check);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(data, data + size);
    if (const auto type = parse_field_signature(text))
    {
        check(*type);
    }
    if (const auto method = parse_method_signature(text))
    {
        check_parameters(method->type_parameters);
        std::for_each(method->parameters.begin(), method->parameters.end(), check);
        check(method->result);
        std::for_each(method->exceptions.begin(), method->exceptions.end(), check);
    }
    if (const auto type = parse_class_signature(text))
    {
        check_parameters(type->type_parameters);
        check(type->superclass);
        std::for_each(type->interfaces.begin(), type->interfaces.end(), check);
    }
    if (const auto types = parse_method_descriptor(text))
    {
        std::string again = "(";
        for (const std::string& parameter : types->parameters)
        {
            require(is_field_descriptor(parameter), "parameters have types of fields");
            again += parameter;
        }
        require(again + ")" + types->result == text, "a descriptor is its parts");
    }
    return 0;
}
