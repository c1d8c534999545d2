// SPDX-License-Identifier: Apache-2.0
// Stand-ins: anonymous classes where no object of an interface or abstract class can be made.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

RunSpec search_of(std::size_t executions)
{
    RunSpec spec;
    spec.seed = 1;
    spec.budget = {.max_executions = executions};
    return spec;
}

/// `stand.Repo(int, boolean)` for each stand-in, sorted: its type and what it can be given.
std::vector<std::string> stand_ins(const JavaSurface& surface)
{
    std::vector<std::string> found;
    for (std::size_t i = 0; i < surface.callables().size(); ++i)
    {
        if (surface.callables()[i].kind == JavaCallableKind::stand_in)
        {
            const Callable& callable = surface.catalogue()[CallableId(i)];
            std::string text = surface.type(callable.result).generic_name + "(";
            for (const Parameter& parameter : callable.parameters)
            {
                text += (text.back() == '(' ? "" : ", ") + parameter.name;
            }
            found.push_back(text + ")");
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::string> stand_ins_of(const std::string& class_name)
{
    const JavaProblem problem(options_of(class_name));
    return stand_ins(problem.surface());
}

std::vector<std::string> stand_ins_in(const std::string& package, const std::string& class_name)
{
    const ClassPath path(
        {SBST_CLASSES}, {.java_home = options_of("stand.Served").worker.java_home});
    return stand_ins(JavaSurface(path, {class_name}, {.package = package}));
}

bool has_stand_in(const JavaProblem& problem, const std::string& type)
{
    const std::vector<std::string> found = stand_ins(problem.surface());
    return std::any_of(found.begin(), found.end(),
        [&type](const std::string& text) { return text.starts_with(type + "("); });
}

std::size_t open_goals(const RunResult& result)
{
    return static_cast<std::size_t>(std::count_if(result.answers.begin(), result.answers.end(),
        [](const GoalAnswer& answer) { return answer.status == GoalStatus::open; }));
}

std::vector<std::string> texts_of(const JavaProblem& problem, const RunResult& result)
{
    std::vector<std::string> texts;
    for (const TestCase& test : result.suite)
    {
        texts.push_back(problem.render(test));
    }
    return texts;
}

}  // namespace

TEST_CASE("stand-ins reach what only an object of the type reaches", "[jvm][stand-ins][jdk]")
{
    using Texts = std::vector<std::string>;
    const auto [name, texts] = GENERATE(table<std::string, Texts>({
        {"stand.Svc",
            {"new Repo() {", "public String find(int x) {", "public void save(String x) {}"}},
        {"stand.Base",
            {"new Base<Object>(", "int rank(Object x) {", "protected boolean isFull() {"}},
        {"stand.Bounded", {"new Bounded() {", "public Iterable split() {"}},
        {"stand.Two", {"new Two() {", "two.span()"}},
        {"stand.Ranks", {"new Ranked<String>() {", "String best(List<? extends String> x) {",
                            "int place(String x) {", "Map<String, ? super String> all() {"}},
        {"stand.Held", {"new Item() {", "public int size() {"}},
        {"stand.Chain", {"new Link() {", "public int read() {"}},
        {"stand.Looped", {"private int hasMoreCalls;", "return hasMoreCalls++ < 2;",
                             "return readCalls++ < 3 ? ", " : -1;"}},
        {"stand.Rows", {"new ResultSetStub() {", "public boolean next() {",
                           "private abstract static class ResultSetStub implements ResultSet {",
                           "public void updateNull(int x) {}"}},
    }));
    JavaProblem problem(options_of(name));
    RunResult result = search_suite(problem, search_of(20'000));
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    const std::string written = proven.main.source.text + proven.suspicious.source.text;
    INFO(written);
    CHECK(open_goals(result) == 0);
    for (const std::string& text : texts)
    {
        INFO(text);
        CHECK(has(written, text));
    }
    check_all_passed(proven.referee);
    for (const DroppedTest& dropped : proven.dropped)
    {
        FAIL_CHECK(dropped.reason);
    }
}

TEST_CASE("what is called in loops may answer otherwise at first", "[jvm][stand-ins]")
{
    CHECK(stand_ins_of("stand.Looped") ==
          std::vector<std::string>{"stand.Feed(hasMore, first, turns, read, first, turns, size)"});
}

TEST_CASE("what is asked twice may answer otherwise the second time", "[jvm][stand-ins]")
{
    CHECK(stand_ins_of("stand.Twice") ==
          std::vector<std::string>{"stand.Teller(now, first, turns, id, first, turns, size)"});
    JavaProblem problem(options_of("stand.Twice"));
    CHECK(open_goals(search_suite(problem, search_of(5'000))) == 0);
}

TEST_CASE(
    "a functional interface that is asked again may answer otherwise at first", "[jvm][stand-ins]")
{
    // The other interface is asked once: a lambda does.
    CHECK(stand_ins_of("stand.Single") ==
          std::vector<std::string>{"stand.Lexer(next, first, turns)"});
    JavaProblem problem(options_of("stand.Single"));
    RunResult result = search_suite(problem, search_of(5'000));
    CHECK(open_goals(result) == 0);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    const std::string& written = proven.main.source.text;
    INFO(written);
    CHECK(has(written, "new Lexer() {"));
    CHECK(has(written, "return nextCalls++ < "));
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
}

TEST_CASE("a stand-in of a functional interface with one answer is written as a lambda",
    "[jvm][stand-ins]")
{
    JavaProblem problem(options_of("stand.Single"));
    CallableId stand_in;
    for (std::size_t i = 0; i < problem.surface().callables().size(); ++i)
    {
        const bool is_one = problem.surface().callables()[i].kind == JavaCallableKind::stand_in;
        stand_in = is_one ? CallableId(i) : stand_in;
    }
    REQUIRE(stand_in.is_valid());
    const auto [first, turns, text] = GENERATE(
        table<std::int64_t, std::int64_t, std::string>({{7, 0, "new Single().sum(() -> -1)"},
            {-1, 3, "new Single().sum(() -> -1)"}, {7, 3, "return nextCalls++ < 3 ? 7 : -1;"}}));
    CAPTURE(first, turns);
    RunResult result;
    result.suite.emplace_back().calls = {
        {.callable = callable_named(problem, "<init>"), .arguments = {}},
        {.callable = stand_in, .arguments = {Value(std::int64_t{-1}), Value(first), Value(turns)}},
        {.callable = callable_named(problem, "sum"), .arguments = {ResultRef{0}, ResultRef{1}}}};
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    INFO(proven.main.source.text);
    CHECK(has(proven.main.source.text, text));
    check_all_passed(proven.referee);
}

TEST_CASE("an answer that is an object may be another one at first", "[jvm][stand-ins]")
{
    CHECK(stand_ins_of("stand.Sourced") ==
          std::vector<std::string>{
              "stand.Entry(id, first, turns, kind)", "stand.Origin(next, first, turns, size)"});
    JavaProblem problem(options_of("stand.Sourced"));
    RunResult result = search_suite(problem, search_of(5'000));
    CHECK(open_goals(result) == 0);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    INFO(proven.main.source.text);
    CHECK(has(proven.main.source.text, "return nextCalls++ < "));
    CHECK(has(proven.main.source.text, " ? entry : null;"));
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
}

TEST_CASE("what is asked of an object in a field may answer otherwise at first", "[jvm][stand-ins]")
{
    CHECK(stand_ins_of("stand.Stepped") ==
          std::vector<std::string>{"stand.Keys(press, first, turns)"});
    JavaProblem problem(options_of("stand.Stepped"));
    CHECK(open_goals(search_suite(problem, search_of(5'000))) == 0);
}

TEST_CASE("without stand-ins the arguments are null", "[jvm][stand-ins]")
{
    JavaProblemOptions options = options_of("stand.Svc");
    options.surface.stand_ins = StandIns::off;
    JavaProblem problem(options);
    CHECK(stand_ins(problem.surface()).empty());
    CHECK(open_goals(search_suite(problem, search_of(2'000))) > 0);
}

TEST_CASE("a stand-in answers what the classes under test call", "[jvm][stand-ins]")
{
    CHECK(stand_ins_of("stand.Svc") ==
          std::vector<std::string>{
              "stand.Repo(find, first, turns, count, first, turns, isOpen, first, turns)"});
    CHECK(stand_ins_of("stand.Base") ==
          std::vector<std::string>{"stand.Base(argument, argument, first, rank, isFull)"});
    CHECK(stand_ins_of("stand.Held") ==
          std::vector<std::string>{"stand.Item(size, first, turns, name)"});
    CHECK(stand_ins_of("stand.Chain") ==
          std::vector<std::string>{"stand.Link(next, first, turns, read, first, turns)"});
}

TEST_CASE("a stand-in is used only where no real object can be made", "[jvm][stand-ins]")
{
    CHECK(stand_ins_of("stand.Served").empty());
    CHECK(stand_ins_of("bank.Ledger").empty());
}

TEST_CASE("what the JDK makes of files only has a stand-in too", "[jvm][stand-ins][jdk]")
{
    JavaProblem problem(options_of("stand.Channels"));
    // Its factories stay, although there is no file for them.
    CHECK(callable_named(problem, "open").is_valid());
    CHECK(has_stand_in(problem, "java.nio.channels.FileChannel"));
    RunResult result = search_suite(problem, search_of(5'000));
    CHECK(open_goals(result) == 0);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    INFO(proven.main.source.text);
    CHECK(has(proven.main.source.text, "new FileChannel() {"));
    CHECK(has(proven.main.source.text, "public long size()"));
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
}

TEST_CASE("what the path makes of files has no stand-in", "[jvm][stand-ins]")
{
    const JavaProblem problem(options_of("stand.Channels"));
    CHECK(constructor_of(problem, "java/io/File", "(Ljava/lang/String;)V").is_valid());
    CHECK_FALSE(has_stand_in(problem, "stand.Store"));
}

TEST_CASE("a type that source code cannot implement has no stand-in", "[jvm][stand-ins]")
{
    CHECK(stand_ins_of("stand.Closed").empty());
    // Two of its methods are visible in its package only.
    CHECK(stand_ins_in("elsewhere", "stand/Base").empty());
    CHECK(stand_ins_in("stand", "stand/Base").size() == 1);
    CHECK(stand_ins_in("elsewhere", "stand/Two").size() == 1);
}

TEST_CASE("stand-ins give the same with one worker and with two", "[jvm][stand-ins]")
{
    std::vector<std::vector<std::string>> suites;
    for (const std::size_t jobs : {std::size_t{1}, std::size_t{2}})
    {
        JavaProblemOptions options = options_of("stand.Chain");
        options.worker.jobs = jobs;
        JavaProblem problem(options);
        suites.push_back(texts_of(problem, search_suite(problem, search_of(3'000))));
    }
    CHECK(suites.front() == suites.back());
}

TEST_CASE("a stand-in runs what the class under test gives it", "[jvm][stand-ins]")
{
    JavaProblem problem(options_of("stand.Acting"));
    RunResult result = search_suite(problem, search_of(5'000));
    // What may throw more than the stand-in's method declares is not run: its lambda is entered by
    // nothing.
    CHECK(open_goals(result) == 1);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    INFO(proven.main.source.text);
    CHECK(has(proven.main.source.text, "x.run();"));
    CHECK(has(proven.main.source.text, "public Object within(Callable x) throws Exception {"));
    CHECK(has(proven.main.source.text, "return x.call();"));
    CHECK(has(proven.main.source.text, "return y.getAsBoolean();"));
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
    // Nothing runs what is no lambda of the class.
    CHECK(stand_ins_of("stand.Acting") ==
          std::vector<std::string>{"java.util.concurrent.Executor()", "stand.Acting.Guard()",
              "stand.Acting.Transactions(depth)"});
}

TEST_CASE("what runs code is written for types of any form", "[jvm][stand-ins]")
{
    JavaProblem problem(options_of("stand.Wide"));
    RunResult result = search_suite(problem, search_of(8'000));
    // Nothing runs the lambda of `throwing`: the compiler would not let it throw that much.
    CHECK(open_goals(result) == 1);
    const ProvenSuite proven = prove_suite(problem, result, {.tools = referee_tools()});
    const std::string& written = proven.main.source.text;
    INFO(written);
    CHECK(has(written, "public Object within(Callable<Object> x) throws Exception {"));
    CHECK(has(written, "class ManyStub"));
    CHECK(has(written, "return z.getAsLong();"));
    CHECK(has(written, "y.getAsLong();"));
    check_all_passed(proven.referee);
    CHECK(proven.dropped.empty());
}
