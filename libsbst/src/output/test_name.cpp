// SPDX-License-Identifier: Apache-2.0
#include <sbst/output/test_name.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <utility>

namespace sbst
{

namespace
{

/// The last call of what is under test, or the last one at all; null where all only make values.
const ExecutedCall* main_call(const ExecutedTest& test)
{
    const ExecutedCall* found = nullptr;
    for (const ExecutedCall& call : test.calls)
    {
        const bool is_better = found == nullptr || call.is_under_test || !found->is_under_test;
        found = !call.only_makes_value && is_better ? &call : found;
    }
    return found;
}

bool is_method(const ExecutedCall& call)
{
    return call.kind == CallableKind::method || call.kind == CallableKind::function;
}

std::string action_words(const ExecutedCall& call)
{
    switch (call.kind)
    {
        case CallableKind::constructor:
            return (call.failure_words.empty() ? "creates " : "new ") + call.name;
        case CallableKind::field_read:
            return "reads " + call.name;
        case CallableKind::field_write:
            return "writes " + call.name;
        case CallableKind::method:
        case CallableKind::function:
        case CallableKind::cast:
            break;
    }
    return call.name;
}

/// Says the number when it is a short one.
std::string number_words(const ExecutedValue& value)
{
    constexpr std::size_t max_digits = 4;
    const bool is_negative = value.content.starts_with('-');
    const std::string digits = value.content.substr(is_negative ? 1 : 0);
    const std::string mantissa = digits.substr(0, digits.find('e'));
    if (!mantissa.empty() && mantissa.find_first_not_of("0.") == std::string::npos)
    {
        return "returns zero";
    }
    if (value.form == ValueForm::integer && digits.size() <= max_digits)
    {
        return fmt::format("returns {}{}", is_negative ? "minus" : "", digits);
    }
    return digits == "nan" ? "returns NaN" : is_negative ? "returns negative" : "returns positive";
}

/// Says the text when it is one short word.
std::string text_words(const std::string& text)
{
    constexpr std::size_t max_shown = 20;
    const bool is_word =
        text.size() <= max_shown && std::all_of(text.begin(), text.end(), [](unsigned char letter) {
            return letter < 0x80 && std::isalnum(letter) != 0;
        });
    return text.empty() ? "returns empty string" : is_word ? "returns " + text : std::string();
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

std::string value_words(const ExecutedValue& value)
{
    switch (value.form)
    {
        case ValueForm::null:
            return "returns null";
        case ValueForm::boolean:
            return "returns " + value.content;
        case ValueForm::integer:
        case ValueForm::real:
            return number_words(value);
        case ValueForm::text:
            return text_words(value.content);
        case ValueForm::constant:
            return "returns " + constant_words(value.content);
        case ValueForm::list:
            return value.elements.empty() ? "returns empty array" : std::string();
        case ValueForm::object:
        case ValueForm::other:
            break;
    }
    return {};
}

std::string ending_words(const ExecutedCall& call)
{
    if (!call.failure_words.empty())
    {
        return call.failure_words;
    }
    return is_method(call) && call.results.size() == 1 ? value_words(call.results.front()) :
                                                         std::string();
}

}  // namespace

std::string name_wish(const ExecutedTest& test)
{
    std::string name = lower_camel(test.name);
    const ExecutedCall* const call = name.empty() ? main_call(test) : nullptr;
    if (call != nullptr)
    {
        name = lower_camel(action_words(*call) + " " + ending_words(*call));
    }
    return name.empty() ? "test" : name;
}

void name_tests(std::vector<ExecutedTest>& tests, NameTable names)
{
    for (ExecutedTest& test : tests)
    {
        test.name = names.take(name_wish(test));
    }
}

std::string variable_wish(const ExecutedCall& call, const VariableFacts& facts)
{
    std::string wish = lower_camel(facts.words);
    if (wish.empty() && facts.is_plain)
    {
        wish = is_method(call)                       ? without_verb(call.name) :
               call.kind == CallableKind::field_read ? decapitalize(call.name) :
                                                       "";
        wish = wish.empty() && is_method(call) ? "result" : wish;
    }
    wish = wish.empty() ? facts.type_word : wish;
    return wish.empty() ? "value" : wish;
}

}  // namespace sbst
