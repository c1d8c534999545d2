// SPDX-License-Identifier: Apache-2.0
// Stand-ins as mocks of Mockito, compiled and run with it.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

JavaProblemOptions with_mockito(const std::string& class_name)
{
    JavaProblemOptions options = options_of(class_name);
    options.surface.stand_ins = StandIns::mockito;
    const std::filesystem::path folder = std::filesystem::path(SBST_JVM_JARS) / "mockito";
    std::vector<std::filesystem::path> jars;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
    {
        if (entry.path().extension() == ".jar")
        {
            jars.push_back(entry.path());
        }
    }
    std::sort(jars.begin(), jars.end());
    options.class_path.insert(options.class_path.end(), jars.begin(), jars.end());
    return options;
}

}  // namespace

TEST_CASE("mocks of Mockito do what the stand-ins of the search did", "[jvm][stand-ins][jdk]")
{
    if (with_mockito("stand.Svc").class_path.size() == 1)
    {
        WARN("not tested: scripts/install-jars --tests gets Mockito");
        return;
    }
    using Texts = std::vector<std::string>;
    const auto [name, texts, others] = GENERATE(table<std::string, Texts, Texts>({
        {"stand.Svc",
            {"import static org.mockito.Mockito.when;\n", "Repo repo = mock(Repo.class);\n",
                "when(repo.find(anyInt())).thenReturn(\"admin\");\n"},
            {"new Repo()"}},
        {"stand.Ranks",
            {"when(ranked.place(any())).thenReturn(", "when(ranked.all()).thenReturn(null);"},
            {"new Ranked"}},
        {"stand.Filled",
            {"mock(Source.class, CALLS_REAL_METHODS)", "source.read((String) any())",
                "doReturn(null).when(source).numbers()", "new Sum() {"},
            {"new Source()"}},
        {"stand.Looped",
            {"when(feed.hasMore()).thenReturn(true).thenReturn(true).thenReturn(false);",
                ".thenReturn(-1);"},
            {"new Feed()"}},
        {"stand.Rows", {"ResultSet set = mock(ResultSet.class"}, {"ResultSetStub"}},
    }));
    JavaProblem problem(with_mockito(name));
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = 20'000};
    RunResult result = search_suite(problem, spec);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    const std::string written = proven.main.source.text + proven.suspicious.source.text;
    INFO(written);
    for (const std::string& text : texts)
    {
        INFO(text);
        CHECK(has(written, text));
    }
    for (const std::string& text : others)
    {
        INFO(text);
        CHECK_FALSE(has(written, text));
    }
    CHECK(std::none_of(result.answers.begin(), result.answers.end(),
        [](const GoalAnswer& answer) { return answer.status == GoalStatus::open; }));
    check_all_passed(proven.referee);
    for (const DroppedTest& dropped : proven.dropped)
    {
        FAIL_CHECK(dropped.reason);
    }
}

TEST_CASE("without Mockito on the class path its mocks are refused", "[jvm][stand-ins]")
{
    JavaProblemOptions options = options_of("stand.Svc");
    options.surface.stand_ins = StandIns::mockito;
    CHECK_THROWS_AS(JavaProblem(options), ConfigError);
    CHECK_THROWS_WITH(
        JavaProblem(options), Catch::Contains("the class path has no org.mockito.Mockito"));
}
