// SPDX-License-Identifier: Apache-2.0
#include "proof.hpp"

#include "dsl.hpp"
#include "jvm/java_home.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/jvm/referee/referee.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace sbst::jvm;

namespace
{

std::string read(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

void check_golden(const std::string& name, const std::string& text)
{
    const std::filesystem::path file = std::filesystem::path(SBST_GOLDEN) / (name + ".java");
    if (std::getenv("SBST_WRITE_GOLDEN") != nullptr)
    {
        std::ofstream(file, std::ios::binary) << text;
    }
    CHECK(text == read(file));
}

RefereeReport judged(const RenderedSuite& rendered, int junit)
{
    const TemporaryFolder scratch({}, "sbst-test");
    const std::filesystem::path& folder = scratch.path();
    std::filesystem::create_directories((folder / rendered.file_name).parent_path());
    std::ofstream(folder / rendered.file_name, std::ios::binary) << rendered.text;
    const auto java_home =
        test_java_home(std::filesystem::canonical(SBST_JAVAC).parent_path().parent_path());
    RefereeRequest request{.sources = folder,
        .class_path = {SBST_FIXTURES},
        .classes_under_test = {ratio},
        .junit = junit};
    const RefereeReport report = judge_suite(
        request, {.java_home = java_home, .program = SBST_REFEREE, .jars = SBST_JVM_JARS});
    for (const CompileProblem& problem : report.problems)
    {
        FAIL_CHECK(problem.line << ": " << problem.message);
    }
    REQUIRE(report.is_compiled);
    REQUIRE(report.tests.size() == rendered.tests.size());
    for (std::size_t test = 0; test < report.tests.size(); ++test)
    {
        CHECK(report.tests[test].method == rendered.tests[test].method);
    }
    return report;
}

void check_proven(const RenderedSuite& rendered, int junit)
{
    const RefereeReport report = judged(rendered, junit);
    for (std::size_t test = 0; test < report.tests.size(); ++test)
    {
        CHECK(why_unproven(report, test).value_or("") == "");
    }
}
