// SPDX-License-Identifier: Apache-2.0
// sbst jvm analyze, and mistakes: each has its exit code and says what is wrong in one line.
#include "java_program.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace
{

using Words = std::vector<std::string>;

void check(const Program& program, const Words& words, int code, const std::string& message)
{
    std::string line;
    for (const std::string& word : words)
    {
        line += " " + word;
    }
    const Outcome outcome = program.run(words);
    INFO("sbst" << line << "\n" << outcome.err);
    CHECK(outcome.code == code);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.find(message) != std::string::npos);
}

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}
/// Makes a folder `tools` whose worker works some times, and then never again.
void use_tools(const Program& program, int starts)
{
    namespace fs = std::filesystem;
    const fs::path built = fs::path(SBST_PROGRAM).parent_path().parent_path() / "jvm";
    fs::create_directories(program.path("tools"));
    for (const char* name : {"worker/sbst-jvm-launcher", "runtime/sbst-jvm-rt.jar",
             "referee/sbst-jvm-referee.jar", "jars"})
    {
        const fs::path from = built / name;
        fs::create_symlink(from, fs::path(program.path("tools")) / from.filename());
    }
    const std::string log = program.path("starts");
    const std::string script = "tools/sbst-jvm-worker";
    program.write(script, "#!/bin/sh\necho start >> '" + log + "'\nif [ $(wc -l < '" + log +
                              "') -gt " + std::to_string(starts) +
                              " ]; then echo 'no worker today' >&2; exit 9; fi\nexec '" +
                              (built / "worker" / "sbst-jvm-worker").string() + "' \"$@\"\n");
    fs::permissions(program.path(script), fs::perms::owner_all);
}

}  // namespace

TEST_CASE("jvm analyze: shows methods, goals and what tests can call", "[cli][jvm][jdk]")
{
    const JavaProgram program;
    const Words words = java_words({"jvm", "analyze", "--class", "shop.Cart"}, {});
    const Outcome outcome = program.run(words);
    INFO(outcome.err << outcome.out);
    REQUIRE(outcome.code == 0);
    CHECK(has(outcome.out, "Cart.total(int)"));
    CHECK(has(outcome.out, "shop.Cart$Row"));
    CHECK(has(outcome.out, "shown"));
    CHECK(has(outcome.out, "constructor"));
    Words verbose = words;
    verbose.emplace_back("-v");
    CHECK(has(program.run(verbose).out, "if (price == 1234567)"));

    Words as_json = words;
    as_json.emplace_back("--json");
    const auto json = nlohmann::json::parse(program.run(as_json).out);
    CHECK(json.at("subject").at("class") == "shop.Cart");
    CHECK(json.at("classes") == Words{"shop.Cart", "shop.Cart$Row"});
    CHECK(json.at("methods").size() == 6);
    CHECK(json.at("goals").size() > 8);
    CHECK(json.at("callables").size() > 4);
}

