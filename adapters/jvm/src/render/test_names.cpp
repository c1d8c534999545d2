// SPDX-License-Identifier: Apache-2.0
#include "test_names.hpp"

#include "../language/names.hpp"
#include "callables.hpp"

#include <fmt/format.h>

#include <bit>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace sbst::jvm::detail
{

namespace
{

bool is_of_subject(std::string_view name, const JavaSuite& suite)
{
    return name.starts_with(suite.class_under_test) &&
           (name.size() == suite.class_under_test.size() ||
               name[suite.class_under_test.size()] == '$');
}

/// Of the class under test, or inherited and called on an object of it.
bool is_of_subject(const JavaTest& test, const JavaCall& call, const JavaSuite& suite)
{
    const bool is_on_step = call.callable.kind == JavaCallableKind::instance_method &&
                            call.arguments.front().kind == JavaValueKind::step;
    if (!is_on_step || is_of_subject(call.callable.owner, suite))
    {
        return is_of_subject(call.callable.owner, suite);
    }
    const auto& made = std::get<JavaCall>(test.steps[call.arguments.front().step]);
    const std::string type =
        made.result_type.empty() ? result_type(made.callable) : made.result_type;
    return type.starts_with('L') &&
           is_of_subject(std::string_view(type).substr(1, type.size() - 2), suite);
}

/// The last call of the class under test, or the last one at all.
std::optional<std::size_t> main_call(const JavaTest& test, const JavaSuite& suite)
{
    std::optional<std::size_t> found;
    bool is_found_of_subject = false;
    for (std::size_t i = 0; i < test.steps.size(); ++i)
    {
        const auto* const call = std::get_if<JavaCall>(&test.steps[i]);
        if (call == nullptr || is_pure(call->callable))
        {
            continue;
        }
        const bool is_subject = is_of_subject(test, *call, suite);
        if (is_subject || !is_found_of_subject)
        {
            found = i;
            is_found_of_subject = is_subject;
        }
    }
    return found;
}

bool is_method(const JavaCallable& callable)
{
    return callable.kind == JavaCallableKind::static_method ||
           callable.kind == JavaCallableKind::instance_method;
}

std::string action(const JavaCall& call, const TypeNamer& types)
{
    const JavaCallable& callable = call.callable;
    switch (callable.kind)
    {
        case JavaCallableKind::constructor:
            return (call.expected_exception.empty() ? "creates " : "new ") +
                   types.last_name(callable.owner);
        case JavaCallableKind::static_field_read:
        case JavaCallableKind::field_read:
            return "reads " + callable.name;
        case JavaCallableKind::static_field_write:
        case JavaCallableKind::field_write:
            return "writes " + callable.name;
        default:
            return callable.name;
    }
}

double real_of(const JavaValue& value)
{
    return value.type == JavaTypeKind::double_float ?
               std::bit_cast<double>(value.number) :
               static_cast<double>(std::bit_cast<float>(static_cast<std::int32_t>(value.number)));
}

std::string number_words(const JavaValue& value)
{
    const bool is_real =
        value.type == JavaTypeKind::double_float || value.type == JavaTypeKind::single_float;
    constexpr std::int64_t max_shown = 9999;
    const double number = is_real ? real_of(value) : static_cast<double>(value.number);
    if (number == 0)
    {
        return " returns zero";
    }
    if (!is_real && value.number >= -max_shown && value.number <= max_shown)
    {
        return fmt::format(
            " returns {}{}", value.number < 0 ? "minus" : "", std::abs(value.number));
    }
    return number < 0 ? " returns negative" : number > 0 ? " returns positive" : " returns NaN";
}

/// Says the text when it is one short word.
std::string text_words(const std::u16string& text)
{
    constexpr std::size_t max_shown = 20;
    if (text.empty())
    {
        return " returns empty string";
    }
    std::string word;
    for (const char16_t unit : text)
    {
        const char letter = unit < 0x80 ? static_cast<char>(unit) : ' ';
        word += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : ' ';
    }
    const bool is_word = word.size() <= max_shown && word.find(' ') == std::string::npos;
    return is_word ? " returns " + word : "";
}

/// `HALF_UP` to `Half_Up`: camel case does the rest.
std::string constant_words(std::string name)
{
    for (std::size_t i = 1; i < name.size(); ++i)
    {
        if (std::isalpha(static_cast<unsigned char>(name[i - 1])) != 0)
        {
            name[i] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
        }
    }
    return name;
}

std::string value_words(const JavaValue& value)
{
    if (value.kind == JavaValueKind::array)
    {
        return value.elements.empty() ? " returns empty array" : "";
    }
    if (value.kind == JavaValueKind::enumeration)
    {
        return " returns " + constant_words(value.name);
    }
    if (value.kind != JavaValueKind::literal)
    {
        return {};
    }
    switch (value.type)
    {
        case JavaTypeKind::boolean:
            return value.number != 0 ? " returns true" : " returns false";
        case JavaTypeKind::string:
            return text_words(value.text);
        case JavaTypeKind::character:
            return {};
        default:
            return number_words(value);
    }
}

/// How the call ends, as far as it is asserted of its result itself.
std::string ending(const JavaTest& test, std::size_t step, const TypeNamer& types)
{
    const auto& call = std::get<JavaCall>(test.steps[step]);
    if (!call.expected_exception.empty())
    {
        return " throws " + types.last_name(call.expected_exception);
    }
    for (const JavaStep& later : test.steps)
    {
        const auto* const assertion = std::get_if<JavaAssertion>(&later);
        if (assertion == nullptr || assertion->step != step || assertion->inspector ||
            !is_method(call.callable))
        {
            continue;
        }
        return assertion->kind == JavaAssertionKind::is_null ? " returns null" :
               assertion->kind == JavaAssertionKind::equals  ? value_words(assertion->expected) :
                                                               "";
    }
    return {};
}

/// `getNumerator` to `numerator`; empty when the name begins otherwise.
std::string without_verb(const std::string& method)
{
    for (const std::string verb : {"get", "to", "as", "create", "new", "compute", "find"})
    {
        if (method.size() > verb.size() && method.starts_with(verb) &&
            std::isupper(static_cast<unsigned char>(method[verb.size()])) != 0)
        {
            return decapitalize(method.substr(verb.size()));
        }
    }
    return {};
}

bool is_plain_value(const std::string& type)
{
    return is_primitive(type) || !primitive_of(type).empty() || type == "Ljava/lang/String;" ||
           type == "Ljava/lang/Object;" || type == "Ljava/lang/CharSequence;" ||
           type == "Ljava/lang/Comparable;" || type == "Ljava/lang/Number;";
}

/// `LinkedHashMap` to `Map`: what everybody knows needs no more.
std::string last_word(const std::string& type_name)
{
    std::size_t begin = type_name.size() - 1;
    while (begin > 0 && std::isupper(static_cast<unsigned char>(type_name[begin])) == 0)
    {
        --begin;
    }
    return std::isupper(static_cast<unsigned char>(type_name.back())) != 0 ?
               type_name :
               type_name.substr(begin);
}

std::string type_word(const std::string& type, const TypeNamer& types)
{
    if (type.front() == '[')
    {
        return plural(type_word(type.substr(1), types));
    }
    if (type == "Ljava/lang/Class;")
    {
        return "type";
    }
    if (type.front() == 'L')
    {
        std::string name = types.last_name(type.substr(1, type.size() - 2));
        return decapitalize(type.starts_with("Ljava/") ? last_word(name) : name);
    }
    return decapitalize(types.last_name(box_of(type)));
}

}  // namespace

std::string method_wish(const JavaTest& test, const JavaSuite& suite, const TypeNamer& types)
{
    std::string name = lower_camel(test.name);
    const auto step = name.empty() ? main_call(test, suite) : std::nullopt;
    if (step)
    {
        const auto& call = std::get<JavaCall>(test.steps[*step]);
        name = lower_camel(action(call, types) + ending(test, *step, types));
    }
    return name.empty() ? "test" : name;
}

std::string variable_wish(const JavaCall& call, const std::string& type, const TypeNamer& types)
{
    const JavaCallable& callable = call.callable;
    std::string wish = lower_camel(call.result_name);
    const bool is_field = callable.kind == JavaCallableKind::static_field_read ||
                          callable.kind == JavaCallableKind::field_read;
    if (wish.empty() && is_plain_value(type))
    {
        wish = is_method(callable) ? without_verb(callable.name) :
               is_field            ? decapitalize(callable.name) :
                                     "";
        wish = !wish.empty() ? wish : is_method(callable) ? "result" : type_word(type, types);
    }
    if (wish.empty())
    {
        wish = type_word(type, types);
    }
    return wish.empty() ? "value" : wish;
}

}  // namespace sbst::jvm::detail
