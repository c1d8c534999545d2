// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/jvm/exec/worker_settings.hpp>
#include <sbst/jvm/referee/referee.hpp>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

using namespace sbst::jvm;
using Catch::Matchers::Contains;

namespace
{

/// A folder of sources that is gone after the test.
class Sources
{
public:
    void write(const std::string& name, const std::string& text) const
    {
        std::filesystem::create_directories((path() / name).parent_path());
        std::ofstream(path() / name, std::ios::binary) << text;
    }
    /// A class `fixture.MeterTest` with this body; the first line of the body is line 5.
    void write_tests(const std::string& body) const
    {
        write("fixture/MeterTest.java",
            "package fixture;\n"
            "import org.junit.jupiter.api.Test;\n"
            "import static org.junit.jupiter.api.Assertions.*;\n"
            "class MeterTest {\n" +
                body + "}\n");
    }
    [[nodiscard]] const std::filesystem::path& path() const { return m_folder.path(); }

private:
    TemporaryFolder m_folder{{}, "sbst-test"};
};

RefereeTools tools_of(const std::filesystem::path& home)
{
    return {.java_home = home, .program = SBST_REFEREE, .jars = SBST_JVM_JARS};
}

/// The build's own JDK.
std::filesystem::path own_jdk()
{
    return std::filesystem::canonical(SBST_JAVAC).parent_path().parent_path();
}

RefereeTools tools()
{
    return tools_of(own_jdk());
}

RefereeRequest request_for(const Sources& sources)
{
    return {.sources = sources.path(),
        .class_path = {SBST_FIXTURES},
        .classes_under_test = {"fixture/Meter"}};
}

const std::string good_body =
    "    @Test void empty() { assertEquals(\"empty\", new Meter().level(0)); }\n"
    "    @Test void some() { assertEquals(\"some\", new Meter().level(3)); }\n"
    "    @Test void below() {\n"
    "        assertThrows(IllegalArgumentException.class, () -> new Meter().level(-1));\n"
    "    }\n"
    "    @Test void scale() { assertEquals(7, new Meter.Scale().round(7)); }\n";

std::vector<TestVerdict> verdicts(const RefereeReport& report, std::size_t run)
{
    std::vector<TestVerdict> list;
    for (const TestOutcome& outcome : report.runs.at(run).outcomes)
    {
        list.push_back(outcome.verdict);
    }
    return list;
}

}  // namespace

TEST_CASE("a good suite passes in each run and its coverage is JaCoCo's, on each JDK", "[jvm]")
{
    const Sources sources;
    sources.write_tests(good_body);
    std::vector<std::filesystem::path> homes = find_jdks();
    if (std::find(homes.begin(), homes.end(), own_jdk()) == homes.end())
    {
        homes.push_back(own_jdk());
    }
    for (const auto& home : homes)
    {
        if (feature_version(home) < 17 || !std::filesystem::exists(home / "bin" / "javac"))
        {
            continue;
        }
        INFO(home);
        RefereeRequest request = request_for(sources);
        request.runs = standard_runs(1);
        request.runs.push_back(run_abroad());
        RefereeTools isolated = tools_of(home);
        isolated.launcher = SBST_LAUNCHER;
        const RefereeReport report = judge_suite(request, isolated);
        CHECK(report.java.starts_with(std::to_string(feature_version(home))));
        REQUIRE(report.is_compiled);
        CHECK(report.is_complete);
        CHECK(report.problems.empty());
        REQUIRE(report.tests.size() == 4);
        CHECK(report.tests[0].class_name == "fixture.MeterTest");
        CHECK(report.tests[2].method == "below");
        REQUIRE(report.runs.size() == 4);
        for (std::size_t test = 0; test < report.tests.size(); ++test)
        {
            CHECK_FALSE(why_unproven(report, test));
        }
        REQUIRE(report.coverage.size() == 3);
        CHECK(report.coverage[0].name == "fixture/Meter");
        CHECK(report.coverage[1].name == "fixture/Meter$1");
        CHECK(report.coverage[2].name == "fixture/Meter$Scale");
        CHECK(report.coverage[0].branches.covered == 5);
        CHECK(report.coverage[0].branches.missed == 1);
        CHECK(report.coverage[1].lines.covered == 1);
        CHECK(report.coverage[1].lines.missed == 2);
        CHECK(report.coverage[2].branches.covered == 1);
        CHECK(report.coverage[2].branches.missed == 1);
        const LineCoverage& line = report.coverage[2].lines_with_code.back();
        CHECK(line.line == 10);
        CHECK(line.is_executed);
        CHECK(line.branches.covered == 1);
        REQUIRE(report.coverage[0].methods.size() == 2);
        CHECK(report.coverage[0].methods[1].name == "level");
        CHECK(report.coverage[0].methods[1].descriptor == "(I)Ljava/lang/String;");
        CHECK(report.coverage[0].methods[1].branches.missed == 1);
    }
}

