// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/jvm/referee/kept_referee.hpp>
#include <sbst/jvm/referee/referee.hpp>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

using namespace sbst::jvm;

namespace
{

/// A request for one class of tests that is judged in one run.
class OneTest
{
public:
    explicit OneTest(const std::string& body)
    {
        std::ofstream(m_folder.path() / "ATest.java", std::ios::binary)
            << "class ATest { @org.junit.jupiter.api.Test void a() " << body << " }\n";
    }

    [[nodiscard]] RefereeRequest request() const
    {
        return {.sources = m_folder.path(),
            .class_path = {},
            .classes_under_test = {},
            .runs = {standard_runs(1).front()}};
    }

private:
    TemporaryFolder m_folder{{}, "sbst-test"};
};

RefereeTools kept_tools()
{
    return {.java_home = std::filesystem::canonical(SBST_JAVAC).parent_path().parent_path(),
        .program = SBST_REFEREE,
        .jars = SBST_JVM_JARS,
        .kept = std::make_shared<KeptReferee>()};
}

TestVerdict verdict(const RefereeReport& report)
{
    REQUIRE(report.is_compiled);
    REQUIRE(report.tests.size() == 1);
    return report.runs.front().outcomes.front().verdict;
}

}  // namespace

TEST_CASE("kept referee: each suite is judged as by a new one", "[jvm]")
{
    const RefereeTools tools = kept_tools();
    CHECK(tools.kept->judgements() == 0);
    CHECK(verdict(judge_suite(OneTest("{ }").request(), tools)) == TestVerdict::passed);
    CHECK(tools.kept->judgements() == 1);
    CHECK_FALSE(judge_suite(OneTest("{ return 1; }").request(), tools).is_compiled);
    // The class of the same name is the new one.
    const RefereeReport other =
        judge_suite(OneTest("{ throw new IllegalStateException(\"b\"); }").request(), tools);
    CHECK(verdict(other) == TestVerdict::failed);
    CHECK(other.runs.front().outcomes.front().message == "b");
    // A word with the characters that the request escapes.
    const OneTest test("{ }");
    RefereeRequest odd = test.request();
    odd.runs.front().name = "100%\n\u00e9";
    CHECK(judge_suite(odd, tools).runs.front().name == odd.runs.front().name);
    // All by one program.
    CHECK(tools.kept->judgements() == 4);
}

TEST_CASE("kept referee: one that failed or was stopped is replaced", "[jvm]")
{
    const RefereeTools tools = kept_tools();
    const OneTest good("{ }");
    CHECK(verdict(judge_suite(good.request(), tools)) == TestVerdict::passed);
    SECTION("it failed")
    {
        RefereeRequest request = good.request();
        request.heap_megabytes = 1;
        CHECK_THROWS_AS(judge_suite(request, tools), sbst::AdapterError);
    }
    SECTION("another program is wanted")
    {
        RefereeTools others = tools;
        const TemporaryFolder folder({}, "sbst-test");
        others.program = folder.path() / "copy.jar";
        std::filesystem::copy_file(tools.program, others.program);
        CHECK(verdict(judge_suite(good.request(), others)) == TestVerdict::passed);
        CHECK(tools.kept->judgements() == 1);
        return;
    }
    SECTION("it was stopped")
    {
        const auto now = sbst::StopToken::Clock::now();
        CHECK(judge_suite(good.request(), tools, sbst::StopToken().with_deadline(now)).was_stopped);
    }
    CHECK(tools.kept->judgements() == 0);
    CHECK(verdict(judge_suite(good.request(), tools)) == TestVerdict::passed);
    CHECK(tools.kept->judgements() == 1);
}
