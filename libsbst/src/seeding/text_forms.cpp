// SPDX-License-Identifier: Apache-2.0
#include <sbst/seeding/text_forms.hpp>

#include <array>

namespace sbst
{

namespace
{

constexpr std::array<std::string_view, 18> numbers{"0", "-1", "42", "+7", "1.5", "-0.0", "1e10",
    "1E-5", "0x1F", "007", "#ff", "123456789012", "12345678901234567890", "1L", "2.5f", "NaN",
    "-Infinity", "1,234.56"};

constexpr std::array<std::string_view, 16> dates{"2020-02-29", "13:45", "13:45:30",
    "2020-02-29T13:45:30", "2020-02-29T13:45:30.123Z", "2020-02-29T13:45:30+01:00",
    "2020-02-29 13:45:30", "20200229", "2/29/20", "29.02.2020", "Feb 29, 2020",
    "Sat, 29 Feb 2020 13:45:30 GMT", "P1DT2H", "PT1.5S", "yyyy-MM-dd HH:mm:ss", "EEE, d MMM yyyy"};

constexpr std::array<std::string_view, 12> jsons{"{}", "[]", "{\"a\":1}", "[1,2]",
    "{\"a\":{\"b\":[true,false,null]}}", "[\"a\",[\"b\"],{\"c\":-2.5e3}]",
    "{\"a\":\"b\\n\\u0041\"}", "{'a':'b'}", "{a:b;c=d}", "[1,]", "{\"a\":1,\"a\":2}", "{\"a\":"};

constexpr std::array<std::string_view, 10> xmls{"<a/>", "<a>b</a>", "<a b=\"c\">d</a>",
    "<a><b>1</b><b>true</b></a>", "<?xml version=\"1.0\"?><a/>", "<a><!-- b --><c/></a>",
    "<a><![CDATA[b]]></a>", "<a>&lt;&#65;</a>", "<!DOCTYPE a><a xmlns:b=\"c\"><b:d/></a>", "<a>"};

constexpr std::array<std::string_view, 10> addresses{"http://example.org",
    "https://a.org:8080/b/c.html", "http://user@a.org/b?c=d&e=f#g", "file:///a/b.txt",
    "mailto:a@b.org", "a@b.org", "127.0.0.1", "[::1]:80", "/a/../b%20c", "localhost"};

constexpr std::array<std::string_view, 8> paths{
    "a.txt", "a/b.txt", "/a/b", "../a", "a/./b//c", "C:\\a\\b.txt", "~/a", "a.tar.gz"};

constexpr std::array<std::string_view, 6> lines{
    "a=b", "a = b\n", "# a\nb: c\n", "a=b\nc=d\n", "a\\\n  b=c", "[a]\nb=c\n"};

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
    }
    return {};
}

}  // namespace sbst
