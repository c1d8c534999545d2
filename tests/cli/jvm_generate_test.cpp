// SPDX-License-Identifier: Apache-2.0
// sbst jvm generate, run as people run it: what it writes, what it prints, and that it keeps time.
#include "java_program.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

namespace
{
using Json = nlohmann::json;
using Words = std::vector<std::string>;

Words cart(const Words& more)
{
    return java_words({"jvm", "generate", "--class", "shop.Cart", "--progress=never"}, more);
}

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

/// The report without what depends on the machine.
Json stable_report(const Program& program, const std::string& folder)
{
    Json report = Json::parse(program.read(folder + "/report.json"));
    report.erase("machine");
    return report;
}
}  // namespace

TEST_CASE("jvm generate: writes proven tests at their package and a report", "[cli][jvm]")
{
    const JavaProgram program;
    const Outcome outcome = program.run(cart({"--budget-executions", "2000"}));
    INFO(outcome.err << outcome.out);
    REQUIRE(outcome.code == 0);
    const std::string source = program.read("sbst-out/shop.Cart/shop/CartTest.java");
    CHECK(has(source, "package shop;"));
    CHECK(has(source, "org.junit.jupiter.api.Test"));
    CHECK(has(outcome.out, "shop.Cart: "));
    CHECK(has(outcome.out, "Proven:  compiled and passed in "));
    CHECK(has(outcome.out, "Written: sbst-out/shop.Cart/shop/CartTest.java"));
    CHECK(has(outcome.out, "Again:   sbst jvm generate --seed 1"));

    const Json report = Json::parse(program.read("sbst-out/shop.Cart/report.json"));
    CHECK(report.at("schema") == 1);
    CHECK(report.at("subject").at("class") == "shop.Cart");
    CHECK(report.at("subject").at("java").get<int>() >= 17);
    CHECK(report.at("subject").at("class_file_hash").get<std::string>().size() == 64);
    CHECK(report.at("executions").get<int>() <= 2000);
    CHECK(report.at("referee").at("passed") == report.at("tests"));
    CHECK(report.at("lines").at("covered").get<int>() > 5);
    CHECK(report.at("totals").at("covered").get<int>() > 5);
    std::size_t tests = 0;
    for (const Json& file : report.at("files"))
    {
        tests += file.at("tests").get<std::size_t>();
    }
    CHECK(tests == report.at("tests"));
    int covered = 0;
    for (const Json& goal : report.at("goals"))
    {
        const bool is_covered = goal.at("status") == "covered";
        covered += is_covered && goal.at("is_shown").get<bool>() ? 1 : 0;
        CHECK(goal.at("test").is_number() == is_covered);
        // Each open goal has an answer.
        CHECK((goal.at("status") == "covered" || !goal.at("reason").get<std::string>().empty()));
    }
    CHECK(report.at("totals").at("covered") == covered);
    bool has_argument_check = false;
    for (const Json& row : report.at("exceptions"))
    {
        has_argument_check =
            has_argument_check || row.at("exception") == "java.lang.IllegalArgumentException";
    }
    CHECK(has_argument_check);
}

TEST_CASE("jvm generate: the same seed gives the same bytes with any number of jobs", "[cli][jvm]")
{
    const JavaProgram program;
    REQUIRE(program.run(cart({"--budget-executions", "600", "--out", "one", "-q"})).code == 0);
    REQUIRE(
        program.run(cart({"--budget-executions", "600", "--out", "two", "-q", "-j2"})).code == 0);
    CHECK(program.read("one/shop/CartTest.java") == program.read("two/shop/CartTest.java"));
    CHECK(stable_report(program, "one") == stable_report(program, "two"));
}

TEST_CASE("jvm generate: JUnit 4, another package and one method, from a file", "[cli][jvm]")
{
    const JavaProgram program;
    program.write("sbst.yaml",
        "class: shop.Cart\nmethod: size\njunit: 4\npackage: far.away\nbudget: {executions: 500}\n");
    const Outcome outcome = program.run(java_words({"jvm", "generate", "-q"}, {}));
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    CHECK(outcome.out.empty());
    const std::string source = program.read("sbst-out/shop.Cart/far/away/CartTest.java");
    CHECK(has(source, "org.junit.Test"));
    CHECK(has(source, "import shop.Cart;"));
    const Json report = Json::parse(program.read("sbst-out/shop.Cart/report.json"));
    for (const Json& goal : report.at("goals"))
    {
        CHECK(goal.at("is_shown") == (goal.at("function") == "Cart.size()"));
    }
}

TEST_CASE("jvm generate: Ctrl-C in a terminal ends the run with what there is", "[cli][jvm]")
{
    const JavaProgram program;
    const pid_t process = program.start(
        java_words({"jvm", "generate", "--class", "shop.Spinner", "--budget-seconds", "300"}, {}));
    for (int i = 0; i < 600 && !has(program.read(".stderr"), "executions"); ++i)
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    // The terminal sends it to workers as well.
    REQUIRE(::kill(-process, SIGINT) == 0);
    const Outcome outcome = program.finish(process);
    INFO(outcome.err << outcome.out);
    CHECK(outcome.code == 130);
    CHECK(has(outcome.err, "interrupted"));
    CHECK(has(program.read("sbst-out/shop.Spinner/shop/SpinnerTest.java"), "class SpinnerTest"));
    const Json report = Json::parse(program.read("sbst-out/shop.Spinner/report.json"));
    CHECK(report.at("stopped_by") == "interrupted");
    CHECK(report.at("workers").at("deaths") == 0);
    CHECK(report.at("referee").at("passed") == report.at("tests"));
}

TEST_CASE("jvm generate: the deadline is kept by everything together", "[cli][jvm][slow]")
{
    const JavaProgram program;
    const auto start = std::chrono::steady_clock::now();
    const Outcome outcome = program.run(java_words(
        {"jvm", "generate", "--class", "shop.Spinner", "--deadline", "20", "--keep-going"}, {}));
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    INFO(outcome.err << outcome.out);
    CHECK(outcome.code == 0);
    CHECK(taken.count() < 20.0);
    // On a machine that is busy with other things the proof may find no time, and that is told.
    const bool is_told = has(outcome.err, "time was up before any of");
    CHECK(program.has("sbst-out/shop.Spinner/shop/SpinnerTest.java") != is_told);
}
