// SPDX-License-Identifier: Apache-2.0
// Values: literals, strings, arrays, and casts of them. Calls are in expressions.cpp.
#include "assignability.hpp"
#include "callables.hpp"
#include "expressions.hpp"
#include "literals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

constexpr const char* string_descriptor = "Ljava/lang/String;";

std::string descriptor_of_literal(JavaTypeKind type)
{
    switch (type)
    {
        case JavaTypeKind::boolean:
            return "Z";
        case JavaTypeKind::byte:
            return "B";
        case JavaTypeKind::short_integer:
            return "S";
        case JavaTypeKind::character:
            return "C";
        case JavaTypeKind::long_integer:
            return "J";
        case JavaTypeKind::single_float:
            return "F";
        case JavaTypeKind::double_float:
            return "D";
        case JavaTypeKind::string:
            return string_descriptor;
        default:
            return "I";
    }
}

/// Bytes of the text in a class file, where one constant holds 65,535.
std::size_t constant_size(std::u16string_view text)
{
    std::size_t size = 0;
    for (const char16_t unit : text)
    {
        size += unit != 0 && unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    }
    return size;
}

/// Tells whether a new array of its length has the same elements: readers need not count them.
bool is_long_and_neutral(const JavaValue& array)
{
    constexpr std::size_t most_counted = 16;
    const std::string component = array.descriptor.substr(1);
    // A negative zero equals the other one.
    const bool is_exact = component != "D" && component != "F";
    return array.elements.size() > most_counted && is_exact &&
           std::all_of(array.elements.begin(), array.elements.end(),
               [neutral = neutral_value(component)](
                   const JavaValue& element) { return element == neutral; });
}

}  // namespace

Expression ExpressionWriter::value(const JavaValue& value)
{
    switch (value.kind)
    {
        case JavaValueKind::null:
            return {leaf("null"), "", false};
        case JavaValueKind::literal:
            return literal(value);
        case JavaValueKind::enumeration:
            return {
                leaf(m_types.of_descriptor(value.descriptor) + "." + value.name), value.descriptor};
        case JavaValueKind::class_literal:
            return {leaf(m_types.of_descriptor(value.descriptor) + ".class"), "Ljava/lang/Class;"};
        case JavaValueKind::array:
            return array(value);
        case JavaValueKind::list:
        case JavaValueKind::set:
        case JavaValueKind::map:
            return collection(value);
        case JavaValueKind::optional:
            return optional(value);
        case JavaValueKind::step:
            break;
    }
    if (m_layout.forms[value.step] == StepForm::inlined)
    {
        return used_result(value.step);
    }
    assert(!m_variables[value.step].empty());
    return {leaf(m_variables[value.step]), type_of_step(value.step)};
}

Expression ExpressionWriter::literal(const JavaValue& value)
{
    if (value.type == JavaTypeKind::string)
    {
        return string(value.text);
    }
    return {leaf(primitive_literal(value)), descriptor_of_literal(value.type), false};
}

Expression ExpressionWriter::string(const std::u16string& text)
{
    // String.repeat came with Java 11.
    constexpr int first_release_with_repeat = 11;
    constexpr std::size_t max_constant = 60'000;
    const std::u16string_view part = repeated_part(text);
    if (!part.empty() && m_suite.release >= first_release_with_repeat)
    {
        return {leaf(fmt::format("{}.repeat({})", string_literal(part), text.size() / part.size())),
            string_descriptor};
    }
    if (constant_size(text) <= max_constant)
    {
        return {string_code(text), string_descriptor};
    }
    // Joined by the compiler, literals would be one constant again.
    std::vector<SourceCode> pieces{leaf("\"\"")};
    constexpr std::size_t piece_size = max_constant / 3;
    for (std::size_t begin = 0; begin < text.size(); begin += piece_size)
    {
        pieces.push_back(string_code(text.substr(begin, piece_size)));
    }
    return {list(m_types.of_descriptor(string_descriptor) + ".join(", std::move(pieces), ")"),
        string_descriptor};
}

std::string ExpressionWriter::new_array(const std::string& descriptor)
{
    return fmt::format("new {} {{", type_name(descriptor));
}

