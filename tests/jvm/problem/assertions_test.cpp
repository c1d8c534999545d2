// SPDX-License-Identifier: Apache-2.0
// What written tests assert of results and objects.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <suite/observed_test.hpp>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

/// A suite written by hand.
class Tests
{
public:
    explicit Tests(const std::string& class_name) : m_problem(options_of(class_name)) {}

    void begin() { m_result.suite.emplace_back(); }
    /// Appends a call to the last test.
    ResultRef call(std::string_view name, std::vector<Argument> arguments = {})
    {
        std::vector<Call>& calls = m_result.suite.back().calls;
        calls.push_back(
            {.callable = callable_named(m_problem, name), .arguments = std::move(arguments)});
        return {.call = static_cast<std::uint32_t>(calls.size() - 1)};
    }
    ProvenSuite prove(int junit = 5)
    {
        ProvenSuite proven =
            prove_suite(m_problem, m_result, {.tools = referee_tools(), .junit = junit});
        check_all_passed(proven.referee);
        for (const DroppedTest& dropped : proven.dropped)
        {
            FAIL_CHECK(dropped.reason);
        }
        return proven;
    }

private:
    JavaProblem m_problem;
    RunResult m_result;
};

}  // namespace

TEST_CASE("what a test changed is asserted before what all objects have", "[jvm][assertions]")
{
    Tests tests("proof.Settings");
    for (const std::string_view setter : {"setEnding", "setPrefix"})
    {
        tests.begin();
        const ResultRef settings = tests.call("<init>");
        tests.call(setter, {settings, Value(std::string("new"))});
    }
    for (int i = 0; i < 2; ++i)
    {
        tests.begin();
        tests.call("<init>");
    }
    const ProvenSuite proven = tests.prove();
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(has(text, "assertEquals(\"new\", settings.getEnding());"));
    CHECK(has(text, "assertEquals(\"new\", settings.prefix);"));
    // Together the tests assert the usual values of all.
    for (const std::string_view usual : {"80, ", "25, ", "4, ", "2, ", "\"\\n\", ", "\"--\", "})
    {
        CHECK(has(text, "assertEquals(" + std::string(usual)));
    }
}

TEST_CASE("a result that is an earlier one is asserted to be the same", "[jvm][assertions]")
{
    Tests tests("proof.Amount");
    tests.begin();
    const ResultRef one = tests.call("<init>", {Value(1)});
    tests.call("abs", {one});
    tests.begin();
    const ResultRef none = tests.call("<init>", {Value(0)});
    const ResultRef other = tests.call("<init>", {Value(7)});
    tests.call("orElse", {none, other});
    tests.begin();
    const ResultRef debt = tests.call("<init>", {Value(-3)});
    tests.call("abs", {debt});
    const ProvenSuite proven = tests.prove();
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(has(text, "assertSame(amount, amount.abs());"));
    CHECK(has(text, "assertSame(amount2, amount.orElse(amount2));"));
    // It asserts the value of a new one.
    CHECK(has(text, "assertEquals(3, amount.abs().getCents());"));
}

TEST_CASE("a test asserts that its last result is there if it knows nothing else about it",
    "[jvm][assertions]")
{
    Tests tests("proof.Amount");
    tests.begin();
    tests.call("coins", {tests.call("<init>", {Value(1)})});
    const ProvenSuite proven = tests.prove();
    INFO(proven.main.source.text);
    CHECK(has(proven.main.source.text, "assertEquals(List.of(\"penny\"), amount.coins());"));
    CHECK(has(proven.main.source.text, "assertEquals(1, amount.getCents());"));
}

TEST_CASE(
    "a test tells the size of a collection whose elements it cannot write", "[jvm][assertions]")
{
    Tests tests("proof.Drawer");
    for (const std::string_view method : {"all", "table", "names", "units", "bytes"})
    {
        tests.begin();
        tests.call(method, {tests.call("<init>", {Value(3)})});
    }
    tests.begin();
    tests.call("names", {tests.call("<init>", {Value(0)})});
    const std::string text = tests.prove().main.source.text;
    INFO(text);
    CHECK(has(text, "assertEquals(3, new Drawer(3).all().size());"));
    CHECK(has(text, "assertEquals(3, ((Map) new Drawer(3).table()).size());"));
    CHECK(has(text, "assertTrue(new Drawer(3).names().hasNext());"));
    CHECK(has(text, "assertFalse(new Drawer(0).names().hasNext());"));
    CHECK(has(text, "assertEquals(Set.of(TimeUnit.HOURS, TimeUnit.DAYS), new Drawer(3).units());"));
    CHECK(has(text, "assertEquals(3, new Drawer(3).bytes().remaining());"));
    CHECK_FALSE(has(text, "assertNotNull"));
}