TEST_CASE("tests of JUnit 4 are found and run", "[jvm]")
{
    const Sources sources;
    sources.write("fixture/MeterTest.java",
        "package fixture;\n"
        "import org.junit.Test;\n"
        "import static org.junit.Assert.*;\n"
        "public class MeterTest {\n"
        "    @Test public void some() { assertEquals(\"some\", new Meter().level(3)); }\n"
        "    @Test public void wrong() {\n"
        "        assertEquals(\"none\", new Meter().level(3));\n"
        "    }\n"
        "}\n");
    RefereeRequest request = request_for(sources);
    request.junit = 4;
    const RefereeReport report = judge_suite(request, tools());
    CHECK(verdicts(report, 0) == std::vector{TestVerdict::passed, TestVerdict::failed});
    CHECK(report.runs[0].outcomes[1].exception == "org.junit.ComparisonFailure");
    CHECK(report.runs[0].outcomes[1].line == 7);
}

TEST_CASE("a test of one flavour does not compile as the other", "[jvm]")
{
    const Sources sources;
    sources.write_tests(good_body);
    RefereeRequest request = request_for(sources);
    request.junit = 4;
    const RefereeReport report = judge_suite(request, tools());
    CHECK_FALSE(report.is_compiled);
    CHECK(report.tests.empty());
}

TEST_CASE("what javac says is data with a place", "[jvm]")
{
    const Sources sources;
    sources.write_tests("    @Test void wrong() {\n        int x = new Meter().level(1);\n    }\n");
    const RefereeReport report = judge_suite(request_for(sources), tools());
    CHECK_FALSE(report.is_compiled);
    REQUIRE(report.problems.size() == 1);
    CHECK(report.problems[0].is_error);
    CHECK(report.problems[0].file == "fixture/MeterTest.java");
    CHECK(report.problems[0].line == 6);
    CHECK(report.problems[0].column == 34);
    CHECK_THAT(report.problems[0].message, Contains("String cannot be converted to int"));
}

TEST_CASE("a failure says which exception, which message and which line", "[jvm]")
{
    const Sources sources;
    sources.write_tests(
        "    @Test void throwing() {\n"
        "        new Meter().level(1);\n"
        "        new Meter().level(-5);\n"
        "    }\n"
        "    @Test void wrong() { assertEquals(\"\\ud800\\t\\u00e9%\", new Meter().level(0)); }\n"
        "    @Test void deep() { deep(); deep(); }\n"
        "    @Test void large() { Object[] all = new Object[Integer.MAX_VALUE]; }\n"
        "    @Test @org.junit.jupiter.api.Disabled(\"not yet\") void disabled() { fail(); }\n");
    const RefereeReport report = judge_suite(request_for(sources), tools());
    REQUIRE(report.tests.size() == 5);
    const std::vector<TestOutcome>& outcomes = report.runs[0].outcomes;
    CHECK(outcomes[0].exception == "java.lang.IllegalArgumentException");
    CHECK(outcomes[0].message == "below zero: -5");
    CHECK(outcomes[0].line == 7);
    CHECK(outcomes[1].exception == "org.opentest4j.AssertionFailedError");
    // What is no character is replaced, the rest comes through.
    CHECK_THAT(outcomes[1].message, Contains("\xef\xbf\xbd\t\xc3\xa9%"));
    CHECK(outcomes[1].line == 9);
    CHECK(outcomes[2].exception == "java.lang.StackOverflowError");
    CHECK(outcomes[3].exception == "java.lang.OutOfMemoryError");
    CHECK(outcomes[4].verdict == TestVerdict::skipped);
    CHECK(outcomes[4].message == "not yet");
    CHECK_FALSE(why_unproven(report, 4));
    CHECK_THAT(*why_unproven(report, 0),
        Contains("failed in run 'as written': java.lang.IllegalArgumentException: below zero: -5 "
                 "(line 7)"));
}

