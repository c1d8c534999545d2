// SPDX-License-Identifier: Apache-2.0
// sbst study over Java classes: runs that can be made again, and keys that know what they depend
// on.
#include "java_program.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace
{

using Json = nlohmann::json;

std::string study_text(const std::string& folder)
{
    return "name: trial\nadapter: jvm\nseed: 3\nrepetitions: 2\nbudget: {executions: 200}\n"
           "options: {class-path: more}\n"
           "subjects: {include: ['" +
           folder + "!shop.Cart']}\nalgorithms: [{name: random}, {name: dynamosa}]\n";
}

Json keys(const Program& program)
{
    const Outcome plan = program.run({"study", "plan", "s.yaml", "--json"});
    INFO(plan.err);
    REQUIRE(plan.code == 0);
    const Json document = Json::parse(plan.out);
    Json result;
    for (const Json& cell : document.at("cells"))
    {
        result.push_back(cell.at("key"));
    }
    return result;
}

}  // namespace

TEST_CASE("study of Java classes: a run gives the same again", "[cli][jvm][study][jdk]")
{
    const JavaProgram program;
    std::filesystem::create_directory(program.path("more"));
    program.write("s.yaml", study_text(SBST_JAVA_CLASSES));
    const Outcome run = program.run({"study", "run", "s.yaml", "--jobs", "2"});
    INFO(run.err << run.out);
    CHECK(run.code == 0);
    CHECK(run.out.find("4 of 4 runs finished, 0 failed") != std::string::npos);
    const Outcome verify = program.run({"study", "verify", "s.yaml", "--sample", "2"});
    INFO(verify.err << verify.out);
    CHECK(verify.code == 0);
    const Outcome report = program.run({"study", "report", "s.yaml"});
    CHECK(report.code == 0);
    CHECK(report.out.find("dynamosa") != std::string::npos);
}

TEST_CASE(
    "study of Java classes: branches are the branch goals that analyze shows, without entries",
    "[cli][jvm][study]")
{
    const JavaProgram program;
    std::filesystem::create_directory(program.path("more"));
    program.write("s.yaml", study_text(SBST_JAVA_CLASSES));
    const std::string plan = program.run({"study", "plan", "s.yaml"}).out;
    const Outcome analysis = program.run(
        {"jvm", "analyze", "--class-path", SBST_JAVA_CLASSES, "--class", "shop.Cart", "--json"});
    INFO(analysis.err);
    REQUIRE(analysis.code == 0);
    std::size_t branches = 0;
    std::size_t all = 0;
    const Json document = Json::parse(analysis.out);
    for (const Json& goal : document.at("goals"))
    {
        ++all;
        branches += goal.at("kind") == "branch" ? 1U : 0U;
    }
    CHECK(all > branches);
    CHECK(plan.find("branches " + std::to_string(branches) + "\n") != std::string::npos);
}

TEST_CASE("study init: classes of a jar or a folder make a study that plans", "[cli][jvm][study]")
{
    const JavaProgram program;
    const std::string classes = std::string(SBST_JAVA_CLASSES) + "!shop.Cart";
    const Outcome init = program.run({"study", "init", "cart.yaml", classes});
    INFO(init.err);
    CHECK(init.code == 0);
    CHECK(init.out.find("20 runs on 1 subject") != std::string::npos);
    CHECK(program.read("cart.yaml").find("adapter: jvm") != std::string::npos);
    CHECK(program.run({"study", "plan", "cart.yaml"}).code == 0);
    const Outcome mixed = program.run({"study", "init", "both.yaml", classes, "Token.json"});
    CHECK(mixed.code == 2);
    CHECK_FALSE(program.has("both.yaml"));
#ifdef SBST_WITH_EVM  // which knows what the other file is
    CHECK(mixed.err.find("one study has one adapter") != std::string::npos);
#endif
}

TEST_CASE("study of Java classes: subjects may be methods", "[cli][jvm][study]")
{
    const JavaProgram program;
    std::filesystem::create_directory(program.path("more"));
    const auto study_of = [](const std::string& include) {
        return "name: trial\nadapter: jvm\nseed: 3\nrepetitions: 1\nbudget: {executions: 100}\n"
               "options: {class-path: more}\nsubjects: {include: ['" +
               std::string(SBST_JAVA_CLASSES) + "!" + include +
               "']}\nalgorithms: [{name: random}]\n";
    };
    // What `generate --method` seeks.
    const Outcome analysis = program.run(
        {"jvm", "analyze", "--class-path", SBST_JAVA_CLASSES, "--class", "shop.Cart", "--json"});
    REQUIRE(analysis.code == 0);
    std::size_t branches = 0;
    const Json document = Json::parse(analysis.out);
    for (const Json& goal : document.at("goals"))
    {
        const std::string label = goal.at("label");
        branches += goal.at("kind") == "branch" && label.starts_with("Cart.total(") ? 1U : 0U;
    }
    CHECK(branches > 0);
    program.write("s.yaml", study_of("shop.Cart#total"));
    const Outcome plan = program.run({"study", "plan", "s.yaml"});
    INFO(plan.err << plan.out);
    CHECK(plan.code == 0);
    CHECK(plan.out.find("shop.Cart#total") != std::string::npos);
    CHECK(plan.out.find("branches " + std::to_string(branches) + "\n") != std::string::npos);
    CHECK(program.run({"study", "run", "s.yaml"}).code == 0);

    program.write("s.yaml", study_of("shop.Cart#nothing"));
    const Outcome nothing = program.run({"study", "plan", "s.yaml"});
    CHECK(nothing.code == 2);
    CHECK(nothing.err.find("names no method") != std::string::npos);
    program.write("s.yaml", study_of("shop.Cart#"));
    CHECK(program.run({"study", "plan", "s.yaml"}).code == 2);
}

TEST_CASE("study of Java classes: keys know classes and class path", "[cli][jvm][study]")
{
    const JavaProgram program;
    std::filesystem::create_directory(program.path("more"));
    program.write("more/a.txt", "one");
    const std::filesystem::path copy = program.path("classes");
    std::filesystem::copy(SBST_JAVA_CLASSES, copy, std::filesystem::copy_options::recursive);
    program.write("s.yaml", study_text(copy.string()));
    const Json before = keys(program);
    CHECK(before.size() == 4);
    CHECK(keys(program) == before);
    program.write("more/a.txt", "two");
    const Json other_path = keys(program);
    CHECK(other_path != before);
    program.write("more/a.txt", "one");
    CHECK(keys(program) == before);
    // A neighbour that a run may meet.
    program.write("classes/shop/Other.class", "changed");
    CHECK(keys(program) != before);
}
