// SPDX-License-Identifier: Apache-2.0
// Settings of the JVM that the code under test reads: the default locale and time zone.
#include "surface_builder.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sbst::jvm::detail
{

namespace
{

/// How deep below the code under test calls are followed, and how many at most.
constexpr std::size_t max_call_depth = 4;
constexpr std::size_t max_called = 5000;
/// Longer chains of superclasses are cut: broken class files may extend each other.
constexpr std::size_t max_read_above = 16;

/// A static method that sets what others read.
struct Setting
{
    const char* owner;
    const char* type;
};

constexpr std::array<Setting, 2> settings{
    {{"java/util/Locale", "Ljava/util/Locale;"}, {"java/util/TimeZone", "Ljava/util/TimeZone;"}}};

/// Tells whether a method makes an object that writes or reads numbers or dates as a country does.
bool makes_form(const MemberKey& method)
{
    const bool is_factory =
        (method.owner == "java/text/NumberFormat" || method.owner == "java/text/DateFormat" ||
            method.owner == "java/text/DecimalFormatSymbols") &&
        method.name.starts_with("get") && method.name.ends_with("nstance");
    return is_factory ||
           (method.name == "<init>" && (method.owner == "java/text/SimpleDateFormat" ||
                                           method.owner == "java/text/DecimalFormat" ||
                                           method.owner == "java/text/DecimalFormatSymbols"));
}

/// Tells whether a method writes a text, or a form of texts, as a country does.
bool writes_as_country(const MemberKey& method)
{
    const bool formats = method.name == "format" || method.name == "printf";
    const bool is_printer =
        method.owner == "java/io/PrintStream" || method.owner == "java/io/PrintWriter";
    const bool makes = method.name == "<init>";
    return (method.owner == "java/lang/String" &&
               (method.name == "toLowerCase" || method.name == "toUpperCase" ||
                   method.name == "formatted" || formats)) ||
           (is_printer && formats) || (makes && method.owner == "java/util/Formatter") ||
           (method.owner == "java/text/MessageFormat" && (makes || formats)) ||
           (method.owner == "java/text/Collator" && method.name == "getInstance") ||
           (method.owner == "java/time/format/DateTimeFormatter" && method.name.starts_with("of"));
}

/// Tells whether a method of the JDK reads the default locale on its own.
bool reads_locale(const MemberKey& method)
{
    const std::size_t given = method.descriptor.find("Ljava/util/Locale;");
    return given >= method.descriptor.find(')') &&
           (makes_form(method) || writes_as_country(method) ||
               (method.owner == "java/util/ResourceBundle" && method.name == "getBundle"));
}

/// Tells whether a method of java.util.Date asks for a part of the day, or writes it.
bool reads_date(const MemberKey& method)
{
    const bool is_getter = method.name.starts_with("get") && method.name != "getTime";
    const bool is_of_parts = method.name == "<init>" && method.descriptor.starts_with("(II");
    return method.owner == "java/util/Date" &&
           (is_getter || is_of_parts || method.name == "toString" ||
               method.name == "toLocaleString");
}

/// Tells whether a method of the JDK reads the default time zone on its own.
bool reads_zone(const MemberKey& method)
{
    const bool is_calendar =
        (method.owner == "java/util/Calendar" && method.name == "getInstance") ||
        (method.owner == "java/util/GregorianCalendar" && method.name == "<init>");
    const std::size_t given = method.descriptor.find("Ljava/util/TimeZone;");
    const bool is_format =
        (method.owner == "java/text/SimpleDateFormat" && method.name == "<init>") ||
        (method.owner == "java/text/DateFormat" && method.name.starts_with("get") &&
            method.name.ends_with("nstance"));
    // An instant is the same everywhere.
    const bool is_now = method.owner.starts_with("java/time/") && method.name == "now" &&
                        method.descriptor.starts_with("()") && method.owner != "java/time/Instant";
    return (is_calendar && given >= method.descriptor.find(')')) || is_format || is_now ||
           reads_date(method) ||
           (method.owner == "java/time/ZoneId" && method.name == "systemDefault");
}

/// Tells whether a method of the JDK reads the setting on its own.
bool reads(const MemberKey& method, const Setting& setting)
{
    const bool is_locale = setting.owner == settings.front().owner;
    return (method.name == "getDefault" && method.owner == setting.owner) ||
           (is_locale ? reads_locale(method) : reads_zone(method));
}

}  // namespace

std::set<MemberKey> SurfaceBuilder::called_deeply()
{
    std::set<MemberKey> called = called_methods();
    std::vector<MemberKey> level(called.begin(), called.end());
    for (std::size_t depth = 0; depth < max_call_depth && !level.empty(); ++depth)
    {
        std::vector<MemberKey> next;
        for (const MemberKey& method : level)
        {
            const ClassFile* file = declaring_class(method);
            const Method* callee =
                file == nullptr ? nullptr : file->find_method(method.name, method.descriptor);
            if (callee == nullptr || called.size() >= max_called)
            {
                continue;
            }
            const auto place = static_cast<std::size_t>(callee - file->methods.data());
            const MethodFacts& facts = facts_of(*file).methods[place];
            for (const std::vector<MemberKey>* keys : {&facts.calls, &facts.captures})
            {
                std::copy_if(keys->begin(), keys->end(), std::back_inserter(next),
                    [&called](const MemberKey& key) { return called.insert(key).second; });
            }
        }
        level = std::move(next);
    }
    return called;
}

const ClassFile* SurfaceBuilder::declaring_class(const MemberKey& method) const
{
    std::string name = method.owner;
    for (std::size_t i = 0; i < max_read_above && m_hierarchy.is_on_path(name); ++i)
    {
        const ClassFile* file = m_hierarchy.find(name);
        if (file == nullptr || file->find_method(method.name, method.descriptor) != nullptr)
        {
            return file;
        }
        name = file->superclass;
    }
    return nullptr;
}

void SurfaceBuilder::add_surroundings()
{
    const std::set<MemberKey> called = called_deeply();
    for (const Setting& setting : settings)
    {
        const ClassFile* file = m_hierarchy.find(setting.owner);
        const std::string descriptor = "(" + std::string(setting.type) + ")V";
        const Method* setter =
            file == nullptr ? nullptr : file->find_method("setDefault", descriptor);
        const bool is_read = std::any_of(called.begin(), called.end(),
            [&setting](const MemberKey& method) { return reads(method, setting); });
        if (setter == nullptr || !is_read)
        {
            continue;
        }
        Callable callable;
        callable.kind = CallableKind::function;
        callable.name = setter->name;
        callable.is_under_test = false;
        callable.sets_surroundings = true;
        callable.parameters.push_back(
            {.name = "default", .type = want_object(class_type(setting.owner), 1)});
        callable.result = m_table.value_of(from_descriptor("V"));
        add(std::move(callable), {.kind = JavaCallableKind::static_method,
                                     .owner = setting.owner,
                                     .name = setter->name,
                                     .descriptor = descriptor});
    }
}

}  // namespace sbst::jvm::detail
