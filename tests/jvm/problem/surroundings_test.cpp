// SPDX-License-Identifier: Apache-2.0
// What tests run in: settings of the JVM that they change and restore, and what they cannot have.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/exec/temporary_folder.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

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

/// What a written suite does in other time zones and locales.
RefereeReport judged_elsewhere(const JavaProblem& problem, const ProvenSuite& proven, int junit)
{
    const TemporaryFolder folder({}, "sbst-test");
    const RenderedSuite& source = proven.main.source;
    std::filesystem::create_directories((folder.path() / source.file_name).parent_path());
    std::ofstream(folder.path() / source.file_name, std::ios::binary) << source.text;
    RefereeRequest request{.sources = folder.path(),
        .class_path = problem.options().class_path,
        .classes_under_test = {"proof/Local"},
        .junit = junit};
    request.runs.clear();
    for (const auto& [zone, locale] : {std::pair("Pacific/Honolulu", "hi-IN-u-nu-deva"),
             std::pair("Asia/Tokyo", "ja-JP-u-ca-japanese"), std::pair("Etc/GMT-14", "th-TH"),
             std::pair("Etc/GMT+12", "tr-TR"), std::pair("America/New_York", "fr-CH")})
    {
        request.runs.push_back({.name = zone, .time_zone = zone, .locale = locale});
    }
    return judge_suite(request, referee_tools());
}

/// All tests hold, nothing was given up, and every goal is covered.
void check_whole(const JavaProblem& problem, const RunResult& result, const ProvenSuite& proven)
{
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
    CHECK(proven.dropped_assertions == 0);
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        INFO(problem.goals()[GoalId(i)].label);
        CHECK(result.answers[i].status == GoalStatus::covered);
    }
}

}  // namespace

TEST_CASE("tests set the locale, the time zone and static fields, and restore them",
    "[jvm][surroundings][jdk]")
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

TEST_CASE("a test whose answers depend on the locale or the time zone sets it, and no other does",
    "[jvm][surroundings]")
{
    JavaProblem problem(options_of("proof.Local"));
    RunResult result = search_suite(problem, seeded_search(20'000));
    const int junit = GENERATE(4, 5);
    const ProvenSuite proven =
        prove_suite(problem, result, {.tools = referee_tools(), .junit = junit});
    const std::string& written = proven.main.source.text;
    INFO(written);
    CHECK(proven.dropped.empty());
    CHECK(proven.dropped_assertions == 0);
    check_all_passed(proven.referee);
    check_all_passed(judged_elsewhere(problem, proven, junit));
    const auto& tests = proven.main.suite.tests;
    for (const JavaTest& test : tests)
    {
        const auto calls = [&test](std::string_view name) {
            return std::any_of(test.steps.begin(), test.steps.end(), [name](const JavaStep& step) {
                const auto* const call = std::get_if<JavaCall>(&step);
                return call != nullptr && call->callable.name == name;
            });
        };
        const bool has_words = calls("amount") || calls("text") || calls("shout");
        const bool has_hours = calls("isMorning") || calls("text");
        INFO(test.name);
        CHECK((test.own.zone != OwnSurroundings::Zone::unset) <= (has_hours || calls("isLastDay")));
        CHECK((test.own.language != OwnSurroundings::Language::unset) <= has_words);
        CHECK((test.own.zone != OwnSurroundings::Zone::unset) >= has_hours);
    }
    for (const std::string_view text : {"        Locale.setDefault(Locale.US);\n",
             "        TimeZone.setDefault(TimeZone.getTimeZone(\"UTC\"));\n",
             "        Locale.setDefault(locale);\n", "        TimeZone.setDefault(timeZone);\n",
             "assertTrue(", "assertFalse("})
    {
        INFO(text);
        CHECK(has(written, text));
    }
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
    "[jvm][surroundings][jdk]")
{
    JavaProblem problem(options_of("proof.Rules"));
    RunResult result = search_suite(problem, seeded_search(5'000));
    const int junit = GENERATE(4, 5);
    const ProvenSuite proven =
        prove_suite(problem, result, {.tools = referee_tools(), .junit = junit});
    const std::string& written = proven.main.source.text;
    INFO(written);
    check_whole(problem, result, proven);
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

TEST_CASE("collections and counters in static fields are empty before each test",
    "[jvm][surroundings][jdk]")
{
    JavaProblem problem(options_of("proof.Register"));
    RunResult result = search_suite(problem, seeded_search(5'000));
    const int junit = GENERATE(4, 5);
    const ProvenSuite proven =
        prove_suite(problem, result, {.tools = referee_tools(), .junit = junit});
    const std::string& written = proven.main.source.text;
    INFO(written);
    check_whole(problem, result, proven);
    // Each in a test of its own, without the others' state.
    CHECK(has(written, "assertNull(Register.find("));
    CHECK(has(written, "assertFalse(Register.wasUsed())"));
    CHECK(has(written, "assertEquals(\"nothing\", Register.log())"));
    for (const std::string_view text :
        {"private final List<Runnable> staticObjects = new ArrayList<>();",
            "emptyStaticMap(\"proof.Register\", \"KNOWN\");",
            "emptyStaticCollection(\"proof.Register\", \"log\");",
            "resetStaticInteger(\"proof.Register\", \"IDS\", 7);",
            "resetStaticLong(\"proof.Register\", \"LENGTH\", 0L);",
            "resetStaticBoolean(\"proof.Register\", \"WAS_USED\", false);",
            "resetStaticReference(\"proof.Register\", \"LAST\", null);",
            "staticObjects.forEach(Runnable::run);"})
    {
        INFO(text);
        CHECK(has(written, text));
    }
    CHECK_FALSE(has(written, "\"WORDS\""));
    // A view of another collection.
    CHECK_FALSE(has(written, "\"VALUES\""));
    // A number other than 0 is one as well.
    CHECK(has(written, "resetStaticField(\"proof.Register\", \"next\", 100);"));
}

TEST_CASE("static state of classes that only tests name is restored, too", "[jvm][surroundings]")
{
    JavaProblem problem(options_of("proof.Plug"));
    const auto& fields = problem.plan().static_fields;
    CHECK(std::count_if(fields.begin(), fields.end(), [](const StaticFieldPlan& field) {
        return field.owner == "proof/SoundPlug" && field.name == "last";
    }) == 1);
    RunResult result = search_suite(problem, seeded_search(1'000));
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    INFO(proven.main.source.text);
    check_whole(problem, result, proven);
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

TEST_CASE("what reads the locale is found four calls below the class", "[jvm][surroundings]")
{
    const JavaProblem problem(options_of("proof.Distant"));
    const std::vector<JavaCallable>& callables = problem.surface().callables();
    const auto sets = [&callables](std::string_view owner) {
        return std::any_of(
            callables.begin(), callables.end(), [owner](const JavaCallable& callable) {
                return callable.owner == owner && callable.name == "setDefault";
            });
    };
    CHECK(sets("java/util/Locale"));
    CHECK_FALSE(sets("java/util/TimeZone"));
}
