// SPDX-License-Identifier: Apache-2.0
// What tests run in: settings of the JVM that they change and restore, and what they cannot have.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <string>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

RunSpec seeded_search(std::size_t executions)
{
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = executions};
    return spec;
}

}  // namespace

TEST_CASE("tests set the locale, the time zone and static fields, and restore them",
    "[jvm][surroundings]")
{
    JavaProblem problem(options_of("proof.Surrounded"));
    RunResult result = search_suite(problem, seeded_search(30'000));
    const int junit = GENERATE(4, 5);
    const ProvenSuite proven =
        prove_suite(problem, result, {.tools = referee_tools(), .junit = junit});
    const std::string& written = proven.main.source.text;
    INFO(written);
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        INFO(problem.goals()[GoalId(i)].label);
        CHECK(result.answers[i].status == GoalStatus::covered);
    }
    for (const std::string_view text : {"private final Locale locale = Locale.getDefault();",
             "Locale.setDefault(", "private final int savedLevel = Surrounded.level;",
             "Surrounded.level = 4711;", "void restoreSurroundings() {",
             "Locale.setDefault(Locale.Category.FORMAT, formatLocale);",
             "TimeZone.setDefault(timeZone);", "Surrounded.level = savedLevel;"})
    {
        INFO(text);
        CHECK(has(written, text));
    }
    CHECK(has(written,
        junit == 4 ? "    @After\n    public void restore" : "    @AfterEach\n    void restore"));
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
}

TEST_CASE("a test that needs a window is not sought", "[jvm][surroundings]")
{
    JavaProblem problem(options_of("proof.Window"));
    RunResult result = search_suite(problem, seeded_search(3'000));
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
    std::size_t open = 0;
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        if (result.answers[i].status == GoalStatus::open)
        {
            ++open;
            CHECK(has(problem.goals()[GoalId(i)].label, "x > 3) true"));
            CHECK(has(result.answers[i].reason, "the sandbox refused it something"));
        }
    }
    CHECK(open == 1);
}

TEST_CASE("a test that asks for a screen, the files of a package or a manifest is not written",
    "[jvm][surroundings]")
{
    JavaProblem problem(options_of("proof.Screen"));
    RunResult result = search_suite(problem, seeded_search(3'000));
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    const std::string& written = proven.main.source.text;
    INFO(written);
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
    for (const std::string_view refused :
        {"columns(", "hasPackage(", "hasFolder(", "hasManifest(", "hasHere(", "hasNameless("})
    {
        CHECK_FALSE(has(written, refused));
    }
    // One file of the package is there for a user too.
    CHECK(has(written, "hasFile()"));
    CHECK(has(written, "assertFalse(Screen.hasNamed())"));
    CHECK(has(written, "twice("));
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const std::string& label = problem.goals()[GoalId(i)].label;
        INFO(label);
        const bool is_of_refused = has(label, "columns") || has(label, "hasPackage") ||
                                   has(label, "hasFolder") || has(label, "hasManifest") ||
                                   has(label, "hasHere") || has(label, "hasNameless");
        CHECK((result.answers[i].status == GoalStatus::covered) != is_of_refused);
    }
}

TEST_CASE("static fields that tests fill are empty before each, and as they were after it",
    "[jvm][surroundings]")
{
    JavaProblem problem(options_of("proof.Rules"));
    RunResult result = search_suite(problem, seeded_search(5'000));
    const int junit = GENERATE(4, 5);
    const ProvenSuite proven =
        prove_suite(problem, result, {.tools = referee_tools(), .junit = junit});
    const std::string& written = proven.main.source.text;
    INFO(written);
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
    CHECK(proven.dropped_assertions == 0);
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        INFO(problem.goals()[GoalId(i)].label);
        CHECK(result.answers[i].status == GoalStatus::covered);
    }
    for (const std::string_view text :
        {"private final Map<Field, Object> staticFields = new HashMap<>();",
            "resetStaticField(\"proof.Rules\", \"instance\", null);",
            "resetStaticField(\"proof.Rules\", \"made\", 0);",
            "one.getKey().set(null, one.getValue());"})
    {
        INFO(text);
        CHECK(has(written, text));
    }
    // It is 0, not null, where nothing is written into it.
    CHECK_FALSE(has(written, "\"asked\""));
    CHECK(has(written, junit == 4 ? "    @Before\n    public void resetStaticFields()" :
                                    "    @BeforeEach\n    void resetStaticFields()"));
    CHECK(has(written, junit == 4 ? "    @After\n    public void restoreStaticFields()" :
                                    "    @AfterEach\n    void restoreStaticFields()"));
}

TEST_CASE("classes whose initialisers need an order are initialised in it", "[jvm][surroundings]")
{
    JavaProblem problem(options_of("proof.Knot"));
    RunResult result = search_suite(problem, seeded_search(3'000));
    const int junit = GENERATE(4, 5);
    const ProvenSuite proven =
        prove_suite(problem, result, {.tools = referee_tools(), .junit = junit});
    const std::string& written = proven.main.source.text;
    INFO(written);
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
    CHECK(has(written, junit == 4 ? "    @BeforeClass\n    public static void initialiseClasses()" :
                                    "    @BeforeAll\n    static void initialiseClasses()"));
    CHECK(has(written, "Class.forName(\"proof.Knot$Board\");"));
}
