// SPDX-License-Identifier: Apache-2.0
#include "assertions.hpp"

#include "callables.hpp"
#include "literals.hpp"
#include "standard_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

constexpr int junit4 = 4;

bool is_real(const JavaValue& value)
{
    return value.kind == JavaValueKind::literal &&
           (value.type == JavaTypeKind::single_float || value.type == JavaTypeKind::double_float);
}

bool is_small_integer(const JavaValue& value)
{
    return value.type == JavaTypeKind::byte || value.type == JavaTypeKind::short_integer;
}

}  // namespace

bool is_assertion_name(std::string_view name)
{
    constexpr std::array<std::string_view, 11> names{"assertArrayEquals", "assertDoesNotThrow",
        "assertEquals", "assertFalse", "assertInstanceOf", "assertNotNull", "assertNull",
        "assertSame", "assertThrows", "assertTrue", "fail"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

SourceCode AssertionWriter::make(const std::string& name, std::vector<SourceCode> arguments)
{
    m_imports.insert(name);
    return list(name + "(", std::move(arguments), ")");
}

SourceCode AssertionWriter::throwing(const std::string& exception, SourceCode lambda)
{
    const Expression type = m_expressions.value(java_class(descriptor_of_class(exception)));
    return make("assertThrows", {type.code, std::move(lambda)});
}

SourceCode AssertionWriter::not_throwing(SourceCode lambda)
{
    return make("assertDoesNotThrow", {std::move(lambda)});
}

SourceCode AssertionWriter::equal_texts(const std::u16string& expected, SourceCode actual)
{
    return make(
        "assertEquals", {m_expressions.value(java_string(expected)).code, std::move(actual)});
}

SourceCode AssertionWriter::assertion(const JavaAssertion& assertion)
{
    if (assertion.kind == JavaAssertionKind::printed)
    {
        return make("assertEquals", {m_expressions.value(assertion.expected).code,
                                        leaf(std::string(printed_method) + "()")});
    }
    Expression actual = assertion.argument ?
                            m_expressions.argument_variable(assertion.step, *assertion.argument) :
                            m_expressions.value(java_step(assertion.step));
    if (assertion.inspector)
    {
        actual = m_expressions.call({.callable = *assertion.inspector,
            .arguments = {java_step(assertion.step)},
            .casts_receiver = assertion.casts_to_inspector});
        actual.type = asked_type(assertion.expected, std::move(actual.type));
    }
    switch (assertion.kind)
    {
        case JavaAssertionKind::same:
            return make("assertSame",
                {m_expressions.value(assertion.expected).code, std::move(actual.code)});
        case JavaAssertionKind::is_null:
            return make("assertNull", {std::move(actual.code)});
        case JavaAssertionKind::not_null:
            return make("assertNotNull", {std::move(actual.code)});
        case JavaAssertionKind::instance_of:
            return instance(assertion.expected, std::move(actual));
        default:
            return equality(assertion.expected, std::move(actual));
    }
}

std::string AssertionWriter::asked_type(const JavaValue& expected, std::string type)
{
    const bool is_number = expected.kind == JavaValueKind::literal &&
                           expected.type != JavaTypeKind::string &&
                           expected.type != JavaTypeKind::boolean;
    if (m_junit != junit4 || !is_number || is_primitive(type))
    {
        return type;
    }
    // A type argument may make it a box for the compiler where the descriptor says Object.
    return descriptor_of_class(box_of(m_expressions.value(expected).type));
}

SourceCode AssertionWriter::equality(const JavaValue& expected, Expression actual)
{
    switch (expected.kind)
    {
        case JavaValueKind::null:
            return make("assertNull", {std::move(actual.code)});
        case JavaValueKind::array:
            return array_equality(expected, std::move(actual));
        case JavaValueKind::literal:
            return literal_equality(expected, std::move(actual));
        default:
            return make(
                "assertEquals", {m_expressions.value(expected).code, std::move(actual.code)});
    }
}

SourceCode AssertionWriter::array_equality(const JavaValue& expected, Expression actual)
{
    if (actual.type.front() != '[')
    {
        actual = m_expressions.cast(std::move(actual), expected.descriptor);
    }
    std::vector<SourceCode> arguments{m_expressions.value(expected).code, std::move(actual.code)};
    if (m_junit == junit4 && (expected.descriptor == "[D" || expected.descriptor == "[F"))
    {
        arguments.push_back(leaf(expected.descriptor == "[D" ? "0.0" : "0.0F"));
    }
    return make("assertArrayEquals", std::move(arguments));
}

SourceCode AssertionWriter::literal_equality(const JavaValue& expected, Expression actual)
{
    const bool is_truth = expected.type == JavaTypeKind::boolean &&
                          (actual.type == "Z" || primitive_of(actual.type) == "Z");
    if (is_truth)
    {
        return make(expected.number != 0 ? "assertTrue" : "assertFalse", {std::move(actual.code)});
    }
    if (is_primitive(actual.type) && is_small_integer(expected))
    {
        // Widened to int on both sides.
        return make(
            "assertEquals", {leaf(std::to_string(expected.number)), std::move(actual.code)});
    }
    SourceCode wanted = m_expressions.value(expected).code;
    if (m_junit == junit4 && is_primitive(actual.type) && is_real(expected))
    {
        const char* const delta = expected.type == JavaTypeKind::double_float ? "0.0" : "0.0F";
        return make("assertEquals", {std::move(wanted), std::move(actual.code), leaf(delta)});
    }
    const std::string unboxed = primitive_of(actual.type);
    if (m_junit == junit4 && !unboxed.empty())
    {
        // JUnit 4 compares numbers or objects: a box could be either.
        const std::string box = m_expressions.type_name(actual.type);
        wanted = list(box + ".valueOf(", {std::move(wanted)}, ")");
    }
    return make("assertEquals", {std::move(wanted), std::move(actual.code)});
}

SourceCode AssertionWriter::instance(const JavaValue& expected, Expression actual)
{
    if (m_junit == junit4)
    {
        const std::string type = m_expressions.type_name(expected.descriptor);
        return make("assertTrue",
            {sequence({std::move(actual.code), leaf(fmt::format(" instanceof {}", type))})});
    }
    return make("assertInstanceOf", {m_expressions.value(expected).code, std::move(actual.code)});
}

}  // namespace sbst::jvm::detail
