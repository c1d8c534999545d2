// SPDX-License-Identifier: Apache-2.0
#include "test_names.hpp"

#include "callables.hpp"

#include <sbst/jvm/language/java_text.hpp>
#include <sbst/output/test_name.hpp>

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

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

/// A member of the class under test, or inherited and called on an object of it.
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

ValueForm form_of(const JavaValue& value)
{
    switch (value.kind)
    {
        case JavaValueKind::array:
            return ValueForm::list;
        case JavaValueKind::enumeration:
            return ValueForm::constant;
        case JavaValueKind::list:
        case JavaValueKind::set:
        case JavaValueKind::map:
        case JavaValueKind::optional:
            // Named like a constant: `empty list`.
            return value.elements.empty() ? ValueForm::constant : ValueForm::other;
        case JavaValueKind::literal:
            break;
        default:
            return ValueForm::other;
    }
    switch (value.type)
    {
        case JavaTypeKind::boolean:
            return ValueForm::boolean;
        case JavaTypeKind::string:
            return ValueForm::text;
        // Most characters are no part of a name.
        case JavaTypeKind::character:
            return ValueForm::other;
        case JavaTypeKind::single_float:
        case JavaTypeKind::double_float:
            return ValueForm::real;
        default:
            return ValueForm::integer;
    }
}

std::string content_of(const JavaValue& value)
{
    switch (form_of(value))
    {
        case ValueForm::boolean:
            return value.number != 0 ? "true" : "false";
        case ValueForm::integer:
            return std::to_string(value.number);
        case ValueForm::real:
            return fmt::format("{}", real_of(value));
        case ValueForm::text:
            return to_utf8(value.text);
        case ValueForm::constant:
            return value.kind == JavaValueKind::list     ? "empty list" :
                   value.kind == JavaValueKind::set      ? "empty set" :
                   value.kind == JavaValueKind::map      ? "empty map" :
                   value.kind == JavaValueKind::optional ? "empty optional" :
                                                           value.name;
        default:
            return {};
    }
}

ExecutedValue stated_value(const JavaValue& value)
{
    ExecutedValue executed{.form = form_of(value), .content = content_of(value)};
    executed.elements.resize(value.elements.size());
    return executed;
}

/// What is asserted of the result of a step itself.
std::vector<ExecutedValue> asserted_results(const JavaTest& test, std::size_t step)
{
    for (const JavaStep& later : test.steps)
    {
        const auto* const assertion = std::get_if<JavaAssertion>(&later);
        if (assertion == nullptr || assertion->step != step || assertion->inspector ||
            assertion->argument || assertion->kind == JavaAssertionKind::printed)
        {
            continue;
        }
        switch (assertion->kind)
        {
            case JavaAssertionKind::is_null:
                return {{.form = ValueForm::null}};
            case JavaAssertionKind::equals:
                return {stated_value(assertion->expected)};
            default:
                return {};
        }
    }
    return {};
}

/// As its language says it: the last name of a class, or the name of a member.
std::string name_of(const JavaCallable& callable, const TypeNamer& types)
{
    const bool is_made = callable.kind == JavaCallableKind::constructor ||
                         callable.kind == JavaCallableKind::stand_in;
    return is_made ? types.last_name(callable.owner) : callable.name;
}

bool is_plain_value(const std::string& type)
{
    return is_primitive(type) || !primitive_of(type).empty() || type == "Ljava/lang/String;" ||
           type == "Ljava/lang/Object;" || type == "Ljava/lang/CharSequence;" ||
           type == "Ljava/lang/Comparable;" || type == "Ljava/lang/Number;";
}

}  // namespace

double real_of(const JavaValue& value)
{
    return value.type == JavaTypeKind::double_float ?
               std::bit_cast<double>(value.number) :
               static_cast<double>(std::bit_cast<float>(static_cast<std::int32_t>(value.number)));
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

std::optional<std::size_t> main_step(const JavaTest& test, const JavaSuite& suite)
{
    std::optional<std::size_t> found;
    bool is_found_under_test = false;
    for (std::size_t i = 0; i < test.steps.size(); ++i)
    {
        const auto* const call = std::get_if<JavaCall>(&test.steps[i]);
        if (call == nullptr || is_pure(call->callable))
        {
            continue;
        }
        const bool is_under_test = is_of_subject(test, *call, suite);
        if (is_under_test || !is_found_under_test)
        {
            found = i;
            is_found_under_test = is_under_test;
        }
    }
    return found;
}

CallableKind core_kind(JavaCallableKind kind)
{
    switch (kind)
    {
        case JavaCallableKind::constructor:
        case JavaCallableKind::stand_in:
        case JavaCallableKind::bean:
            return CallableKind::constructor;
        case JavaCallableKind::static_method:
        case JavaCallableKind::serial_copy:
            return CallableKind::function;
        case JavaCallableKind::instance_method:
            return CallableKind::method;
        case JavaCallableKind::static_field_read:
        case JavaCallableKind::field_read:
            return CallableKind::field_read;
        case JavaCallableKind::static_field_write:
        case JavaCallableKind::field_write:
            return CallableKind::field_write;
        default:
            return CallableKind::cast;
    }
}

ExecutedTest for_naming(const JavaTest& test, const JavaSuite& suite, const TypeNamer& types)
{
    ExecutedTest executed{.name = test.name};
    for (std::size_t i = 0; i < test.steps.size(); ++i)
    {
        const auto* const call = std::get_if<JavaCall>(&test.steps[i]);
        if (call == nullptr)
        {
            continue;
        }
        ExecutedCall facts{.kind = core_kind(call->callable.kind),
            .name = name_of(call->callable, types),
            .is_under_test = is_of_subject(test, *call, suite),
            .only_makes_value = is_pure(call->callable),
            .results = asserted_results(test, i)};
        facts.failure_words = call->expected_exception.empty() ?
                                  std::string() :
                                  "throws " + types.last_name(call->expected_exception);
        executed.calls.push_back(std::move(facts));
    }
    return executed;
}

std::string variable_wish(const JavaCall& call, const std::string& type, const TypeNamer& types)
{
    const ExecutedCall made{
        .kind = core_kind(call.callable.kind), .name = name_of(call.callable, types)};
    return sbst::variable_wish(made, {.words = call.result_name,
                                         .is_plain = is_plain_value(type),
                                         .type_word = type_word(type, types)});
}

}  // namespace sbst::jvm::detail
