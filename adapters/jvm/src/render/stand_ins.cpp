// SPDX-License-Identifier: Apache-2.0
// Anonymous classes: a stand-in with a body for each abstract method.
#include "callables.hpp"
#include "expressions.hpp"
#include "literals.hpp"
#include "mocks.hpp"
#include "stub_classes.hpp"

#include <sbst/jvm/language/java_text.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <fmt/core.h>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
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

/// A name for the number of calls of a method, which no field has yet.
std::string counter_for(const std::string& method, std::set<std::string>& taken)
{
    std::string name = method + "Calls";
    for (int number = 2; !taken.insert(name).second; ++number)
    {
        name = method + "Calls" + std::to_string(number);
    }
    return name;
}

/// What stands behind the counter where the answers are true and false.
std::optional<std::string> comparison_for(const Stub& stub)
{
    const auto is_literal = [](const JavaValue& value) {
        return value.kind == JavaValueKind::literal && value.type == JavaTypeKind::boolean;
    };
    if (stub.turns == 0 || stub.failure != nullptr || !is_literal(*stub.first) ||
        !is_literal(*stub.answer))
    {
        return std::nullopt;
    }
    return (stub.first->number != 0 ? "++ < " : "++ >= ") + std::to_string(stub.turns);
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
    const bool has_stub = has_stub_class(call.callable);
    SourceCode head = has_stub ? leaf("new " + stub_class_name(call.callable) + "()") :
                                 new_object(made, type_arguments(type_of(form.type)));
    std::vector<SourceCode> lines;
    std::set<std::string> counters(form.fields.begin(), form.fields.end());
    for (const StandInMethod& method : form.methods)
    {
        assert(!method.has_answer || next < call.arguments.size());
        const Stub stub = take_answers(method, call, next);
        // The class that it extends has all methods, with neutral values.
        const bool is_neutral =
            stub.answer == nullptr ||
            (stub.turns == 0 && *stub.answer == neutral_value(erased(method.result)));
        const bool is_inherited = is_neutral && !method.callback && stub.failure == nullptr;
        if (has_stub && is_inherited)
        {
            continue;
        }
        if (!lines.empty())
        {
            lines.push_back(leaf(""));
        }
        std::string counter;
        if (stub.turns > 0)
        {
            counter = counter_for(method.name, counters);
            lines.push_back(leaf("private int " + counter + ";"));
            lines.push_back(leaf(""));
        }
        lines.push_back(leaf("@Override"));
        lines.push_back(stand_in_method(stub, counter, call.is_explicit));
    }
    SourceCode body = lines.empty() ? leaf(" {}") : block(" {", std::move(lines));
    return {sequence({std::move(head), std::move(body)}), descriptor_of_class(call.callable.owner)};
}

SourceCode ExpressionWriter::stand_in_method(
    const Stub& stub, const std::string& counter, bool is_explicit)
{
    const StandInMethod& method = *stub.method;
    std::vector<std::string> names;
    std::vector<SourceCode> parameters;
    for (std::size_t i = 0; i < method.parameters.size(); ++i)
    {
        names.push_back(m_names.take(unused_parameters.at(i % unused_parameters.size())));
        parameters.push_back(
            leaf(generic_name(type_of(method.parameters[i])) + " " + names.back()));
    }
    const std::string access = method.access.empty() ? "" : method.access + " ";
    std::string head = access + generic_name(type_of(method.result)) + " " + method.name + "(";
    std::vector<SourceCode> lines = stand_in_body(stub, names, counter, is_explicit);
    for (const std::string& name : names)
    {
        m_names.release(name);
    }
    std::string clause = ")" + throws_clause(m_types, stub);
    SourceCode body = lines.empty() ? leaf(" {}") : block(" {", std::move(lines));
    return sequence(
        {list(std::move(head), std::move(parameters), std::move(clause)), std::move(body)});
}

std::vector<SourceCode> ExpressionWriter::stand_in_body(const Stub& stub,
    const std::vector<std::string>& parameters, const std::string& counter, bool is_explicit)
{
    const StandInMethod& method = *stub.method;
    if (stub.failure != nullptr && stub.turns == 0)
    {
        return {throwing(method, *stub.failure)};
    }
    std::vector<SourceCode> lines;
    if (stub.failure != nullptr)
    {
        const std::string condition = counter + "++ < " + std::to_string(stub.turns);
        lines.push_back(block("if (" + condition + ") {", {throwing(method, *stub.failure)}));
    }
    const bool is_told = method.callback && method.callback->is_returned;
    if (method.callback)
    {
        const std::string run =
            parameters[method.callback->parameter] + "." + method.callback->name;
        lines.push_back(leaf((is_told ? "return " : "") + run + "();"));
    }
    if (erased(method.result) != "V" && !is_told)
    {
        lines.push_back(returning(stub, counter, is_explicit));
    }
    return lines;
}

SourceCode ExpressionWriter::returning(
    const Stub& stub, const std::string& counter, bool is_explicit)
{
    const std::string result = erased(stub.method->result);
    const auto code_of = [&](const JavaValue& returned) {
        Expression value = value_for(returned, result);
        const bool needs_cast = is_explicit && !value.type.empty() && value.type != result;
        return needs_cast ? cast(std::move(value), result).code : std::move(value.code);
    };
    if (const auto comparison = comparison_for(stub))
    {
        return leaf("return " + counter + *comparison + ";");
    }
    std::vector<SourceCode> parts{leaf("return ")};
    if (stub.turns > 0 && stub.failure == nullptr)
    {
        parts.push_back(leaf(counter + "++ < " + std::to_string(stub.turns) + " ? "));
        parts.push_back(code_of(*stub.first));
        parts.push_back(leaf(" : "));
    }
    parts.push_back(code_of(stub.answer == nullptr ? neutral_value(result) : *stub.answer));
    parts.push_back(leaf(";"));
    return sequence(std::move(parts));
}

namespace
{

/// What the exceptions of stand-ins take as a primitive value.
std::string primitive_answer(char type, std::int16_t number)
{
    switch (type)
    {
        case 'Z':
            return "true";
        case 'C':
            return "'a'";
        case 'F':
            return "1.0F";
        case 'D':
            return "1.0";
        case 'J':
            return fmt::format("{}L", number);
        case 'B':
            return fmt::format("(byte) {}", number);
        case 'S':
            return fmt::format("(short) {}", number);
        default:
            return fmt::format("{}", number);
    }
}

}  // namespace

SourceCode ExpressionWriter::throwing(const StandInMethod& method, const MadeException& made)
{
    const std::string text = string_literal(to_utf16(failure_text(method)));
    std::string arguments;
    const auto descriptor = parse_method_descriptor(made.descriptor);
    for (const std::string& parameter : descriptor->parameters)
    {
        const bool is_text = parameter == "Ljava/lang/String;";
        const bool has_text = made.cause_descriptor != "()V";
        arguments += arguments.empty() ? "" : ", ";
        arguments += is_text ?
                         text :
                     parameter.size() == 1 ?
                         primitive_answer(parameter.front(), made.number) :
                         "new " + m_types.of_class(made.cause) + "(" + (has_text ? text : "") + ")";
    }
    return leaf("throw new " + m_types.of_class(made.name) + "(" + arguments + ");");
}

}  // namespace sbst::jvm::detail
