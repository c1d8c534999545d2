// SPDX-License-Identifier: Apache-2.0
// sbst jvm generate, run as people run it: what it writes, what it prints, and that it keeps time.
#include "java_program.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>
#include <zip.h>

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

/// Tells whether a file or folder whose name begins so is anywhere in the program's directory.
bool has_entry(const Program& program, const std::string& prefix)
{
    std::error_code error;
    std::filesystem::recursive_directory_iterator at(program.path(""), error);
    for (; !error && at != std::filesystem::recursive_directory_iterator{}; at.increment(error))
    {
        if (at->path().filename().string().starts_with(prefix))
        {
            return true;
        }
    }
    return false;
}

bool wait_for(const std::function<bool()>& condition)
{
    for (int i = 0; i < 6000 && !condition(); ++i)
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return condition();
}

/// A jar with the class Cart, whose package it seals or not.
void make_jar(const std::string& path, bool is_sealed)
{
    const std::string manifest =
        std::string("Manifest-Version: 1.0\r\n") + (is_sealed ? "Sealed: true\r\n" : "") + "\r\n";
    int code = 0;
    zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
    REQUIRE(archive != nullptr);
    zip_source_t* text = zip_source_buffer(archive, manifest.data(), manifest.size(), 0);
    REQUIRE(zip_file_add(archive, "META-INF/MANIFEST.MF", text, ZIP_FL_ENC_UTF_8) >= 0);
    for (const std::string name : {"shop/Cart.class", "shop/Cart$Row.class"})
    {
        const std::string file = std::string(SBST_JAVA_CLASSES) + "/" + name;
        zip_source_t* bytes = zip_source_file(archive, file.c_str(), 0, -1);
        REQUIRE(zip_file_add(archive, name.c_str(), bytes, ZIP_FL_ENC_UTF_8) >= 0);
    }
    REQUIRE(zip_close(archive) == 0);
}

/// The report without what depends on the machine.
Json stable_report(const Program& program, const std::string& folder)
{
    Json report = Json::parse(program.read(folder + "/report.json"));
    report.erase("machine");
    return report;
}

}  // namespace

TEST_CASE("jvm generate: writes proven tests at their package and a report", "[cli][jvm][jdk]")
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
    CHECK(report.at("schema") == 6);
    CHECK(report.at("unproven").at("tests") == 0);
    CHECK(report.at("subject").at("class") == "shop.Cart");
    // The run on another JDK is named as such.
    const std::string last_run = report.at("referee").at("runs").back();
    CHECK(last_run.starts_with("abroad"));
    const std::size_t other = last_run.find(" on Java ");
    CHECK(has(
        outcome.out, other == std::string::npos ? " in 4 runs on Java " : " in 3 runs on Java "));
    CHECK(
        (other == std::string::npos || has(outcome.out, " and 1" + last_run.substr(other) + ";")));
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

TEST_CASE("jvm generate: the tests of a sealed package are in one below it", "[cli][jvm][jdk]")
{
    const JavaProgram program;
    const bool is_sealed = GENERATE(true, false);
    CAPTURE(is_sealed);
    make_jar(program.path("shop.jar"), is_sealed);
    const Outcome outcome = program.run({"jvm", "generate", "--class-path", "shop.jar", "--class",
        "shop.Cart", "--budget-executions", "600", "--progress=never"});
    INFO(outcome.err << outcome.out);
    REQUIRE(outcome.code == 0);
    const std::string folder = "sbst-out/shop.Cart/";
    const std::string below = folder + "shop/sbst/CartTest.java";
    const std::string beside = folder + "shop/CartTest.java";
    CHECK(program.has(below) == is_sealed);
    CHECK(program.has(beside) == !is_sealed);
    const std::string source = program.read(is_sealed ? below : beside);
    CHECK(has(source, is_sealed ? "package shop.sbst;\n" : "package shop;\n"));
    CHECK(has(source, "import shop.Cart;") == is_sealed);
    CHECK(has(outcome.out, "Proven:  compiled and passed in "));
    // All of them passed with the jar as it is.
    const Json report = Json::parse(program.read(folder + "report.json"));
    CHECK(report.at("tests").get<int>() > 2);
    CHECK(report.at("referee").at("passed") == report.at("tests"));
    CHECK(report.at("unproven").at("tests") == 0);
    CHECK(report.at("dropped").empty());
}

TEST_CASE("jvm generate: progress tells phases and runs, and the summary their times", "[cli][jvm]")
{
    const JavaProgram program;
    const Outcome outcome = program.run(
        java_words({"jvm", "generate", "--class", "shop.Cart", "--budget-executions", "300"}, {}));
    INFO(outcome.err << outcome.out);
    REQUIRE(outcome.code == 0);
    const auto place = [&outcome](const char* text) { return outcome.err.find(text); };
    CHECK(place("searching: ") < place("minimising: "));
    CHECK(place("minimising: ") < place("proving: writing "));
    CHECK(place("proving: writing ") < place("reporting\n"));
    CHECK(has(outcome.err, "reporting\n"));
    CHECK(outcome.err.find_first_of("\r\033") == std::string::npos);
    CHECK(has(outcome.out, " minimising, "));
    CHECK(has(outcome.out, " proving, "));
    const Json machine = Json::parse(program.read("sbst-out/shop.Cart/report.json"))["machine"];
    const Json& phases = machine.at("phases");
    CHECK(phases.size() == 5);
    // Java starts at least five times for a proof.
    CHECK(phases.at("proving").get<double>() > phases.at("minimising").get<double>());
}

