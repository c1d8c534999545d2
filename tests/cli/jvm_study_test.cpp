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
        result.push_back(cell.at("key"));
    return result;
}
}  // namespace

TEST_CASE("study of Java classes: a run gives the same again", "[cli][jvm][study]")
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
