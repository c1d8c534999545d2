// SPDX-License-Identifier: Apache-2.0
#include "static_state.hpp"

#include "literals.hpp"

#include <sbst/jvm/language/java_text.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <string>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::string_view initialising = "initialiseClasses";
constexpr std::string_view resetting_all = "resetStaticFields";
constexpr std::string_view resetting_one = "resetStaticField";
constexpr std::string_view restoring_all = "restoreStaticFields";

/// neutral_text() as an object of the field's own type.
std::string empty_value(const std::string& descriptor)
{
    switch (descriptor.front())
    {
        case 'B':
            return "(byte) 0";
        case 'S':
            return "(short) 0";
        case 'C':
            return "'\\0'";
        default:
            return neutral_text(descriptor);
    }
}

std::string quoted(const std::string& name)
{
    return string_literal(to_utf16(name));
}

void write_first_classes(LineWriter& lines, TypeNamer& types, const JavaSuite& suite)
{
    const bool is_junit4 = suite.junit == 4;
    lines.line("// These classes can only be initialised in this order.", 1);
    lines.line("@" + types.of_class(
                         is_junit4 ? "org/junit/BeforeClass" : "org/junit/jupiter/api/BeforeAll"),
        1);
    lines.line(fmt::format("{}static void {}() throws {} {{", is_junit4 ? "public " : "",
                   initialising, types.of_class("java/lang/ClassNotFoundException")),
        1);
    for (const std::string& name : suite.first_classes)
    {
        lines.statement(list(types.of_class("java/lang/Class") + ".forName(",
                            {leaf(quoted(binary_name(name)))}, ");"),
            2);
    }
    lines.line("}", 1);
    lines.line("");
}

void write_reset_fields(LineWriter& lines, TypeNamer& types, const JavaSuite& suite)
{
    const bool is_junit4 = suite.junit == 4;
    const std::string field = types.of_class("java/lang/reflect/Field");
    const std::string map = types.of_class("java/util/Map");
    const std::string object = types.of_class("java/lang/Object");
    const std::string string = types.of_class("java/lang/String");
    const std::string fails =
        "throws " + types.of_class("java/lang/ReflectiveOperationException") + " {";
    const auto open = [&](const char* junit4, const char* junit5, std::string_view name) {
        lines.line("@" + types.of_class(is_junit4 ? junit4 : junit5), 1);
        lines.line(fmt::format("{}void {}() {}", is_junit4 ? "public " : "", name, fails), 1);
    };
    const std::string before = names_for_members(types).take("staticFields");
    lines.line(fmt::format("private final {}<{}, {}> {} = new {}<>();", map, field, object, before,
                   types.of_class("java/util/HashMap")),
        1);
    lines.line("");
    lines.line("// Tests leave values in these fields; other tests must not see them.", 1);
    open("org/junit/Before", "org/junit/jupiter/api/BeforeEach", resetting_all);
    for (const StaticField& one : suite.reset_fields)
    {
        lines.statement(list(fmt::format("{}(", resetting_one),
                            {leaf(quoted(binary_name(one.owner))), leaf(quoted(one.name)),
                                leaf(empty_value(one.descriptor))},
                            ");"),
            2);
    }
    lines.line("}", 1);
    lines.line("");
    lines.line(fmt::format("private void {}({} owner, {} name, {} value)", resetting_one, string,
                   string, object),
        1);
    lines.line(fails, 3);
    lines.line(fmt::format("{} field = {}.forName(owner).getDeclaredField(name);", field,
                   types.of_class("java/lang/Class")),
        2);
    lines.line("field.setAccessible(true);", 2);
    lines.line(before + ".put(field, field.get(null));", 2);
    lines.line("field.set(null, value);", 2);
    lines.line("}", 1);
    lines.line("");
    open("org/junit/After", "org/junit/jupiter/api/AfterEach", restoring_all);
    lines.line(
        fmt::format("for ({}.Entry<{}, {}> one : {}.entrySet()) {{", map, field, object, before),
        2);
    lines.line("one.getKey().set(null, one.getValue());", 3);
    lines.line("}", 2);
    lines.line("}", 1);
    lines.line("");
}

}  // namespace

bool is_static_state_name(std::string_view name)
{
    return name == initialising || name == resetting_all || name == resetting_one ||
           name == restoring_all;
}

void write_static_state(LineWriter& lines, TypeNamer& types, const JavaSuite& suite)
{
    if (!suite.first_classes.empty())
    {
        write_first_classes(lines, types, suite);
    }
    if (!suite.reset_fields.empty())
    {
        write_reset_fields(lines, types, suite);
    }
}

}  // namespace sbst::jvm::detail