TEST_CASE("a test that loses its last assertion says what is there", "[jvm][assertions]")
{
    Tests tests("proof.Clock");
    for (const std::string_view method : {"zone", "offset", "year", "ticket"})
    {
        tests.begin();
        tests.call(method, {tests.call("<init>")});
    }
    const ProvenSuite proven = tests.prove();
    CHECK(proven.dropped_assertions == 2);
    CHECK(proven.dropped.empty());
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(has(text, "assertNotNull(new Clock().ticket());"));
    CHECK_FALSE(has(text, "2024"));
    // What a constructor made is there anyway.
    CHECK(has(text, "assertDoesNotThrow(() -> new Clock().year());"));
    // The tests set the zone.
    CHECK(has(text, "assertEquals(\"UTC\", new Clock().zone());"));
    CHECK(has(text, "assertEquals(0, new Clock().offset());"));
}

TEST_CASE("a test that only makes an object says that nothing is thrown", "[jvm][assertions]")
{
    // Only JUnit 5 has a word for it.
    const auto [junit, said] = GENERATE(table<int, std::string>(
        {{5, "assertDoesNotThrow(() -> new Clock());"}, {4, "assertNotNull(new Clock());"}}));
    CAPTURE(junit);
    Tests tests("proof.Clock");
    tests.begin();
    tests.call("<init>");
    const ProvenSuite proven = tests.prove(junit);
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(has(text, said));
    CHECK(has(text, "assertNotNull") == (junit == 4));
}

TEST_CASE("a message that differs elsewhere leaves what is asserted after it", "[jvm][assertions]")
{
    Tests tests("proof.Tries");
    tests.begin();
    tests.call("refuse", {tests.call("<init>"), Value(7)});
    const ProvenSuite proven = tests.prove();
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(proven.dropped_assertions == 1);
    CHECK(has(text, "assertThrows(IllegalStateException.class, () -> tries.refuse(7));"));
    CHECK_FALSE(has(text, "not at"));
    CHECK(has(text, "assertEquals(7, tries.getLast());"));
}

TEST_CASE(
    "an object that tests only get is asserted by what its getters return", "[jvm][assertions]")
{
    const JavaProblem problem(options_of("proof.Desk"));
    for (const JavaCallable& callable : problem.surface().callables())
    {
        CAPTURE(callable.name);
        CHECK(callable.owner != "proof/Ticket");
    }
    Tests tests("proof.Desk");
    for (const std::string_view method : {"issue", "reserve"})
    {
        tests.begin();
        tests.call(method, {Value(47)});
    }
    const ProvenSuite proven = tests.prove();
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(has(text, "assertEquals(47, Desk.issue(47).getNumber());"));
    // Tests cannot name the class of this object.
    CHECK(has(text, "assertEquals(47, Desk.reserve(47).getNumber());"));
    CHECK_FALSE(has(text, "use()"));
}

TEST_CASE("texts with the folder of the worker are never asserted", "[jvm][assertions]")
{
    Tests tests("proof.Tries");
    for (const std::string_view method : {"place", "places"})
    {
        tests.begin();
        tests.call(method, {Value(3)});
    }
    tests.begin();
    tests.call("miss", {tests.call("<init>"), Value(7)});
    const ProvenSuite proven = tests.prove();
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(proven.main.suite.tests.size() == 3);
    // None was written and then lost.
    CHECK(proven.dropped_assertions == 0);
    CHECK(has(text, "Tries.place(3)"));
    CHECK(has(text, "Tries.places(3)"));
    CHECK(has(text, "assertThrows(IllegalStateException.class, () -> tries.miss(7));"));
    CHECK(has(text, "assertEquals(7, tries.getLast());"));
    CHECK_FALSE(has(text, "/note"));
    CHECK_FALSE(has(text, "not in"));
}