TEST_CASE("jvm generate: --json prints the summary and nothing else", "[cli][jvm][json]")
{
    const JavaProgram program;
    const Outcome outcome = program.run(
        cart({"--budget-executions", "300", "--json", "--solver", "avm", "--out", "there"}));
    INFO(outcome.err << outcome.out);
    REQUIRE(outcome.code == 0);
    const Json json = Json::parse(outcome.out);
    CHECK(json.at("schema") == 7);
    CHECK(json.at("command") == "jvm generate");
    CHECK(json.at("subject") == "shop.Cart");
    CHECK(json.at("exit_code") == 0);
    CHECK(has(json.at("warnings").dump(), "--solver avm has no effect: runs of this language"));
    const Json report = Json::parse(program.read("there/report.json"));
    CHECK(json.at("tests") == report.at("tests"));
    CHECK(json.at("totals").at("covered") == report.at("totals").at("covered"));
    CHECK(json.at("proof").at("runs") == report.at("referee").at("runs"));
    CHECK(json.at("proof").at("dropped") == report.at("dropped").size());
    CHECK(json.at("seconds").at("total").get<double>() >
          json.at("seconds").at("proving").get<double>());
    for (const auto& file : json.at("files"))
    {
        CHECK(program.has(file.get<std::string>()));
    }
    const std::string again = json.at("again");
    CHECK(again.ends_with(" --out there"));
}

TEST_CASE("jvm generate: without a test there is a code, a reason, and a report", "[cli][jvm]")
{
    const JavaProgram program;
    const Outcome outcome =
        program.run(java_words({"jvm", "generate", "--class", "shop.Unused", "--method", "never",
                                   "--budget-executions", "200", "-q"},
            {}));
    INFO(outcome.err << outcome.out);
    CHECK(outcome.code == 6);
    CHECK(has(outcome.err, "sbst: error: no test was written: "));
    CHECK(has(outcome.err, "report.json has the proofs"));
    CHECK(program.files("sbst-out/shop.Unused") == Words{"report.json"});
}

TEST_CASE(
    "jvm generate: the same seed gives the same bytes with any number of jobs", "[cli][jvm][jdk]")
{
    const JavaProgram program;
    REQUIRE(program.run(cart({"--budget-executions", "600", "--out", "one", "-q"})).code == 0);
    REQUIRE(
        program.run(cart({"--budget-executions", "600", "--out", "two", "-q", "-j2"})).code == 0);
    CHECK(program.read("one/shop/CartTest.java") == program.read("two/shop/CartTest.java"));
    CHECK(stable_report(program, "one") == stable_report(program, "two"));
}

TEST_CASE("jvm generate: JUnit 4, another package and one method, from a file", "[cli][jvm][jdk]")
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

TEST_CASE("jvm generate: Ctrl-C in a terminal ends the run with the results so far", "[cli][jvm]")
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
    // A busy machine may lack the time to prove what was found.
    const bool is_unproven = has(outcome.err, "not proven");
    const std::string file = is_unproven ?
                                 "sbst-out/shop.Spinner/unproven/shop/SpinnerUnprovenTest.java" :
                                 "sbst-out/shop.Spinner/shop/SpinnerTest.java";
    CHECK(has(program.read(file), is_unproven ? "class SpinnerUnprovenTest" : "class SpinnerTest"));
    const Json report = Json::parse(program.read("sbst-out/shop.Spinner/report.json"));
    CHECK(report.at("stopped_by") == "interrupted");
    CHECK(report.at("workers").at("deaths") == 0);
    CHECK(report.at("referee").at("passed") == report.at("tests"));
}

TEST_CASE(
    "jvm generate: a signal while proving leaves unproven tests in a separate file", "[cli][jvm]")
{
    const auto [signal, code] =
        GENERATE(std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}, std::pair{SIGHUP, 129});
    const bool is_for_group = GENERATE(false, true);
    JavaProgram program;
    program.set_variable("TMPDIR=" + program.path(""));
    const pid_t process = program.start(cart({"--budget-executions", "600", "--out", "out"}));
    // The referee's scratch folder is there.
    REQUIRE(wait_for([&program] { return has_entry(program, "sbst-referee"); }));
    REQUIRE(::kill(is_for_group ? -process : process, signal) == 0);
    const Outcome outcome = program.finish(process);
    INFO(outcome.err << outcome.out);
    CHECK(outcome.code == code);
    CHECK_FALSE(has_entry(program, "sbst-"));
    const Json report = Json::parse(program.read("out/report.json"));
    const std::string name = "out/unproven/shop/CartUnprovenTest.java";
    const auto unproven = report.at("unproven").at("tests").get<std::size_t>();
    CHECK(program.has(name) == (unproven > 0));
    CHECK(unproven + report.at("tests").get<std::size_t>() > 0);
    if (unproven > 0)
    {
        CHECK(report.at("unproven").at("cause") == "interrupt");
        CHECK(has(outcome.err, "not proven: "));
        CHECK(has(outcome.err, "CartUnprovenTest.java"));
        CHECK(has(program.read(name), "// NOT PROVEN: the run was interrupted before they were"));
    }
    if (signal == SIGINT && is_for_group)
    {
        // The next run takes away what it knows better.
        REQUIRE(program.run(cart({"--budget-executions", "600", "--out", "out", "-q"})).code == 0);
        CHECK_FALSE(program.has("out/unproven"));
        CHECK(program.has("out/shop/CartTest.java"));
    }
}