TEST_CASE("a test that hangs or ends the JVM costs itself only", "[jvm]")
{
    const Sources sources;
    sources.write_tests(
        "    @Test void exits() { System.exit(0); }\n"
        "    @Test void hangs() { while (true) { } }\n"
        "    @Test void halts() { Runtime.getRuntime().halt(3); }\n"
        "    @Test void exitsLater() {\n"
        "        new Thread(() -> { pause(); System.exit(4); }).start();\n"
        "    }\n"
        "    @Test void slow() { pause(); pause(); }\n"
        "    static void pause() {\n"
        "        try { Thread.sleep(300); } catch (InterruptedException e) { fail(); }\n"
        "    }\n" +
        good_body);
    RefereeRequest request = request_for(sources);
    request.test_limit = std::chrono::milliseconds(1500);
    const RefereeReport report = judge_suite(request, tools());
    CHECK(report.is_complete);
    REQUIRE(report.tests.size() == 9);
    const std::vector<TestOutcome>& first = report.runs[0].outcomes;
    CHECK(first[0].verdict == TestVerdict::died);
    CHECK(first[0].message == "the JVM ended with 0");
    CHECK(first[1].verdict == TestVerdict::timed_out);
    CHECK(first[2].message == "the JVM ended with 3");
    CHECK(first[3].message == "the JVM ended with 4, in the test after this one");
    for (std::size_t test = 4; test < 9; ++test)
    {
        CHECK(first[test].verdict == TestVerdict::passed);
    }
    CHECK(report.runs[1].outcomes[0].verdict == TestVerdict::not_run);
    CHECK(why_unproven(report, 1) == "timed_out in run 'as written': no end within 1500 ms");
    CHECK(report.coverage[2].branches.covered == 1);
}

TEST_CASE("a test that depends on order, time zone or locale is found out", "[jvm]")
{
    const Sources sources;
    sources.write_tests(
        "    @Test void a() { assertEquals(0, Meter.readings++); }\n"
        "    @Test void b() { assertEquals(1, Meter.readings++); }\n"
        "    @Test void zone() { assertEquals(\"UTC\", java.util.TimeZone.getDefault().getID()); "
        "}\n"
        "    @Test void locale() { assertEquals(\"title\", \"TITLE\".toLowerCase()); }\n"
        "    @Test void digits() { assertEquals(\"12\", String.format(\"%d\", 12)); }\n"
        "    @Test void text() { assertEquals(\"1.5\", String.format(\"%.1f\", 1.5)); }\n");
    RefereeRequest request = request_for(sources);
    request.runs = standard_runs(3);
    request.runs.push_back(run_abroad());
    const RefereeReport report = judge_suite(request, tools());
    REQUIRE(report.tests.size() == 6);
    CHECK(report.runs[0].outcomes[0].verdict == TestVerdict::passed);
    CHECK(report.runs[1].outcomes[1].verdict == TestVerdict::failed);
    CHECK_THAT(why_unproven(report, 0).value_or(""), Contains("'reversed'"));
    CHECK_THAT(why_unproven(report, 2).value_or(""), Contains("failed in run 'reversed'"));
    CHECK_THAT(why_unproven(report, 3).value_or(""), Contains("failed in run 'abroad'"));
    CHECK_THAT(why_unproven(report, 4).value_or(""), Contains("failed in run 'reversed'"));
    CHECK(report.runs[2].outcomes[5].verdict == TestVerdict::failed);
}

TEST_CASE("a test that depends on the order of initialisation is found out", "[jvm]")
{
    const Sources sources;
    sources.write_tests(
        "    @Test void a() { assertNotNull(Circle.CENTRE); }\n"
        "    @Test void b() { assertNull(Circle.rim()); }\n"
        "    @Test void c() { assertEquals(\"empty\", new Meter().level(0)); }\n");
    RefereeRequest request = request_for(sources);
    request.runs = {standard_runs(3).front(), run_abroad()};
    const RefereeReport report = judge_suite(request, tools());
    REQUIRE(report.tests.size() == 3);
    CHECK(report.runs[0].outcomes[1].verdict == TestVerdict::passed);
    CHECK_FALSE(why_unproven(report, 0).has_value());
    CHECK_THAT(why_unproven(report, 1).value_or(""), Contains("failed in run 'abroad'"));
    CHECK_FALSE(why_unproven(report, 2).has_value());
}

