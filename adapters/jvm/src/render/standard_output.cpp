// SPDX-License-Identifier: Apache-2.0
#include "standard_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <variant>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::string_view catching = "catchOutput";
constexpr std::string_view restoring = "restoreOutput";

bool asserts_output(const JavaTest& test)
{
    return std::any_of(test.steps.begin(), test.steps.end(), [](const JavaStep& step) {
        const auto* const assertion = std::get_if<JavaAssertion>(&step);
        return assertion != nullptr && assertion->kind == JavaAssertionKind::printed;
    });
}

}  // namespace

bool is_standard_output_name(std::string_view name)
{
    return name == printed_method || name == catching || name == restoring;
}

void write_standard_output(LineWriter& lines, TypeNamer& types, const JavaSuite& suite)
{
    if (std::none_of(suite.tests.begin(), suite.tests.end(), asserts_output))
    {
        return;
    }
    const bool is_junit4 = suite.junit == 4;
    const std::string system = types.of_class("java/lang/System");
    const std::string stream = types.of_class("java/io/PrintStream");
    const std::string bytes = types.of_class("java/io/ByteArrayOutputStream");
    NameTable names = names_for_members(types);
    const std::string out = names.take("systemOut");
    const std::string err = names.take("systemErr");
    const std::string output = names.take("output");
    const auto write = [&](const std::string& line) { lines.line(line, 2); };
    const auto open = [&](const char* junit4, const char* junit5, std::string_view name) {
        lines.line("@" + types.of_class(is_junit4 ? junit4 : junit5), 1);
        lines.line(fmt::format("{}void {}() {{", is_junit4 ? "public " : "", name), 1);
    };
    const auto close = [&] {
        lines.line("}", 1);
        lines.line("");
    };
    lines.line(fmt::format("private final {} {} = {}.out;", stream, out, system), 1);
    lines.line(fmt::format("private final {} {} = {}.err;", stream, err, system), 1);
    lines.line(fmt::format("private final {} {} = new {}();", bytes, output, bytes), 1);
    lines.line("");
    open("org/junit/Before", "org/junit/jupiter/api/BeforeEach", catching);
    write(fmt::format("{}.setOut(new {}({}, true));", system, stream, output));
    write(fmt::format("{}.setErr({}.out);", system, system));
    close();
    open("org/junit/After", "org/junit/jupiter/api/AfterEach", restoring);
    write(fmt::format("{}.setOut({});", system, out));
    write(fmt::format("{}.setErr({});", system, err));
    close();
    lines.line("// What the test has printed so far.", 1);
    lines.line(
        fmt::format("private {} {}() {{", types.of_class("java/lang/String"), printed_method), 1);
    write(
        fmt::format(R"(return {}.toString().replace({}.lineSeparator(), "\n");)", output, system));
    close();
}

}  // namespace sbst::jvm::detail
