// SPDX-License-Identifier: Apache-2.0
#include "value_words.hpp"

#include "callables.hpp"
#include "test_names.hpp"

#include <sbst/jvm/language/java_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// What people call a character that is neither a letter nor a digit.
std::string_view character_name(char16_t unit)
{
    constexpr std::array<std::pair<char16_t, std::string_view>, 24> names{{{u' ', "space"},
        {u'\n', "line feed"}, {u'\r', "carriage return"}, {u'\t', "tab"}, {u'"', "quote"},
        {u'\'', "apostrophe"}, {u',', "comma"}, {u';', "semicolon"}, {u':', "colon"}, {u'.', "dot"},
        {u'-', "minus"}, {u'+', "plus"}, {u'*', "star"}, {u'/', "slash"}, {u'\\', "backslash"},
        {u'#', "hash"}, {u'%', "percent"}, {u'&', "ampersand"}, {u'=', "equals"}, {u'<', "less"},
        {u'>', "greater"}, {u'_', "underscore"}, {u'$', "dollar"}, {u'\0', "nul"}}};
    const auto found = std::find_if(
        names.begin(), names.end(), [unit](const auto& one) { return one.first == unit; });
    const bool is_bracket = std::u16string_view(u"()[]{}").find(unit) != std::u16string_view::npos;
    return found != names.end() ? found->second :
           is_bracket           ? "bracket" :
           unit < u' '          ? "control" :
           unit >= 0x80         ? "unicode" :
                                  "sign";
}

/// A text that is one short word, or the first kind of other characters in it.
std::string text_words(const std::u16string& text)
{
    constexpr std::size_t max_word = 12;
    const auto special = std::find_if(text.begin(), text.end(),
        [](char16_t unit) { return unit >= 0x80 || std::isalnum(static_cast<int>(unit)) == 0; });
    return special != text.end()   ? std::string(character_name(*special)) :
           text.size() <= max_word ? to_utf8(text) :
                                     fmt::format("{} letters", text.size());
}

bool is_same_value(const JavaCall& made)
{
    return (made.callable.kind == JavaCallableKind::cast ||
               made.callable.kind == JavaCallableKind::as_object) &&
           !made.arguments.empty();
}

std::string elements(std::size_t count)
{
    return count == 0 ? std::string() :
           count == 1 ? "1 element" :
                        fmt::format("{} elements", count);
}

/// `HALF_UP` to `half up`.
std::string constant(std::string name)
{
    for (char& letter : name)
    {
        letter = letter == '_' || letter == '$' ?
                     ' ' :
                     static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return name;
}

std::string sort_of_literal(const JavaValue& value)
{
    const bool is_real =
        value.type == JavaTypeKind::single_float || value.type == JavaTypeKind::double_float;
    switch (value.type)
    {
        case JavaTypeKind::boolean:
            return value.number != 0 ? "true" : "false";
        case JavaTypeKind::string:
        {
            const bool is_blank = std::all_of(
                value.text.begin(), value.text.end(), [](char16_t unit) { return unit <= u' '; });
            return value.text.empty() ? "empty string" : is_blank ? "blank string" : "";
        }
        case JavaTypeKind::character:
            return {};
        default:
            break;
    }
    const double number = is_real ? real_of(value) : static_cast<double>(value.number);
    return std::isnan(number) ? "NaN" : number == 0 ? "zero" : number < 0 ? "negative" : "positive";
}

std::string exact_literal(const JavaValue& value)
{
    constexpr std::int64_t most = 9999;
    switch (value.type)
    {
        case JavaTypeKind::string:
            return text_words(value.text);
        case JavaTypeKind::character:
            return text_words(std::u16string(1, static_cast<char16_t>(value.number)));
        case JavaTypeKind::boolean:
        case JavaTypeKind::single_float:
        case JavaTypeKind::double_float:
            return {};
        default:
            break;
    }
    return value.number < -most || value.number > most ? std::string() :
           value.number < 0                            ? fmt::format("minus {}", -value.number) :
                                                         fmt::format("{}", value.number);
}

}  // namespace

std::string ValueWords::noun(const std::string& type) const
{
    if (type.starts_with('['))
    {
        return noun(type.substr(1)) + " array";
    }
    return type == "I" ? "int" : type == "C" ? "char" : type_word(type, *m_types);
}

std::string ValueWords::sort(const JavaValue& value, const std::string& type) const
{
    switch (value.kind)
    {
        case JavaValueKind::null:
            return "null " + noun(type);
        case JavaValueKind::literal:
            return sort_of_literal(value);
        case JavaValueKind::enumeration:
            return constant(value.name);
        case JavaValueKind::class_literal:
            return noun(value.descriptor) + " type";
        case JavaValueKind::step:
            return sort_of_step(value.step, type);
        default:
            return value.elements.empty() ? "empty " + noun(type) : std::string();
    }
}

std::string ValueWords::exactly(const JavaValue& value) const
{
    switch (value.kind)
    {
        case JavaValueKind::literal:
            return exact_literal(value);
        case JavaValueKind::array:
            return elements(value.elements.size());
        case JavaValueKind::step:
            break;
        default:
            return {};
    }
    const JavaCall& made = call_at(value.step);
    if (made.callable.kind == JavaCallableKind::array_of)
    {
        return elements(made.arguments.size());
    }
    return is_same_value(made) ? exactly(made.arguments.front()) : std::string();
}

const JavaCall& ValueWords::call_at(std::size_t step) const
{
    return std::get<JavaCall>(m_test->steps[step]);
}

bool ValueWords::is_filled(std::size_t made) const
{
    return std::any_of(m_test->steps.begin(), m_test->steps.end(), [made](const JavaStep& step) {
        const auto* const call = std::get_if<JavaCall>(&step);
        return call != nullptr && call->callable.kind == JavaCallableKind::instance_method &&
               call->arguments.front().kind == JavaValueKind::step &&
               call->arguments.front().step == made;
    });
}

std::string ValueWords::sort_of_step(std::size_t step, const std::string& type) const
{
    const JavaCall& made = call_at(step);
    const JavaCallable& callable = made.callable;
    const std::string own = noun(result_type(callable));
    const bool is_empty_call =
        made.arguments.empty() ||
        (made.arguments.size() == 1 && made.arguments.front().kind == JavaValueKind::array &&
            made.arguments.front().elements.empty());
    if (is_same_value(made))
    {
        return sort(made.arguments.front(), type);
    }
    switch (callable.kind)
    {
        case JavaCallableKind::array_of:
            return is_empty_call ? "empty " + own : own;
        case JavaCallableKind::class_literal:
            return noun(callable.descriptor) + " type";
        case JavaCallableKind::static_field_read:
            return constant(callable.name);
        case JavaCallableKind::constructor:
        case JavaCallableKind::static_method:
        {
            const bool is_collection = callable.owner.starts_with("java/util/");
            return is_collection && is_empty_call && !is_filled(step) ? "empty " + own : own;
        }
        case JavaCallableKind::functional:
        case JavaCallableKind::stand_in:
            return {};
        default:
            return own;
    }
}

}  // namespace sbst::jvm::detail