TEST_CASE("jvm generate: nothing is written over unproven tests written by others", "[cli][jvm]")
{
    const JavaProgram program;
    std::filesystem::create_directories(program.path("out/unproven/shop"));
    program.write("out/unproven/shop/CartUnprovenTest.java", "class CartUnprovenTest {}\n");
    const Outcome outcome = program.run(cart({"--budget-executions", "100", "--out", "out"}));
    CHECK(outcome.code == 2);
    CHECK(has(outcome.err, "was not generated by sbst"));
    CHECK(program.read("out/unproven/shop/CartUnprovenTest.java") == "class CartUnprovenTest {}\n");
}

TEST_CASE("jvm generate: a signal before the search leaves nothing behind", "[cli][jvm]")
{
    const int milliseconds = GENERATE(0, 50, 200, 400);
    JavaProgram program;
    program.set_variable("TMPDIR=" + program.path(""));
    const pid_t process = program.start(cart({"--budget-seconds", "60", "--out", "out"}));
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    REQUIRE(::kill(-process, SIGTERM) == 0);
    const Outcome outcome = program.finish(process);
    INFO(milliseconds << outcome.err << outcome.out);
    CHECK(outcome.code == 143);
    CHECK_FALSE(has(outcome.err, "internal"));
    CHECK_FALSE(has_entry(program, "sbst-"));
}

TEST_CASE("jvm generate: the deadline is kept by everything together", "[cli][jvm][slow]")
{
    const JavaProgram program;
    const auto start = std::chrono::steady_clock::now();
    const Outcome outcome = program.run(java_words(
        {"jvm", "generate", "--class", "shop.Spinner", "--deadline", "20", "--keep-going"}, {}));
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    INFO(outcome.err << outcome.out);
    CHECK(taken.count() < 20.0);
    // On a machine that is busy with other things the proof may find no time, and that is told.
    const bool is_told = has(outcome.err, "time was up before any of");
    CHECK(outcome.code == (is_told ? 6 : 0));
    CHECK(program.has("sbst-out/shop.Spinner/shop/SpinnerTest.java") != is_told);
    CHECK(
        (!is_told || program.has("sbst-out/shop.Spinner/unproven/shop/SpinnerUnprovenTest.java")));
}

TEST_CASE(
    "jvm: a name that no source can have is shown escaped and never written", "[cli][jvm][jdk]")
{
    const JavaProgram program;
    std::filesystem::create_directories(program.path("shop"));
    for (const char* name : {"shop/Cart.class", "shop/Cart$Row.class"})
    {
        std::filesystem::copy_file(
            std::filesystem::path(SBST_JAVA_CLASSES) / name, program.path(name));
    }
    // As long as `total`: ends its line, recolours, and would end a call.
    const std::string hostile("\n)\x1b\x07{");
    std::string bytes = program.read("shop/Cart.class");
    const std::size_t at = bytes.find(std::string("\x01\x00\x05", 3) + "total");
    REQUIRE(at != std::string::npos);
    bytes.replace(at + 3, hostile.size(), hostile);
    program.write("shop/Cart.class", bytes);

    const Words words{"--class-path", ".", "--class", "shop.Cart"};
    const auto run = [&](Words all) {
        all.insert(all.end(), words.begin(), words.end());
        return program.run(all);
    };
    const Outcome analysis = run({"jvm", "analyze", "-v"});
    INFO(analysis.err << analysis.out);
    CHECK(analysis.code == 0);
    CHECK(has(analysis.out, "Cart.\\x0a)\\x1b\\x07{(int)"));
    const Outcome outcome =
        run({"jvm", "generate", "--budget-executions", "300", "--progress=never"});
    INFO(outcome.err << outcome.out);
    CHECK(outcome.code == 0);
    const std::string source = program.read("sbst-out/shop.Cart/shop/CartTest.java");
    CHECK(has(source, "void "));
    for (const std::string& text : {analysis.out, outcome.out, outcome.err, source,
             program.read("sbst-out/shop.Cart/report.json")})
    {
        CHECK_FALSE(has(text, "\x1b"));
        CHECK_FALSE(has(text, "\x07"));
        CHECK_FALSE(has(text, hostile));
    }
}
