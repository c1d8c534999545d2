// SPDX-License-Identifier: Apache-2.0
// Anonymous classes: a stand-in with a body for each abstract method.
#include "callables.hpp"
#include "expressions.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <cassert>
#include <cstddef>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

TypeSignature type_of(const std::string& signature)
{
    auto type = parse_field_signature(signature);
    return type ? std::move(*type) : TypeSignature{TypeSignature::Kind::primitive, signature, {}};
}

}  // namespace

std::string ExpressionWriter::type_arguments(const TypeSignature& type)
{
    std::string text;
    for (const TypeSignature& argument : type.arguments)
    {
        text += (text.empty() ? "<" : ", ") + generic_name(argument);
    }
    const bool is_raw_type = text.empty() && m_suite.generic_classes.contains(type.name);
    m_has_raw_type = m_has_raw_type || is_raw_type;
    return text.empty() ? text : text + ">";
}

std::string ExpressionWriter::generic_name(const TypeSignature& type)
{
    switch (type.kind)
    {
        case TypeSignature::Kind::any:
            return "?";
        case TypeSignature::Kind::extends:
            return "? extends " + generic_name(type.arguments.front());
        case TypeSignature::Kind::super:
            return "? super " + generic_name(type.arguments.front());
        case TypeSignature::Kind::array:
            return generic_name(type.arguments.front()) + "[]";
        case TypeSignature::Kind::class_type:
            return m_types.of_class(type.name) + type_arguments(type);
        default:
            return m_types.of_descriptor(type.name);
    }
}

Expression ExpressionWriter::stand_in(const JavaCall& call)
{
    const StandIn& form = call.callable.stand_in;
    const auto inherited = parse_method_descriptor(call.callable.descriptor);
    std::size_t next = inherited ? inherited->parameters.size() : 0;
    JavaCall made = call;
    made.callable.kind = JavaCallableKind::constructor;
    made.arguments.resize(next);
    SourceCode head = new_object(made, type_arguments(type_of(form.type)));
    std::vector<SourceCode> lines;
    for (const StandInMethod& method : form.methods)
    {
        assert(!method.has_answer || next < call.arguments.size());
        if (!lines.empty())
        {
            lines.push_back(leaf(""));
        }
        lines.push_back(leaf("@Override"));
        const JavaValue* answer = method.has_answer ? &call.arguments[next++] : nullptr;
        lines.push_back(stand_in_method(method, answer, call.is_explicit));
    }
    SourceCode body = lines.empty() ? leaf(" {}") : block(" {", std::move(lines));
    return {sequence({std::move(head), std::move(body)}), descriptor_of_class(call.callable.owner)};
}

SourceCode ExpressionWriter::stand_in_method(
    const StandInMethod& method, const JavaValue* answer, bool is_explicit)
{
    std::vector<std::string> names;
    std::vector<SourceCode> parameters;
    for (std::size_t i = 0; i < method.parameters.size(); ++i)
    {
        names.push_back(m_names.take(unused_parameters.at(i % unused_parameters.size())));
        parameters.push_back(
            leaf(generic_name(type_of(method.parameters[i])) + " " + names.back()));
    }
    const std::string access = method.access.empty() ? "" : method.access + " ";
    const std::string result = erased(method.result);
    std::string head = access + generic_name(type_of(method.result)) + " " + method.name + "(";
    std::vector<SourceCode> lines;
    if (result != "V")
    {
        const JavaValue returned = answer == nullptr ? neutral_value(result) : *answer;
        Expression value = value_for(returned, result);
        const bool needs_cast = is_explicit && !value.type.empty() && value.type != result;
        value = needs_cast ? cast(std::move(value), result) : std::move(value);
        lines.push_back(sequence({leaf("return "), std::move(value.code), leaf(";")}));
    }
    for (const std::string& name : names)
    {
        m_names.release(name);
    }
    SourceCode body = lines.empty() ? leaf(" {}") : block(" {", std::move(lines));
    return sequence({list(std::move(head), std::move(parameters), ")"), std::move(body)});
}

}  // namespace sbst::jvm::detail