TEST_CASE("jvm analyze: the construction graph of a branch, as text and for Graphviz", "[cli][jvm]")
{
    const JavaProgram program;
    const Words words = java_words({"jvm", "analyze", "--class", "shop.Cart"}, {});
    const auto with = [&](Words more) {
        Words all = words;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    // The first branch that reads a field.
    const std::string goals = program.run(with({"-v"})).out;
    std::string graph;
    std::string number;
    for (int goal = 0; goal < 8 && graph.empty(); ++goal)
    {
        number = std::to_string(goal);
        const Outcome outcome = program.run(with({"--construction-graph", number}));
        CHECK((outcome.code == 0 || has(outcome.err, "is no branch")));
        graph = has(outcome.out, "field") ? outcome.out : "";
    }
    INFO(goals);
    CHECK(has(graph, "input this\n"));
    CHECK(has(graph, " of 0"));
    const Outcome drawn = program.run(with({"--construction-graph", number, "--dot", "-"}));
    CHECK(drawn.code == 0);
    CHECK(has(drawn.out, "digraph construction {\n  n0 [label=\"this\", shape=box];\n"));
    CHECK(program.run(with({"--construction-graph", number, "--dot", "graph.dot"})).code == 0);
    CHECK(program.read("graph.dot") == drawn.out);
    check(program, with({"--construction-graph", "100000"}), 2, "there is no goal 100000");
    check(program, with({"--construction-graph", "x"}), 2, "'x' is not a whole number");
    check(program, with({"--dot", "graph.dot"}), 2, "--dot needs --construction-graph");
    check(program, with({"--construction-graph", number, "--json"}), 2, "expected one");
}

TEST_CASE("jvm: mistakes in the command line exit with 2 and say what is expected", "[cli][jvm]")
{
    const JavaProgram program;
    for (const char* verb : {"generate", "analyze"})
    {
        const Words start{"jvm", verb};
        check(program, start, 2, "--class-path is missing");
        check(program, java_words(start, {}), 2, "--class is missing");
        check(program, java_words(start, {"--class", "shop.Crat"}), 2,
            "'shop.Crat' is not on the class path (did you mean 'shop.Cart'?)");
        check(program, java_words(start, {"--class", "Cart"}), 2, "did you mean 'shop.Cart'?");
        check(program, java_words(start, {"--class", "shop.Cart.Row"}), 2,
            "did you mean 'shop.Cart$Row'?");
        check(program, java_words(start, {"--class", "shop.Cart", "--method", "siez"}), 2,
            "found 'siez', expected one of");
        for (const char* package : {"a..b", "../x", "class", "a/b", "java.util"})
        {
            check(program, java_words(start, {"--class", "shop.Cart", "--package", package}), 2,
                std::string("package: found '") + package + "', expected ");
        }
        check(program, java_words(start, {"--class", "shop.Cart", "--java", "/none"}), 2,
            "'/none' is not the home of a JDK 17 or later");
        check(program, java_words(start, {"--class", "shop.Cart", "--jvm-tools", "/none"}), 2,
            "found no sbst-jvm-worker in /none; --jvm-tools names its folder");
        check(program, java_words(start, {"--class", "shop.Cart", "--jvm-jars", "."}), 2,
            "0 files asm-VERSION.jar");
    }
    std::filesystem::create_directories(program.path("lib"));
    program.write("lib/shop.jar", "");
    check(program, {"jvm", "generate", "--class-path", "lib", "--class", "shop.Cart"}, 2,
        "'shop.Cart' is not on the class path (lib has jars only: 'lib/*' names them)");
    const Words start = java_words({"jvm", "generate", "--class", "shop.Cart"}, {});
    const auto with = [&start](const std::string& word) {
        Words words = start;
        words.push_back(word);
        return words;
    };
    check(program, with("--junit=3"), 2, "--junit: '3' is not one of 4, 5");
    check(program, with("--deadline=5"), 2, "at least 20 seconds");
    check(program, with("--heap=1"), 2, "from 16 to 1048576");
    check(program, with("--accounts=3"), 2, "unknown option '--accounts'");
    check(program, with("Cart"), 2, "'Cart' is one argument too many");
    check(program, {"jvm"}, 2, "Usage: sbst jvm COMMAND");
    check(program, {"jvm", "replay"}, 2, "unknown command of sbst jvm 'replay'");
    CHECK_FALSE(program.has("sbst-out"));
}

TEST_CASE("jvm generate: a class without callable members is reported", "[cli][jvm]")
{
    const JavaProgram program;
    check(program, java_words({"jvm", "generate", "--class", "shop.Sealed"}, {}), 3,
        "shop.Sealed: tests in package shop can call nothing of it");
    check(program,
        java_words({"jvm", "generate", "--class", "shop.Twice", "--stand-ins", "off"}, {}), 3,
        "shop.Twice: tests in package shop can call nothing of it");
    check(program,
        java_words({"jvm", "generate", "--class", "shop.Hidden", "--package", "far.away"}, {}), 3,
        "shop.Hidden: tests in package far.away can call nothing of it");
}

TEST_CASE(
    "jvm generate: a class that cannot be loaded is reported with the reason", "[cli][jvm][jdk]")
{
    const JavaProgram program;
    check(program, java_words({"jvm", "generate", "--class", "shop.Broken"}, {}), 3,
        "shop.Broken: cannot be loaded: java.lang.NumberFormatException: For input string: "
        "\"none\"");
    check(program, java_words({"jvm", "generate", "--class", "shop.Refused"}, {}), 3,
        "shop.Refused: cannot be loaded: java.lang.AssertionError: never");
}

TEST_CASE(
    "jvm generate: errors from a missing class are not tested as behaviour", "[cli][jvm][jdk]")
{
    const JavaProgram program;
    std::filesystem::create_directories(program.path("alone/shop"));
    std::filesystem::copy(std::filesystem::path(SBST_JAVA_CLASSES) / "shop" / "Lacking.class",
        program.path("alone/shop"));
    const Outcome outcome = program.run({"jvm", "generate", "--class", "shop.Lacking",
        "--class-path", "alone", "--budget-executions", "300"});
    INFO(outcome.err << outcome.out);
    REQUIRE(outcome.code == 0);
    // The search wants no such test, and says what it lacks.
    CHECK(has(outcome.out, "; 0 tests dropped"));
    CHECK(has(outcome.out,
        "some tests that called rows were stopped: not linked (shop.Cart was not found)"));
    CHECK(has(outcome.out, "Missing: shop.Cart is not on the class path ("));
    CHECK(has(outcome.out, "shop.Cart was not found"));
    const auto report = nlohmann::json::parse(program.read("sbst-out/shop.Lacking/report.json"));
    CHECK(report.at("link_failures").at(0).at("missing") == "shop.Cart");
    const std::string source = program.read("sbst-out/shop.Lacking/shop/LackingTest.java");
    CHECK_FALSE(has(source, "NoClassDefFoundError"));
    CHECK(has(source, "Lacking.rows("));
}

TEST_CASE("jvm generate: a class that nothing works of says which jar it lacks", "[cli][jvm][jdk]")
{
    const JavaProgram program;
    std::filesystem::create_directories(program.path("alone/shop"));
    std::filesystem::copy(std::filesystem::path(SBST_JAVA_CLASSES) / "shop" / "Needing.class",
        program.path("alone/shop"));
    const Outcome outcome = program.run({"jvm", "generate", "--class", "shop.Needing",
        "--class-path", "alone", "--budget-executions", "300"});
    INFO(outcome.err << outcome.out);
    CHECK(outcome.code == 6);
    CHECK(has(outcome.err, "ended by the lack of shop.Cart: --class-path needs its jar, too"));
    CHECK_FALSE(has(outcome.err, "a larger"));
}

TEST_CASE("jvm: a class may be written as its file, and jars as a folder's", "[cli][jvm]")
{
    const JavaProgram program;
    const Outcome outcome = program.run(
        java_words({"jvm", "generate", "--class", "shop/Cart", "--budget-executions", "200"}, {}));
    INFO(outcome.err << outcome.out);
    CHECK(outcome.code == 0);
    CHECK(program.has("sbst-out/shop.Cart/shop/CartTest.java"));
    CHECK(has(outcome.out, "shop.Cart: "));

    const std::filesystem::path jars =
        std::filesystem::path(SBST_PROGRAM).parent_path().parent_path() / "jvm" / "jars";
    std::filesystem::create_directories(program.path("lib"));
    for (const auto& entry : std::filesystem::directory_iterator(jars))
    {
        const std::filesystem::path jar = entry.path();
        if (jar.filename().string().starts_with("asm"))
        {
            std::filesystem::create_symlink(jar, program.path("lib/" + jar.filename().string()));
        }
    }
    const Words words{
        "jvm", "analyze", "--class", "org.objectweb.asm.Handle", "--class-path", "lib/*"};
    CHECK(program.run(words).code == 0);
    std::filesystem::create_directories(program.path("empty"));
    check(program, {"jvm", "analyze", "--class", "A", "--class-path", "empty/*"}, 3,
        "empty/*: names no jar: the folder has none");
    check(program, {"jvm", "analyze", "--class", "A", "--class-path", "none/*"}, 3,
        "none/*: names no jar: there is no such folder");
}

TEST_CASE("jvm: a class for a newer Java is refused with what can run it", "[cli][jvm][jdk]")
{
    const JavaProgram program;
    const std::filesystem::path shop = std::filesystem::path(SBST_JAVA_CLASSES) / "shop";
    std::filesystem::create_directories(program.path("newer/shop"));
    std::filesystem::copy(shop / "Lacking.class", program.path("newer/shop"));
    std::string bytes = program.read("newer/shop/Lacking.class");
    constexpr std::size_t low_byte_of_version = 7;
    bytes.at(low_byte_of_version) = static_cast<char>(44 + 99);
    program.write("newer/shop/Lacking.class", bytes);
    check(program, {"jvm", "analyze", "--class", "shop.Lacking", "--class-path", "newer"}, 3,
        "shop.Lacking: is compiled for Java 99, and the JDK in use is ");
    check(program, {"jvm", "generate", "--class", "shop.Lacking", "--class-path", "newer"}, 3,
        "; --java names the home of a JDK 99 or later");
}

TEST_CASE("jvm generate: a lost worker costs only the work that needs it", "[cli][jvm]")
{
    const bool is_gone_at_once = GENERATE(true, false);
    const JavaProgram program;
    use_tools(program, is_gone_at_once ? 1 : 3);
    const Outcome outcome =
        program.run(java_words({"jvm", "generate", "--class", "shop.Cart", "--budget-executions",
                                   "300", "--jobs", "1", "--out", "out", "--jvm-tools", "tools"},
            {}));
    INFO(outcome.err << outcome.out);
    CHECK(has(outcome.err, "no worker today"));
    const auto report = nlohmann::json::parse(program.read("out/report.json"));
    CHECK(report.at("dropped").empty());
    if (is_gone_at_once)
    {
        // Nothing could be proven, and all is there for its reader.
        CHECK(outcome.code == 70);
        CHECK(report.at("tests") == 0);
        CHECK(report.at("unproven").at("tests").get<int>() > 0);
        CHECK(report.at("unproven").at("cause") == "failure");
        CHECK(has(program.read("out/unproven/shop/CartUnprovenTest.java"), "new Cart("));
        return;
    }
    CHECK(outcome.code == 0);
    CHECK(has(outcome.err, "warning: "));
    // Workers that ran the suite before tell its lines.
    CHECK(has(outcome.out, "Lines:   22 of 22 executed"));
    CHECK(report.at("tests").get<int>() > 0);
    CHECK(report.at("totals").at("covered").get<int>() > 0);
    CHECK(has(program.read("out/shop/CartTest.java"), "@Test"));
}

TEST_CASE("jvm generate: writes over its own tests only", "[cli][jvm]")
{
    const JavaProgram program;
    const Words words = java_words(
        {"jvm", "generate", "--class", "shop.Cart", "--budget-executions", "300", "--out", "out"},
        {});
    std::filesystem::create_directories(program.path("out/shop"));
    program.write("out/shop/CartTest.java", "class CartTest {}");
    check(program, words, 2, "out/shop/CartTest.java: is there and was not generated by sbst");
    CHECK(program.read("out/shop/CartTest.java") == "class CartTest {}");

    std::filesystem::remove(program.path("out/shop/CartTest.java"));
    program.write("out/shop/CartSuspiciousTest.java", "// Generated by libsbst");
    CHECK(program.run(words).code == 0);
    CHECK(program.run(words).code == 0);
    CHECK(has(program.read("out/shop/CartTest.java"), "// Generated by libsbst"));
    // It was of an earlier run.
    CHECK(program.has("out/shop/CartSuspiciousTest.java") ==
          has(program.read("out/report.json"), "CartSuspiciousTest"));
}

TEST_CASE("jvm: input that cannot be used exits with 3 and names it", "[cli][jvm]")
{
    const JavaProgram program;
    program.write("broken.jar", "this is no archive");
    std::filesystem::create_directories(program.path("classes/shop"));
    program.write("classes/shop/Cart.class", std::string("\xca\xfe\xba\xbe\0\0\0\x3d", 8));
    program.write("classes/Empty.class", "");
    for (const char* verb : {"generate", "analyze"})
    {
        check(program, {"jvm", verb, "--class", "A", "--class-path", "missing.jar"}, 3,
            "missing.jar: cannot be read");
        check(
            program, {"jvm", verb, "--class", "A", "--class-path", "broken.jar"}, 3, "broken.jar");
        check(program, {"jvm", verb, "--class", "shop.Cart", "--class-path", "classes"}, 3,
            "shop/Cart.class");
        check(program, {"jvm", verb, "--class", "Empty", "--class-path", "classes"}, 3,
            "Empty.class");
        check(program, java_words({"jvm", verb, "--class", "shop.Named"}, {}), 3,
            "shop.Named: has no code to test: it is an interface");
    }
    CHECK_FALSE(program.has("sbst-out"));
}
