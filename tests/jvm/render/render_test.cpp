// SPDX-License-Identifier: Apache-2.0
#include "dsl.hpp"
#include "suites.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/referee/referee.hpp>
#include <sbst/jvm/render/render.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <unistd.h>

using namespace sbst::jvm;

namespace
{
std::string read(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// The text against the golden file; with SBST_WRITE_GOLDEN set the file is written anew.
void check_golden(const std::string& name, const std::string& text)
{
    const std::filesystem::path file = std::filesystem::path(SBST_GOLDEN) / (name + ".java");
    if (std::getenv("SBST_WRITE_GOLDEN") != nullptr)
    {
        std::ofstream(file, std::ios::binary) << text;
    }
    CHECK(text == read(file));
}

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
    {
        lines.push_back(line);
    }
    return lines;
}

/// Compiles and runs the suite: no complaint of the compiler, each test passes in each run.
void check_proven(const RenderedSuite& rendered, int junit)
{
    std::string name = (std::filesystem::temp_directory_path() / "sbst-test-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    const std::filesystem::path folder = name;
    std::filesystem::create_directories((folder / rendered.file_name).parent_path());
    std::ofstream(folder / rendered.file_name, std::ios::binary) << rendered.text;
    const auto java_home = std::filesystem::canonical(SBST_JAVAC).parent_path().parent_path();
    RefereeRequest request{.sources = folder,
        .class_path = {SBST_FIXTURES},
        .classes_under_test = {ratio},
        .junit = junit};
    const RefereeReport report = judge_suite(
        request, {.java_home = java_home, .program = SBST_REFEREE, .jars = SBST_JVM_JARS});
    std::filesystem::remove_all(folder);
    for (const CompileProblem& problem : report.problems)
    {
        FAIL_CHECK(problem.line << ": " << problem.message);
    }
    REQUIRE(report.is_compiled);
    REQUIRE(report.tests.size() == rendered.tests.size());
    for (std::size_t test = 0; test < report.tests.size(); ++test)
    {
        CHECK(report.tests[test].method == rendered.tests[test].method);
        CHECK(why_unproven(report, test).value_or("") == "");
    }
}
}  // namespace

TEST_CASE("everyday tests are written as people write them, and hold", "[jvm]")
{
    for (const int junit : {5, 4})
    {
        const RenderedSuite rendered = render_suite(everyday_suite(junit));
        CHECK(rendered.file_name == "shop/RatioTest.java");
        check_golden("everyday" + std::to_string(junit), rendered.text);
        check_proven(rendered, junit);
    }
}

TEST_CASE("awkward tests mean what they should, and hold", "[jvm]")
{
    for (const int junit : {5, 4})
    {
        const RenderedSuite rendered = render_suite(awkward_suite(junit));
        check_golden("awkward" + std::to_string(junit), rendered.text);
        check_proven(rendered, junit);
    }
}

TEST_CASE("literals keep their values, and hold", "[jvm]")
{
    for (const int junit : {5, 4})
    {
        const RenderedSuite rendered = render_suite(literal_suite(junit));
        check_golden("literals" + std::to_string(junit), rendered.text);
        check_proven(rendered, junit);
    }
}

TEST_CASE("lines keep to 100 columns and to ASCII", "[jvm]")
{
    for (const JavaSuite& suite : {everyday_suite(5), awkward_suite(4), literal_suite(5)})
    {
        for (const std::string& line : lines_of(render_suite(suite).text))
        {
            INFO(line);
            CHECK(line.size() <= 100);
            CHECK_FALSE(line.ends_with(' '));
            CHECK(std::all_of(line.begin(), line.end(),
                [](char letter) { return letter >= ' ' && letter <= '~'; }));
        }
    }
}

TEST_CASE("each step knows its line", "[jvm]")
{
    const RenderedSuite rendered = render_suite(everyday_suite(5));
    const std::vector<std::string> lines = lines_of(rendered.text);
    const TestPlace& place = rendered.tests[0];
    CHECK(lines.at(place.first_line - 1).find("// Covers times()") != std::string::npos);
    CHECK(lines.at(place.last_line - 1) == "    }");
    REQUIRE(place.step_lines.size() == 7);
    CHECK(lines.at(place.step_lines[2] - 1).find(".times(") != std::string::npos);
    // Written where it is used.
    CHECK(place.step_lines[1] == place.step_lines[2]);
    CHECK(lines.at(place.step_lines[6] - 1).find("assertEquals(8, ") != std::string::npos);
}

TEST_CASE("text beyond a constant of a class file is put together at run time", "[jvm]")
{
    std::u16string text;
    for (int i = 0; i < 20'000; ++i)
    {
        text += static_cast<char16_t>(u'a' + i % 26);
        text += u'\u00e9';
        text += static_cast<char16_t>(u'a' + i % 7);
        text += u'\u20ac';
    }
    Steps s;
    const auto a =
        s.statically("echo", "(Ljava/lang/String;)Ljava/lang/String;", {java_string(text)});
    const auto length = s.of_kind(
        JavaCallableKind::instance_method, "java/lang/String", "()I", {java_step(a)}, "length");
    s.expect(length, java_int(80'000));
    check_proven(render_suite(ratio_suite({s.test()})), 5);
}

TEST_CASE("the unnamed package needs no package and no import", "[jvm]")
{
    Steps s;
    const auto a = s.make("Plain", "()V", {});
    s.expect({.kind = JavaAssertionKind::not_null, .step = a});
    JavaSuite suite = ratio_suite({s.test()});
    suite.package = "";
    suite.class_under_test = "Plain";
    const RenderedSuite rendered = render_suite(suite);
    CHECK(rendered.file_name == "RatioTest.java");
    CHECK(rendered.text ==
          "import static org.junit.jupiter.api.Assertions.assertNotNull;\n"
          "\n"
          "import org.junit.jupiter.api.Test;\n"
          "\n"
          "class RatioTest {\n"
          "    @Test\n"
          "    void createsPlain() {\n"
          "        assertNotNull(new Plain());\n"
          "    }\n"
          "}\n");
}