TEST_CASE("a number that an initialiser takes from a counter is found out", "[jvm]")
{
    const Sources sources;
    sources.write_tests(
        "    @Test void a() { assertEquals(0, Ticket.Held.FIRST.number); }\n"
        "    @Test void b() { assertNotNull(new Ticket()); }\n");
    RefereeRequest request = request_for(sources);
    request.runs = standard_runs(3);
    request.runs.push_back(run_abroad());
    const RefereeReport report = judge_suite(request, tools());
    REQUIRE(report.tests.size() == 2);
    // Where all classes are initialised first, the constant has its first number.
    CHECK(report.runs[0].outcomes[0].verdict == TestVerdict::passed);
    CHECK(report.runs[2].outcomes[0].verdict == TestVerdict::passed);
    CHECK(report.runs[3].outcomes[0].verdict == TestVerdict::passed);
    CHECK_THAT(why_unproven(report, 0).value_or(""), Contains("failed in run 'reversed'"));
    CHECK_FALSE(why_unproven(report, 1).has_value());
}

TEST_CASE("a class that breaks the JVM when it is initialised early costs no test", "[jvm]")
{
    const Sources sources;
    sources.write_tests(
        "    @Test void a() {\n"
        "        System.setProperty(\"fixture.late\", \"\");\n"
        "        assertNotNull(Circle.Late.VALUE);\n"
        "    }\n");
    RefereeRequest request = request_for(sources);
    request.runs = {standard_runs(3).front(), run_abroad()};
    const RefereeReport report = judge_suite(request, tools());
    REQUIRE(report.runs.size() == 2);
    CHECK_FALSE(why_unproven(report, 0).has_value());
}

TEST_CASE("the run abroad is in another Java where there is one that works", "[jvm]")
{
    const Sources sources;
    sources.write_tests("    @Test void a() { assertEquals(" +
                        std::to_string(feature_version(own_jdk())) +
                        ", Runtime.version().feature()); }\n"
                        "    @Test void b() { }\n");
    RefereeTools both = tools();
    for (const auto& home : find_jdks())
    {
        both.other_java =
            feature_version(home) != feature_version(own_jdk()) ? home : both.other_java;
    }
    RefereeRequest request = request_for(sources);
    request.runs = {standard_runs(3).front(), run_abroad(both)};
    if (!both.other_java.empty())
    {
        const RefereeReport report = judge_suite(request, both);
        REQUIRE(report.tests.size() == 2);
        CHECK(report.runs[1].name.starts_with("abroad on Java "));
        CHECK(report.runs[0].outcomes[0].verdict == TestVerdict::passed);
        CHECK(report.runs[1].outcomes[0].verdict == TestVerdict::failed);
        CHECK(report.runs[1].outcomes[1].verdict == TestVerdict::passed);
    }
    const TemporaryFolder nothing({}, "sbst-no-java");
    both.other_java = nothing.path();
    const RefereeReport report = judge_suite(request, both);
    REQUIRE(report.runs.size() == 2);
    CHECK(report.runs[1].outcomes[0].verdict == TestVerdict::passed);
}

TEST_CASE("of two tests each is once the first", "[jvm]")
{
    const Sources sources;
    sources.write_tests(
        "    @Test void a() { }\n"
        "    @Test void b() { }\n"
        "    @Test void c() { }\n");
    RefereeRequest request = request_for(sources);
    request.runs = {standard_runs(3).front(), run_abroad()};
    const RefereeReport report = judge_suite(request, tools());
    REQUIRE(report.tests.size() == 3);
    for (std::uint32_t test = 0; test < 3; ++test)
    {
        CHECK(report.runs[0].outcomes[test].place == test + 1);
        CHECK(report.runs[1].outcomes[test].place == 3 - test);
    }
}

TEST_CASE("what a class does before its tests may fail, and they with it", "[jvm]")
{
    const Sources sources;
    const int junit = GENERATE(4, 5);
    CAPTURE(junit);
    sources.write("fixture/MeterTest.java",
        junit == 5 ?
            "package fixture;\n"
            "import org.junit.jupiter.api.*;\n"
            "class MeterTest {\n"
            "    @BeforeAll static void begin() { throw new IllegalStateException(\"no\"); }\n"
            "    @Test void a() { }\n"
            "    @Test void b() { }\n"
            "}\n" :
            "package fixture;\n"
            "import org.junit.*;\n"
            "public class MeterTest {\n"
            "    @BeforeClass public static void begin() {\n"
            "        throw new IllegalStateException(\"no\");\n"
            "    }\n"
            "    @Test public void a() { }\n"
            "    @Test public void b() { }\n"
            "}\n");
    RefereeRequest request = request_for(sources);
    request.junit = junit;
    request.runs = {standard_runs(3).front()};
    const RefereeReport report = judge_suite(request, tools());
    REQUIRE(report.is_compiled);
    REQUIRE(report.tests.size() == 2);
    for (const TestOutcome& outcome : report.runs[0].outcomes)
    {
        CHECK(outcome.verdict == TestVerdict::failed);
        CHECK(outcome.exception == "java.lang.IllegalStateException");
        CHECK(outcome.message == "no");
    }
}

