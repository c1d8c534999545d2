// SPDX-License-Identifier: Apache-2.0
#include "read_forms.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

namespace sbst::jvm::detail
{

namespace
{

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings)
{
    return std::any_of(beginnings.begin(), beginnings.end(),
        [text](std::string_view beginning) { return text.starts_with(beginning); });
}

/// Tells whether a method of the JDK reads numbers from texts.
bool reads_numbers(const MemberKey& called)
{
    const std::string_view name = called.name;
    const bool takes_text = called.descriptor.starts_with("(Ljava/lang/String;");
    const bool is_of_big =
        called.owner == "java/math/BigDecimal" || called.owner == "java/math/BigInteger";
    const bool is_of_box =
        starts_with_any(called.owner, {"java/lang/Integer", "java/lang/Long", "java/lang/Short",
                                          "java/lang/Byte", "java/lang/Double", "java/lang/Float"});
    return (is_of_big && name == "<init>" && takes_text) ||
           (is_of_box && takes_text &&
               (name.starts_with("parse") || name == "valueOf" || name == "decode")) ||
           (called.owner == "java/text/NumberFormat" && name == "parse");
}

bool reads_dates(const MemberKey& called)
{
    const bool is_of_time = called.owner.starts_with("java/time/");
    return (is_of_time && (called.name == "parse" || called.name == "ofPattern")) ||
           (starts_with_any(called.owner, {"java/text/DateFormat", "java/text/SimpleDateFormat"}) &&
               (called.name == "parse" || called.name == "<init>"));
}

/// Named things that a method of the JDK finds by a text, with their owners.
struct NamedForm
{
    std::string_view owner;
    std::string_view method;
    TextForm form;
};

constexpr std::array<NamedForm, 8> named_forms{{
    {"java/util/Currency", "getInstance", TextForm::currency},
    {"java/util/Locale", "forLanguageTag", TextForm::language},
    {"java/util/Locale", "<init>", TextForm::language},
    {"java/time/ZoneId", "of", TextForm::time_zone},
    {"java/time/ZoneOffset", "of", TextForm::time_zone},
    {"java/util/TimeZone", "getTimeZone", TextForm::time_zone},
    {"java/nio/charset/Charset", "forName", TextForm::encoding},
    {"java/util/UUID", "fromString", TextForm::unique_id},
}};

}  // namespace

std::optional<TextForm> form_of(const MemberKey& called)
{
    if (reads_numbers(called))
    {
        return TextForm::number;
    }
    if (reads_dates(called))
    {
        return TextForm::date;
    }
    if (starts_with_any(called.owner, {"javax/xml/", "org/w3c/dom/", "org/xml/sax/"}))
    {
        return TextForm::xml;
    }
    const bool takes_text =
        called.descriptor.find("Ljava/lang/String;") < called.descriptor.find(')');
    if (takes_text &&
        starts_with_any(called.owner, {"java/net/URI", "java/net/URL", "java/net/InetAddress"}))
    {
        return TextForm::address;
    }
    if (takes_text && (called.owner == "java/io/File" || called.owner == "java/nio/file/Paths" ||
                          (called.owner == "java/nio/file/Path" && called.name == "of")))
    {
        return TextForm::path;
    }
    const bool loads = called.owner == "java/util/Properties" && called.name == "load";
    if (loads || (called.owner == "java/util/ResourceBundle" && called.name != "getBundle"))
    {
        return TextForm::properties;
    }
    const auto named =
        std::find_if(named_forms.begin(), named_forms.end(), [&called](const NamedForm& one) {
            return one.owner == called.owner && one.method == called.name;
        });
    return takes_text && named != named_forms.end() ? std::optional(named->form) : std::nullopt;
}

bool takes_key(const MemberKey& called)
{
    return (called.owner == "java/util/ResourceBundle" || called.owner == "java/util/Properties") &&
           called.name != "getBundle" && called.descriptor.starts_with("(Ljava/lang/String;");
}

bool looks_at_surrogates(const MemberKey& called)
{
    return (called.owner == "java/lang/Character" &&
               (called.name.find("urrogate") != std::string::npos || called.name == "toCodePoint" ||
                   called.name == "codePointAt")) ||
           (called.owner == "java/lang/String" && called.name.starts_with("codePoint"));
}

bool takes_expression(const MemberKey& called)
{
    constexpr std::array<std::string_view, 4> of_string{
        "matches", "replaceAll", "replaceFirst", "split"};
    return called.owner == "java/util/regex/Pattern" ||
           (called.owner == "java/lang/String" &&
               std::find(of_string.begin(), of_string.end(), called.name) != of_string.end());
}

bool takes_class_name(const MemberKey& called)
{
    return (called.owner == "java/lang/Class" && called.name == "forName") ||
           (called.owner == "java/lang/ClassLoader" && called.name == "loadClass");
}

bool takes_constant_name(const MemberKey& called)
{
    return called.name == "valueOf" &&
           called.descriptor == "(Ljava/lang/String;)L" + called.owner + ";";
}

bool splits(const MemberKey& called)
{
    const bool is_text =
        called.owner == "java/lang/String" || called.owner == "java/util/regex/Pattern";
    return (is_text && called.name.starts_with("split")) ||
           called.owner == "java/util/StringTokenizer";
}

bool takes_date_pattern(const MemberKey& called)
{
    return (called.owner == "java/time/format/DateTimeFormatter" && called.name == "ofPattern") ||
           (called.owner == "java/time/format/DateTimeFormatterBuilder" &&
               called.name == "appendPattern") ||
           (called.owner == "java/text/SimpleDateFormat" &&
               (called.name == "<init>" || called.name == "applyPattern"));
}

}  // namespace sbst::jvm::detail
