// SPDX-License-Identifier: Apache-2.0
// Settings of the JVM that the code under test reads: the default locale and time zone.
#include "surface_builder.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

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

/// Tells whether a method of the JDK reads the setting on its own.
bool reads(const MemberKey& method, const Setting& setting)
{
    const bool is_locale = setting.owner == settings.front().owner;
    if (method.name == "getDefault" && method.owner == setting.owner)
    {
        return true;
    }
    const auto is_given = [&method](const std::string& type) {
        return method.descriptor.find(type) < method.descriptor.find(')');
    };
    if (is_locale)
    {
        return !is_given("Ljava/util/Locale;") &&
               (makes_form(method) ||
                   (method.owner == "java/util/ResourceBundle" && method.name == "getBundle"));
    }
    const bool is_calendar =
        (method.owner == "java/util/Calendar" && method.name == "getInstance") ||
        (method.owner == "java/util/GregorianCalendar" && method.name == "<init>");
    return (is_calendar && !is_given("Ljava/util/TimeZone;")) ||
           (method.owner == "java/time/ZoneId" && method.name == "systemDefault");
}

}  // namespace

void SurfaceBuilder::add_surroundings()
{
    // What the code under test calls, and what that calls.
    std::set<MemberKey> called = called_methods();
    for (const MemberKey& method : called_methods())
    {
        const ClassFile* file =
            m_hierarchy.is_on_path(method.owner) ? m_hierarchy.find(method.owner) : nullptr;
        const Method* callee =
            file == nullptr ? nullptr : file->find_method(method.name, method.descriptor);
        if (callee != nullptr)
        {
            const auto place = static_cast<std::size_t>(callee - file->methods.data());
            const std::vector<MemberKey>& calls = facts_of(*file).methods[place].calls;
            called.insert(calls.begin(), calls.end());
        }
    }
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
