// SPDX-License-Identifier: Apache-2.0
#include "../language/names.hpp"
#include "assertions.hpp"
#include "beans.hpp"
#include "mocks.hpp"
#include "serial_copy.hpp"
#include "standard_output.hpp"
#include "static_state.hpp"
#include "stub_classes.hpp"
#include "surroundings.hpp"
#include "test_differences.hpp"
#include "test_names.hpp"
#include "test_writer.hpp"

#include <sbst/jvm/render/render.hpp>
#include <sbst/output/test_name.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace sbst::jvm
{

namespace detail
{

namespace
{

/// Methods that every object has: a test of that name would override one, or not compile.
bool is_object_method(std::string_view name)
{
    constexpr std::array<std::string_view, 9> names{"clone", "equals", "finalize", "getClass",
        "hashCode", "notify", "notifyAll", "toString", "wait"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> method_names(const JavaSuite& suite, const TypeNamer& types)
{
    std::vector<std::string> wishes;
    for (const JavaTest& test : suite.tests)
    {
        wishes.push_back(name_wish(for_naming(test, suite, types)));
    }
    NameTable table{is_java_keyword};
    const auto copy = serial_copy_name(suite);
    std::vector<std::string> names;
    for (std::string wish : told_apart(std::move(wishes), suite, types))
    {
        if (is_object_method(wish) || is_assertion_name(wish) || is_java_keyword(wish) ||
            wish == copy || wish == restoring_method || is_static_state_name(wish) ||
            is_standard_output_name(wish) || (suite.uses_mockito && is_mockito_name(wish)))
        {
            wish = "test" + upper_first(wish);
        }
        names.push_back(table.take(wish));
    }
    return names;
}

struct Body
{
    std::vector<TestPlace> places;
    std::string text;
};

/// The tests with a line for each, as if they began on line 1.
Body write_body(const JavaSuite& suite, TypeNamer& types, FileNeeds& needs)
{
    const std::vector<std::string> names = method_names(suite, types);
    LineWriter lines;
    Body body;
    write_static_state(lines, types, suite);
    write_surroundings(lines, types, suite);
    write_standard_output(lines, types, suite);
    for (std::size_t i = 0; i < suite.tests.size(); ++i)
    {
        if (i > 0)
        {
            lines.line("");
        }
        body.places.push_back(write_test({suite, lines, types, needs}, suite.tests[i], names[i]));
    }
    if (const auto copy = serial_copy_name(suite))
    {
        lines.line("");
        write_serial_copy(lines, types, *copy);
    }
    for (const JavaCallable* bean : beans_of(suite))
    {
        lines.line("");
        write_bean(lines, types, *bean);
    }
    for (const JavaCallable* stub : stub_classes_of(suite))
    {
        lines.line("");
        write_stub_class(lines, types, *stub);
    }
    body.text = lines.text();
    return body;
}

std::vector<std::string> imports_of(
    const JavaSuite& suite, const TypeNamer& types, const FileNeeds& needs)
{
    std::vector<std::string> imports = types.imports();
    const bool is_junit4 = suite.junit == 4;
    const std::string package = is_junit4 ? "org.junit." : "org.junit.jupiter.api.";
    imports.push_back(package + "Test");
    if (needs.has_disabled_tests || !suite.disabled.empty())
    {
        imports.push_back(package + (is_junit4 ? "Ignore" : "Disabled"));
    }
    std::sort(imports.begin(), imports.end());
    return imports;
}

void write_head(
    LineWriter& lines, const JavaSuite& suite, const TypeNamer& types, const FileNeeds& needs)
{
    if (!suite.package.empty())
    {
        lines.line(fmt::format("package {};", suite.package));
        lines.line("");
    }
    const std::string_view assertions =
        suite.junit == 4 ? "org.junit.Assert" : "org.junit.jupiter.api.Assertions";
    for (const std::string& name : needs.assertions)
    {
        lines.line(fmt::format("import static {}.{};", assertions, name));
    }
    for (const std::string& name : needs.mockito)
    {
        lines.line(fmt::format("import static org.mockito.Mockito.{};", name));
    }
    if (!needs.assertions.empty() || !needs.mockito.empty())
    {
        lines.line("");
    }
    for (const std::string& name : imports_of(suite, types, needs))
    {
        lines.line(fmt::format("import {};", name));
    }
    lines.line("");
    write_comment(lines, suite.comment, 0);
    if (!suite.disabled.empty())
    {
        write_disabled(lines, suite.junit, suite.disabled, 0);
    }
    std::set<std::string> suppressed = suite.suppressed_warnings;
    if (needs.has_raw_types)
    {
        suppressed.insert({"rawtypes", "unchecked"});
    }
    if (suppressed.size() == 1)
    {
        lines.line(fmt::format("@SuppressWarnings(\"{}\")", *suppressed.begin()));
    }
    else if (!suppressed.empty())
    {
        lines.line(fmt::format("@SuppressWarnings({{\"{}\"}})", fmt::join(suppressed, "\", \"")));
    }
    lines.line(fmt::format("{}class {} {{", suite.junit == 4 ? "public " : "", suite.class_name));
}

std::string folder_of(const std::string& package)
{
    std::string folder = package;
    std::replace(folder.begin(), folder.end(), '.', '/');
    return folder.empty() ? folder : folder + "/";
}

}  // namespace

}  // namespace detail

RenderedSuite render_suite(const JavaSuite& suite)
{
    // 1. All types that may be named; who has a simple name depends on all of them.
    detail::TypeNamer types(suite);
    detail::FileNeeds ignored;
    (void)detail::write_body(suite, types, ignored);
    types.settle();
    // 2. The tests, with final names; then what stands above them.
    detail::FileNeeds needs;
    detail::Body body = detail::write_body(suite, types, needs);
    detail::LineWriter head;
    detail::write_head(head, suite, types, needs);

    RenderedSuite rendered;
    rendered.file_name = detail::folder_of(suite.package) + suite.class_name + ".java";
    rendered.text = head.text() + body.text + "}\n";
    const std::size_t shift = head.next_line() - 1;
    for (TestPlace& place : body.places)
    {
        place.first_line += shift;
        place.last_line += shift;
        for (std::size_t& line : place.step_lines)
        {
            line += line == 0 ? 0 : shift;
        }
    }
    rendered.tests = std::move(body.places);
    return rendered;
}

}  // namespace sbst::jvm
