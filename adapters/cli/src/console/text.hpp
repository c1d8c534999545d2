// SPDX-License-Identifier: Apache-2.0
// Text that may go to a terminal. Names, source lines and messages of a subject, files and the
// environment can hold anything, and a terminal obeys control sequences: therefore print.hpp only
// takes formats, whose strings are escaped, and this type, whose strings are already escaped. Next:
// print.hpp.
#pragma once

#include <sbst/base/visible_text.hpp>

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace sbst::cli
{

/// A text without anything that a terminal would obey, except the colours of Style.
class Text
{
public:
    Text() = default;
    /// A finished text: its line ends stay. Foreign parts should be made visible() before; other
    /// unsafe characters, except line ends, are escaped here.
    explicit Text(std::string_view page) : m_text(visible_page(page)) {}

    /// Formats, with every string among the arguments escaped, its line ends too; a Text stays.
    template <class... Args>
    [[nodiscard]] static Text of(fmt::format_string<Args...> format, Args&&... args);

    Text& operator+=(const Text& other)
    {
        m_text += other.m_text;
        return *this;
    }
    friend Text operator+(Text left, const Text& right) { return std::move(left += right); }

    [[nodiscard]] const std::string& string() const { return m_text; }
    [[nodiscard]] bool empty() const { return m_text.empty(); }

private:
    friend class Style;

    /// Takes a text as it is.
    static Text trusted(std::string text)
    {
        Text result;
        result.m_text = std::move(text);
        return result;
    }

    std::string m_text;
};

/// The form of a format's argument for a terminal.
template <class T>
[[nodiscard]] auto shown_argument(const T& value)
{
    if constexpr (std::is_same_v<T, Text>)
    {
        return std::string_view(value.string());
    }
    else if constexpr (std::is_convertible_v<const T&, std::string_view>)
    {
        return visible(std::string_view(value));
    }
    else
    {
        static_assert(std::is_arithmetic_v<T>, "numbers, strings and Text can be shown");
        return value;
    }
}

/// The format of one or more lines; a line end is added. Pass a finished text as a Text, not as an
/// argument of "{}", which would escape its line ends.
template <class... Args>
struct LineFormat
{
    template <class String>
    // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): a literal stands here
    consteval LineFormat(const String& literal) : text(literal)
    {
        if (!std::string_view(literal).ends_with('\n'))
        {
            throw "a line ends with a line end; a finished text is printed as a Text";
        }
    }

    fmt::format_string<Args...> text;
};

}  // namespace sbst::cli

template <>
struct fmt::formatter<sbst::cli::Text> : fmt::formatter<std::string_view>
{
    template <class Context>
    auto format(const sbst::cli::Text& text, Context& context) const
    {
        return fmt::formatter<std::string_view>::format(text.string(), context);
    }
};

namespace sbst::cli
{

template <class... Args>
Text Text::of(fmt::format_string<Args...> format, Args&&... args)
{
    return trusted(fmt::vformat(format, fmt::make_format_args(shown_argument(args)...)));
}

}  // namespace sbst::cli