Expression ExpressionWriter::collection(const JavaValue& value)
{
    const bool has_null = std::any_of(value.elements.begin(), value.elements.end(),
        [](const JavaValue& element) { return element.kind == JavaValueKind::null; });
    const std::string type = value.kind == JavaValueKind::set ? "Ljava/util/Set;" :
                             value.kind == JavaValueKind::map ? "Ljava/util/Map;" :
                                                                "Ljava/util/List;";
    // Only what makes a list takes null, and a single one would be taken for an array.
    const std::string maker = has_null ? m_types.of_class("java/util/Arrays") + ".asList(" :
                                         m_types.of_descriptor(type) + ".of(";
    std::vector<SourceCode> items;
    for (const JavaValue& element : value.elements)
    {
        Expression item = this->value(element);
        const bool is_single_null = item.type.empty() && value.elements.size() == 1;
        items.push_back(is_single_null ? cast(std::move(item), "Ljava/lang/Object;").code :
                                         std::move(item.code));
    }
    return {list(maker, std::move(items), ")"), type};
}

Expression ExpressionWriter::optional(const JavaValue& value)
{
    const std::string type = m_types.of_descriptor(value.descriptor);
    if (value.elements.empty())
    {
        return {leaf(type + ".empty()"), value.descriptor};
    }
    std::vector<SourceCode> items{this->value(value.elements.front()).code};
    return {list(type + ".of(", std::move(items), ")"), value.descriptor};
}

Expression ExpressionWriter::array(const JavaValue& value)
{
    const auto variable = m_argument_variables.find(&value);
    if (variable != m_argument_variables.end())
    {
        return {leaf(variable->second), value.descriptor};
    }
    if (is_long_and_neutral(value))
    {
        std::string name = type_name(value.descriptor);
        name.insert(name.find('[') + 1, std::to_string(value.elements.size()));
        return {leaf("new " + name), value.descriptor};
    }
    const std::string component = value.descriptor.substr(1);
    std::vector<SourceCode> items;
    for (const JavaValue& element : value.elements)
    {
        SourceCode item = value_for(element, component).code;
        if (element.kind == JavaValueKind::array && element.descriptor == component &&
            item.kind == CodeKind::list)
        {
            // `new int[][] {{1}}`: what is inside needs no type.
            item.text = "{";
        }
        items.push_back(std::move(item));
    }
    return {list(new_array(value.descriptor), std::move(items), "}"), value.descriptor};
}

Expression ExpressionWriter::value_for(const JavaValue& value, const std::string& type)
{
    return fitted(with_interface(this->value(value), type), type);
}

Expression ExpressionWriter::fitted(Expression expression, const std::string& type)
{
    return expression.is_lambda || is_assignable(m_suite, expression.type, type) ?
               expression :
               cast(std::move(expression), type);
}

Expression ExpressionWriter::with_interface(Expression written, const std::string& type)
{
    if (!written.is_lambda || written.type == type)
    {
        return written;
    }
    const std::string own = written.type;
    return cast(std::move(written), own);
}

Expression ExpressionWriter::cast(Expression expression, const std::string& wanted)
{
    constexpr std::size_t max_leaf = 60;
    if (expression.type.empty() && is_hidden(wanted))
    {
        // A null of a type above it would not do.
        return expression;
    }
    const std::string type = visible_type(m_suite, wanted);
    const std::string head = fmt::format("({}) ", type_name(type));
    ++m_casts;
    const std::string text = flat(expression.code);
    bool needs_parentheses = text.front() == '-' && !is_primitive(type);
    if (expression.code.kind == CodeKind::string)
    {
        // A cast would hold for the first of several parts only.
        needs_parentheses = text.size() > max_leaf;
        expression.code = needs_parentheses ? std::move(expression.code) : leaf(text);
    }
    if (!needs_parentheses)
    {
        return {sequence({leaf(head), std::move(expression.code)}), type, false};
    }
    return {sequence({leaf(head + "("), std::move(expression.code), leaf(")")}), type, false};
}

}  // namespace sbst::jvm::detail
