// SPDX-License-Identifier: Apache-2.0
#include "surroundings.hpp"

#include "../language/names.hpp"

#include <sbst/output/identifiers.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::string_view locale_class = "java/util/Locale";
constexpr std::string_view zone_class = "java/util/TimeZone";

/// Calls the function with each call of the suite's tests.
template <class Function>
void for_each_call(const JavaSuite& suite, const Function& function)
{
    for (const JavaTest& test : suite.tests)
    {
        for (const JavaStep& step : test.steps)
        {
            if (const auto* const call = std::get_if<JavaCall>(&step))
            {
                function(call->callable);
            }
        }
    }
}

/// Tells whether a test sets the default of a class, by a call or for itself.
bool sets_default(const JavaSuite& suite, std::string_view owner)
{
    bool is_set =
        std::any_of(suite.tests.begin(), suite.tests.end(), [owner](const JavaTest& test) {
            return owner == locale_class ? test.own.language != OwnSurroundings::Language::unset :
                                           test.own.zone != OwnSurroundings::Zone::unset;
        });
    for_each_call(suite, [&](const JavaCallable& callable) {
        is_set = is_set || (callable.kind == JavaCallableKind::static_method &&
                               callable.owner == owner && callable.name == "setDefault");
    });
    return is_set;
}

/// A field of the test class, and the expression that it saves and restores.
struct Saved
{
    std::string type;
    std::string name;
    std::string value;
};

std::vector<Saved> saved_fields(TypeNamer& types, const JavaSuite& suite, NameTable& names)
{
    std::vector<Saved> saved;
    std::set<std::pair<std::string, std::string>> known;
    for_each_call(suite, [&](const JavaCallable& callable) {
        if (callable.kind == JavaCallableKind::static_field_write &&
            known.insert({callable.owner, callable.name}).second)
        {
            saved.push_back({types.of_descriptor(callable.descriptor),
                names.take("saved" + upper_first(callable.name)),
                types.of_class(callable.owner) + "." + callable.name});
        }
    });
    return saved;
}

}  // namespace

void write_own(LineWriter& lines, TypeNamer& types, const OwnSurroundings& own)
{
    constexpr std::size_t level = 2;
    if (own.language != OwnSurroundings::Language::unset)
    {
        constexpr std::array<const char*, 4> values{
            "", "US", "forLanguageTag(\"ar-EG\")", "forLanguageTag(\"tr-TR\")"};
        lines.line(
            fmt::format("{0}.setDefault({0}.{1});", types.of_class(std::string(locale_class)),
                values[static_cast<std::size_t>(own.language)]),
            level);
    }
    if (own.zone != OwnSurroundings::Zone::unset)
    {
        constexpr std::array<const char*, 4> names{"", "UTC", "Etc/GMT-14", "Etc/GMT+12"};
        lines.line(
            fmt::format("{0}.setDefault({0}.getTimeZone(\"{1}\"));",
                types.of_class(std::string(zone_class)), names[static_cast<std::size_t>(own.zone)]),
            level);
    }
}

void write_surroundings(LineWriter& lines, TypeNamer& types, const JavaSuite& suite)
{
    NameTable names = names_for_members(types);
    std::vector<std::string> statements;
    const auto save = [&](const std::string& type, const std::string& name,
                          const std::string& value) {
        lines.line(fmt::format("private final {} {} = {};", type, name, value), 1);
    };
    if (sets_default(suite, locale_class))
    {
        const std::string locale = types.of_class(std::string(locale_class));
        save(locale, names.take("locale"), locale + ".getDefault()");
        statements.push_back(locale + ".setDefault(locale);");
        for (const std::string category : {"DISPLAY", "FORMAT"})
        {
            const std::string name =
                names.take(category == "DISPLAY" ? "displayLocale" : "formatLocale");
            const std::string word = fmt::format("{}.Category.{}", locale, category);
            save(locale, name, fmt::format("{}.getDefault({})", locale, word));
            statements.push_back(fmt::format("{}.setDefault({}, {});", locale, word, name));
        }
    }
    if (sets_default(suite, zone_class))
    {
        const std::string zone = types.of_class(std::string(zone_class));
        save(zone, names.take("timeZone"), zone + ".getDefault()");
        statements.push_back(zone + ".setDefault(timeZone);");
    }
    for (const Saved& field : saved_fields(types, suite, names))
    {
        save(field.type, field.name, field.value);
        statements.push_back(field.value + " = " + field.name + ";");
    }
    if (statements.empty())
    {
        return;
    }
    const bool is_junit4 = suite.junit == 4;
    lines.line("");
    lines.line(
        "@" + types.of_class(is_junit4 ? "org/junit/After" : "org/junit/jupiter/api/AfterEach"), 1);
    lines.line(fmt::format("{}void {}() {{", is_junit4 ? "public " : "", restoring_method), 1);
    for (const std::string& line : statements)
    {
        lines.line(line, 2);
    }
    lines.line("}", 1);
    lines.line("");
}

}  // namespace sbst::jvm::detail