TEST_CASE(
    "shows_run: names of objects, of made classes and of the worker's folder", "[jvm][assertions]")
{
    CHECK(jvm::detail::shows_run(u"/proc/self/cwd"));
    CHECK(jvm::detail::shows_run(u"cannot read /proc/self/cwd/a.txt"));
    CHECK(jvm::detail::shows_run(u"p.Foo@1b6d3586"));
    CHECK(jvm::detail::shows_run(u"p.Foo@1"));
    CHECK(jvm::detail::shows_run(u"p.sbst$StandIn0"));
    CHECK(jvm::detail::shows_run(u"class $Proxy12"));
    CHECK(jvm::detail::shows_run(u"jdk.proxy2.$Proxy12"));
    CHECK(jvm::detail::shows_run(u"p.Foo$$Lambda"));
    CHECK(jvm::detail::shows_run(u"p.Foo is in unnamed module of loader 'sbst-subject' @1b"));
    CHECK(jvm::detail::shows_run(u"Cannot invoke \"String.trim()\" because \"text\" is null"));
    CHECK_FALSE(jvm::detail::shows_run(u"no entry because \"a\" was there"));
    CHECK(jvm::detail::shows_run(u"p.Foo$$Lambda/0x0000000800c03000"));
    CHECK_FALSE(jvm::detail::shows_run(u""));
    CHECK_FALSE(jvm::detail::shows_run(u"/proc/self/status"));
    CHECK_FALSE(jvm::detail::shows_run(u"a@b.org"));
    CHECK_FALSE(jvm::detail::shows_run(u"p.Foo$Inner"));
    CHECK_FALSE(jvm::detail::shows_run(u"Proxy12 of a Lambda"));
}

TEST_CASE("an object whose answers never come is kept, without them", "[jvm][assertions]")
{
    Tests tests("proof.Ring");
    for (const std::string_view method : {"chain", "closed"})
    {
        tests.begin();
        tests.call(method, {Value(5)});
    }
    const ProvenSuite proven = tests.prove();
    const std::string& text = proven.main.source.text;
    INFO(text);
    REQUIRE(proven.main.suite.tests.size() == 2);
    CHECK(has(text, "assertEquals(2, "));
    CHECK(has(text, "assertNotNull(Ring.closed(5));"));
    // Asked by the chain alone.
    CHECK(text.find(".getSize()") == text.rfind(".getSize()"));
}

TEST_CASE("a test asserts usual answers of a result too, and only unusual ones of the receiver",
    "[jvm][assertions]")
{
    Tests tests("proof.Settings");
    for (int i = 0; i < 2; ++i)
    {
        tests.begin();
        tests.call("<init>");
    }
    tests.begin();
    const ResultRef settings = tests.call("<init>");
    tests.call("setEnding", {settings, Value(std::string("new"))});
    tests.call("defaults", {settings});
    const ProvenSuite proven = tests.prove();
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(has(text, ", settings.getEnding()"));
    std::size_t of_result = 0;
    for (std::size_t at = text.find(", settings2."); at != std::string::npos;
         at = text.find(", settings2.", at + 1))
    {
        ++of_result;
    }
    CHECK(of_result == 3);
}

TEST_CASE("results of methods that an object inherits are asserted, and name the test",
    "[jvm][assertions]")
{
    Tests tests("proof.Upper");
    tests.begin();
    tests.call("encode", {tests.call("<init>"), Value(std::string("a1"))});
    tests.begin();
    tests.call("require", {tests.call("<init>"), Value(std::string("b"))});
    const ProvenSuite proven = tests.prove();
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(has(text, "void encodeReturnsA1()"));
    CHECK(has(text, "assertEquals(\"A1\", new Upper().encode(\"a1\"));"));
    CHECK(has(text, "void requireThrowsIllegalArgumentException()"));
    CHECK(has(text, "assertEquals(\"changes b\", exception.getMessage());"));
}

TEST_CASE("methods that are inherited with type arguments are called with what they take",
    "[jvm][assertions]")
{
    Tests tests("proof.Words");
    tests.begin();
    const ResultRef words = tests.call("<init>");
    tests.call("add", {words, Value(std::string("tree"))});
    tests.call("largest", {words});
    const ProvenSuite proven = tests.prove();
    const std::string& text = proven.main.source.text;
    INFO(text);
    CHECK(has(text, "words.add(\"tree\")"));
    CHECK(has(text, "assertEquals(\"tree\", (String) words.largest());"));
    CHECK(has(text, "assertEquals(1, words.longOnes);"));
}
