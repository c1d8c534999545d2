// SPDX-License-Identifier: Apache-2.0
#include <sbst/seeding/text_forms.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace sbst
{

namespace
{

constexpr std::array<std::string_view, 18> numbers{"0", "-1", "42", "+7", "1.5", "-0.0", "1e10",
    "1E-5", "0x1F", "007", "#ff", "123456789012", "12345678901234567890", "1L", "2.5f", "NaN",
    "-Infinity", "1,234.56"};

constexpr std::array<std::string_view, 17> dates{"2020-02-29", "13:45", "13:45:30",
    "2020-02-29T13:45:30", "2020-02-29T13:45:30.123Z", "2020-02-29T13:45:30+01:00",
    "2020-02-29 13:45:30", "20200229", "2/29/20", "29.02.2020", "Feb 29, 2020",
    "Sat, 29 Feb 2020 13:45:30 GMT", "P1DT2H", "PT1.5S", "P1Y2M3D", "yyyy-MM-dd HH:mm:ss",
    "EEE, d MMM yyyy"};

constexpr std::array<std::string_view, 12> jsons{"{}", "[]", R"({"a":1})", "[1,2]",
    R"({"a":{"b":[true,false,null]}})", R"(["a",["b"],{"c":-2.5e3}])", R"({"a":"b\n\u0041"})",
    "{'a':'b'}", "{a:b;c=d}", "[1,]", R"({"a":1,"a":2})", R"({"a":)"};

constexpr std::array<std::string_view, 10> xmls{"<a/>", "<a>b</a>", R"(<a b="c">d</a>)",
    "<a><b>1</b><b>true</b></a>", R"(<?xml version="1.0"?><a/>)", "<a><!-- b --><c/></a>",
    "<a><![CDATA[b]]></a>", "<a>&lt;&#65;</a>", R"(<!DOCTYPE a><a xmlns:b="c"><b:d/></a>)", "<a>"};

constexpr std::array<std::string_view, 10> addresses{"http://example.org",
    "https://a.org:8080/b/c.html", "http://user@a.org/b?c=d&e=f#g", "file:///a/b.txt",
    "mailto:a@b.org", "a@b.org", "127.0.0.1", "[::1]:80", "/a/../b%20c", "localhost"};

constexpr std::array<std::string_view, 8> paths{
    "a.txt", "a/b.txt", "/a/b", "../a", "a/./b//c", "C:\\a\\b.txt", "~/a", "a.tar.gz"};

constexpr std::array<std::string_view, 6> lines{
    "a=b", "a = b\n", "# a\nb: c\n", "a=b\nc=d\n", "a\\\n  b=c", "[a]\nb=c\n"};

constexpr std::array<std::string_view, 4> currencies{"EUR", "USD", "JPY", "XXX"};

constexpr std::array<std::string_view, 5> languages{"en", "de-DE", "fr_CA", "zh-Hans-CN", "x"};

constexpr std::array<std::string_view, 6> zones{
    "UTC", "Europe/Berlin", "America/New_York", "+01:00", "GMT-5", "Z"};

constexpr std::array<std::string_view, 4> encodings{"UTF-8", "ISO-8859-1", "US-ASCII", "UTF-16"};

constexpr std::array<std::string_view, 3> unique_ids{
    "123e4567-e89b-42d3-a456-426614174000", "00000000-0000-0000-0000-000000000000", "1-2-3-4-5"};

/// A field of a date's pattern: a letter, repeated `count` times.
std::optional<std::string_view> date_field(char letter, std::size_t count)
{
    constexpr std::size_t name = 3;
    constexpr std::size_t long_name = 4;
    switch (letter)
    {
        case 'y':
        case 'u':
        case 'Y':
            return count == 2 ? "20" : "2020";
        case 'M':
        case 'L':
            return count >= long_name ? "February" :
                   count == name      ? "Feb" :
                   count == 2         ? "02" :
                                        "2";
        case 'd':
            return "29";
        case 'E':
            return count >= long_name ? "Saturday" : "Sat";
        case 'D':
            return count >= name ? "060" : "60";
        case 'H':
        case 'k':
            return "13";
        case 'h':
        case 'K':
            return count == 2 ? "01" : "1";
        case 'm':
            return "45";
        case 's':
            return "30";
        case 'S':
            return std::string_view("000000000").substr(0, count);
        case 'a':
            return "PM";
        case 'z':
            return "UTC";
        case 'Z':
            return "+0000";
        case 'X':
            return "Z";
        case 'x':
            return "+00";
        case 'V':
            return "UTC";
        case 'G':
            return "AD";
        default:
            return std::nullopt;
    }
}

bool is_letter(char sign)
{
    return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
}

}  // namespace

std::span<const std::string_view> sample_texts(TextForm form)
{
    switch (form)
    {
        case TextForm::number:
            return numbers;
        case TextForm::date:
            return dates;
        case TextForm::json:
            return jsons;
        case TextForm::xml:
            return xmls;
        case TextForm::address:
            return addresses;
        case TextForm::path:
            return paths;
        case TextForm::properties:
            return lines;
        case TextForm::currency:
            return currencies;
        case TextForm::language:
            return languages;
        case TextForm::time_zone:
            return zones;
        case TextForm::encoding:
            return encodings;
        case TextForm::unique_id:
            return unique_ids;
    }
    return {};
}

std::string_view usual_text(TextForm form)
{
    constexpr std::size_t whole_number = 2;
    return form == TextForm::number ? numbers[whole_number] : sample_texts(form).front();
}

std::vector<std::string> compound_texts(std::span<const std::string> parts,
    std::string_view separator, std::size_t count, std::size_t most)
{
    std::vector<std::string> texts;
    // The places of the parts count up like the digits of a number.
    std::vector<std::size_t> places(count, 0);
    bool is_over = parts.empty() || count == 0;
    while (!is_over && texts.size() < most)
    {
        std::string text = parts[places[0]];
        for (std::size_t i = 1; i < count; ++i)
        {
            text += std::string(separator) + parts[places[i]];
        }
        texts.push_back(std::move(text));
        std::size_t digit = 0;
        while (digit < count && ++places[digit] == parts.size())
        {
            places[digit++] = 0;
        }
        is_over = digit == count;
    }
    return texts;
}

std::optional<std::string> date_of_pattern(std::string_view pattern)
{
    constexpr std::size_t fewest_fields = 2;
    std::string text;
    std::size_t fields = 0;
    bool is_quoted = false;
    for (std::size_t i = 0; i < pattern.size();)
    {
        const char sign = pattern[i];
        const std::size_t end = std::min(pattern.find_first_not_of(sign, i), pattern.size());
        if (sign == '\'')
        {
            // Two of them are one.
            text += std::string((end - i) / 2, '\'');
            is_quoted = is_quoted != ((end - i) % 2 == 1);
        }
        else if (is_quoted || !is_letter(sign))
        {
            // Optional parts are written too.
            text += sign == '[' || sign == ']' ? "" : std::string(end - i, sign);
        }
        else if (const auto field = date_field(sign, end - i))
        {
            text += *field;
            ++fields;
        }
        else
        {
            return std::nullopt;
        }
        i = end;
    }
    return fields >= fewest_fields ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace sbst