TEST_CASE("a test that holds today only, or on this machine, is found out", "[jvm]")
{
    const Sources sources;
    constexpr std::time_t seconds_in_day = 86'400;
    const std::string day = std::to_string(std::time(nullptr) / seconds_in_day);
    const std::string processors = std::to_string(std::thread::hardware_concurrency());
    const std::string has_many = std::thread::hardware_concurrency() > 12 ? "true" : "false";
    sources.write_tests("    @Test void day() { assertEquals(" + day +
                        "L, System.currentTimeMillis() / 86_400_000L); }\n"
                        "    @Test void date() { assertEquals(" +
                        day +
                        "L, java.time.LocalDate.now(java.time.ZoneOffset.UTC).toEpochDay()); }\n"
                        "    @Test void processors() { assertEquals(" +
                        processors +
                        ", Runtime.getRuntime().availableProcessors()); }\n"
                        "    @Test void manyProcessors() { assertEquals(" +
                        has_many +
                        ", Runtime.getRuntime().availableProcessors() > 12); }\n"
                        "    @Test void encoding() { assertEquals(\"UTF-8\", "
                        "java.nio.charset.Charset.defaultCharset().name()); }\n"
                        "    @Test void headless() { assertEquals(\"true\", "
                        "System.getProperty(\"java.awt.headless\")); }\n"
                        "    @Test void zone() { assertEquals(\"UTC\", "
                        "System.getProperty(\"user.timezone\")); }\n"
                        "    @Test void waits() throws Exception { Thread.sleep(1); }\n"
                        "    @Test void screen() { "
                        "assertTrue(java.awt.GraphicsEnvironment.isHeadless()); }\n");
    RefereeRequest request = request_for(sources);
    request.runs = {standard_runs(3).front(), run_abroad()};
    RefereeTools isolated = tools();
    isolated.launcher = SBST_LAUNCHER;
    const RefereeReport report = judge_suite(request, isolated);
    REQUIRE(report.tests.size() == 9);
    for (std::size_t test = 0; test < 7; ++test)
    {
        CHECK(report.runs[0].outcomes[test].verdict == TestVerdict::passed);
        CHECK_THAT(why_unproven(report, test).value_or(""), Contains("failed in run 'abroad'"));
    }
    CHECK_FALSE(why_unproven(report, 7));
    CHECK_FALSE(why_unproven(report, 8));
}

TEST_CASE("a test that depends on the hour fails in some run at any hour", "[jvm]")
{
    const Sources sources;
    const std::string dates =
        "java.time.LocalDate.now(java.time.ZoneId.of(\"Asia/Tokyo\")), "
        "java.time.LocalDate.now(java.time.ZoneId.of(\"America/New_York\"))";
    sources.write_tests("    @Test void same() { assertEquals(" + dates +
                        "); }\n"
                        "    @Test void other() { assertNotEquals(" +
                        dates + "); }\n");
    RefereeRequest request = request_for(sources);
    request.runs = standard_runs(3);
    request.runs.push_back(run_abroad());
    RefereeTools isolated = tools();
    isolated.launcher = SBST_LAUNCHER;
    const RefereeReport report = judge_suite(request, isolated);
    REQUIRE(report.tests.size() == 2);
    CHECK(report.runs[3].outcomes[0].verdict == TestVerdict::failed);
    CHECK(report.runs[2].outcomes[1].verdict == TestVerdict::failed);
}

