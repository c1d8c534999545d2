// SPDX-License-Identifier: Apache-2.0
// Makes rows of the option table, one function per kind of value. A field is a callable that
// returns a reference to a member: `[](auto& s) -> auto& { return s.run.seed; }`. Next:
// option_table.hpp.
#pragma once

#include "number.hpp"
#include "option.hpp"

#include <sbst/base/duration_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace sbst::cli
{

/// Inclusive bounds of a whole number.
struct Range
{
    std::uint64_t least = 0;
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};

/// A word and its value.
template <class T>
struct Choice
{
    std::string_view word;
    T value;
};

/// Makes a row of one value from a reader (text to optional value) and a writer.
template <class Field, class Read, class Write>
[[nodiscard]] Option value_option(
    Naming naming, std::string expects, Field field, Read read, Write write)
{
    Option option;
    option.naming = std::move(naming);
    option.expects = std::move(expects);
    option.set = [field, read](Settings& settings, const Texts& texts) {
        auto value = read(texts.back());
        std::optional<std::string> refused;
        if (value)
        {
            field(settings) = *std::move(value);
        }
        else
        {
            refused = texts.back();
        }
        return refused;
    };
    option.show = [field, write](
                      const Settings& settings) { return Texts{write(field(settings))}; };
    return option;
}

/// A row whose member is a std::optional; absent is shown as nothing.
template <class Field, class Read, class Write>
[[nodiscard]] Option optional_option(
    Naming naming, std::string expects, Field field, Read read, Write write)
{
    Option option = value_option(std::move(naming), std::move(expects), field, read,
        [write](const auto& value) { return value ? write(*value) : std::string(); });
    option.show = [field, write](const Settings& settings) {
        const auto& value = field(settings);
        return value ? Texts{write(*value)} : Texts{};
    };
    return option;
}

inline std::string describe_range(Range range)
{
    return fmt::format("a whole number from {} to {}", range.least, range.most);
}

template <class Field>
[[nodiscard]] Option whole_option(Naming naming, Field field, Range range)
{
    using Number = std::remove_cvref_t<decltype(field(std::declval<Settings&>()))>;
    return value_option(
        std::move(naming), describe_range(range), field,
        [range](std::string_view text) {
            const auto number = parse_whole(text, range.least, range.most);
            return number ? std::optional<Number>(static_cast<Number>(*number)) : std::nullopt;
        },
        [](Number number) { return std::to_string(number); });
}

template <class Field>
[[nodiscard]] Option optional_whole_option(Naming naming, Field field, Range range)
{
    return optional_option(
        std::move(naming), describe_range(range), field,
        [range](std::string_view text) { return parse_whole(text, range.least, range.most); },
        [](std::uint64_t number) { return std::to_string(number); });
}

template <class Field>
[[nodiscard]] Option probability_option(Naming naming, Field field)
{
    return value_option(
        std::move(naming), "a probability from 0 to 1", field,
        [](std::string_view text) { return parse_real(text, 0.0, 1.0); },
        [](double number) { return fmt::format("{}", number); });
}

/// A span of whole seconds.
template <class Field>
[[nodiscard]] Option seconds_option(Naming naming, Field field)
{
    return value_option(
        std::move(naming), "a time in whole seconds such as 90, 2h or 30 days", field,
        [](std::string_view text) {
            const auto span = parse_duration(text);
            const bool is_whole = span && std::trunc(span->count()) == span->count();
            return is_whole ? std::optional(static_cast<std::uint64_t>(span->count())) :
                              std::nullopt;
        },
        [](std::uint64_t seconds) { return duration_text(seconds); });
}

template <class Field>
[[nodiscard]] Option switch_option(Naming naming, Field field)
{
    return value_option(
        std::move(naming), "true or false", field,
        [](std::string_view text) { return parse_switch(text); },
        [](bool is_on) { return std::string(is_on ? "true" : "false"); });
}

template <class Field>
[[nodiscard]] Option text_option(Naming naming, Field field)
{
    Option option = value_option(
        std::move(naming), "a text that is not empty", field,
        [](const std::string& text) {
            return text.empty() ? std::nullopt : std::optional<std::string>(text);
        },
        [](const std::string& text) { return text; });
    option.show = [field](const Settings& settings) {
        const std::string& text = field(settings);
        return text.empty() ? Texts{} : Texts{text};
    };
    return option;
}

/// A list of texts, taken as they are.
template <class Field>
[[nodiscard]] Option list_option(Naming naming, std::string expects, Field field)
{
    Option option;
    option.naming = std::move(naming);
    option.expects = std::move(expects);
    option.is_list = true;
    option.set = [field](Settings& settings, const Texts& texts) {
        std::optional<std::string> refused;
        for (const std::string& text : texts)
        {
            refused = text.empty() ? std::optional(text) : refused;
        }
        field(settings) = texts;
        return refused;
    };
    option.show = [field](const Settings& settings) { return field(settings); };
    return option;
}

/// One of some words, kept as a word.
template <class Field>
[[nodiscard]] Option word_option(Naming naming, Field field, std::vector<std::string_view> words)
{
    Option option = value_option(
        std::move(naming), fmt::format("one of {}", fmt::join(words, ", ")), field,
        [words](std::string_view text) {
            const bool is_known = std::find(words.begin(), words.end(), text) != words.end();
            return is_known ? std::optional<std::string>(text) : std::nullopt;
        },
        [](const std::string& word) { return word; });
    option.choices = std::move(words);
    return option;
}

template <class T, std::size_t N, class Field>
[[nodiscard]] Option choice_option(
    Naming naming, Field field, const std::array<Choice<T>, N>& choices)
{
    std::vector<std::string_view> words;
    words.reserve(choices.size());
    for (const Choice<T>& choice : choices)
    {
        words.push_back(choice.word);
    }
    Option option = value_option(
        std::move(naming), fmt::format("one of {}", fmt::join(words, ", ")), field,
        [choices](std::string_view text) {
            std::optional<T> found;
            for (const Choice<T>& choice : choices)
            {
                found = choice.word == text ? std::optional<T>(choice.value) : found;
            }
            return found;
        },
        [choices](T value) {
            std::string found;
            for (const Choice<T>& choice : choices)
            {
                found = choice.value == value ? std::string(choice.word) : found;
            }
            return found;
        });
    option.choices = std::move(words);
    return option;
}

}  // namespace sbst::cli