TEST_CASE("the whole limit leaves tests unrun, and says so", "[jvm]")
{
    const Sources sources;
    sources.write_tests(
        "    @Test void a() throws Exception { Thread.sleep(60_000); }\n"
        "    @Test void b() { }\n");
    RefereeRequest request = request_for(sources);
    request.test_limit = std::chrono::milliseconds(60'000);
    request.total_limit = std::chrono::milliseconds(5'000);
    const RefereeReport report = judge_suite(request, tools());
    CHECK_FALSE(report.is_complete);
    CHECK(verdicts(report, 0) == std::vector{TestVerdict::not_run, TestVerdict::not_run});
    CHECK(why_unproven(report, 1));
}

TEST_CASE("a referee that cannot do its work is an error that says why", "[jvm]")
{
    const Sources sources;
    SECTION("no test")
    {
        sources.write("A.java", "class A { void test() { } }\n");
        CHECK_THROWS_WITH(judge_suite(request_for(sources), tools()), Contains("0 tests found"));
        CHECK_THROWS_AS(judge_suite(request_for(sources), tools()), sbst::AdapterError);
    }
    SECTION("no source")
    {
        CHECK_THROWS_WITH(judge_suite(request_for(sources), tools()), Contains("no *.java file"));
    }
    SECTION("a class under test that is not there")
    {
        sources.write_tests(good_body);
        RefereeRequest request = request_for(sources);
        request.classes_under_test = {"fixture/Nothing"};
        CHECK_THROWS_WITH(judge_suite(request, tools()),
            Contains("class under test fixture/Nothing is not on the class path"));
    }
    SECTION("a JVM that does not start")
    {
        sources.write_tests(good_body);
        RefereeRequest request = request_for(sources);
        request.heap_megabytes = 1;
        CHECK_THROWS_WITH(judge_suite(request, tools()), Contains("Too small maximum heap"));
    }
}

TEST_CASE("isolated tests harm nothing, and the rest of the suite is proven", "[jvm]")
{
    const Sources sources;
    const Sources elsewhere;
    const std::string check = std::string(SBST_LAUNCHER) + " --check " + elsewhere.path().string();
    if (std::system(check.c_str()) != 0)  // NOLINT(cert-env33-c): a path of ours
    {
        WARN("skipped: this system isolates in part only");
        return;
    }
    elsewhere.write("precious.txt", "precious");
    const std::string place = (elsewhere.path() / "precious.txt").string();
    sources.write_tests("    @Test void deletes() { assertTrue(new java.io.File(\"" + place +
                        "\").delete()); }\n"
                        "    @Test void writes() throws Exception {\n"
                        "        new java.io.FileWriter(\"" +
                        place +
                        "\").close();\n"
                        "    }\n"
                        "    @Test void listens() throws Exception {\n"
                        "        new java.net.ServerSocket(0).close();\n"
                        "    }\n"
                        "    @Test void starts() throws Exception {\n"
                        "        new ProcessBuilder(\"true\").start();\n"
                        "    }\n"
                        "    @Test void exits() { System.exit(3); }\n"
                        "    @Test void writesHere() throws Exception {\n"
                        "        java.io.File file = java.io.File.createTempFile(\"abc\", \"\");\n"
                        "        assertTrue(file.delete());\n"
                        "    }\n" +
                        good_body);
    RefereeTools isolated = tools();
    isolated.launcher = SBST_LAUNCHER;
    const RefereeReport report = judge_suite(request_for(sources), isolated);
    REQUIRE(report.tests.size() == 10);
    const std::vector<TestOutcome>& outcomes = report.runs[0].outcomes;
    CHECK(outcomes[0].verdict == TestVerdict::failed);
    CHECK(outcomes[1].exception == "java.io.FileNotFoundException");
    CHECK(outcomes[2].exception == "java.net.SocketException");
    CHECK(outcomes[3].exception == "java.io.IOException");
    CHECK(outcomes[4].message == "the JVM ended with 3");
    for (std::size_t test = 5; test < report.tests.size(); ++test)
    {
        CHECK(why_unproven(report, test).value_or("") == "");
    }
    std::ifstream stream(place);
    CHECK(std::string(std::istreambuf_iterator<char>(stream), {}) == "precious");
}

TEST_CASE("what the referee needs is checked first", "[jvm]")
{
    const Sources sources;
    sources.write_tests(good_body);
    RefereeTools broken = tools();
    broken.java_home = "/no/such/jdk";
    CHECK_THROWS_AS(judge_suite(request_for(sources), broken), sbst::ConfigError);
    broken = tools();
    broken.launcher = "/no/such/launcher";
    CHECK_THROWS_AS(judge_suite(request_for(sources), broken), sbst::ConfigError);
    broken = tools();
    broken.jars = sources.path();
    CHECK_THROWS_WITH(judge_suite(request_for(sources), broken), Contains("exactly one is needed"));
    RefereeRequest request = request_for(sources);
    request.junit = 3;
    CHECK_THROWS_AS(judge_suite(request, tools()), sbst::ConfigError);
    request = request_for(sources);
    request.class_path.emplace_back("/no/such.jar");
    CHECK_THROWS_AS(judge_suite(request, tools()), sbst::ConfigError);
}
