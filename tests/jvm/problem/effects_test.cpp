// SPDX-License-Identifier: Apache-2.0
// What written tests assert of the arrays, texts, streams and collections that calls change, and of
// collections and Optionals that they return.
#include "jvm/problem/subject.hpp"
#include "support/catch.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

/// A suite of proof.Sink, or another class, written by hand.
class SinkTests
{
public:
    explicit SinkTests(const std::string& name = "proof.Sink") : m_problem(options_of(name)) {}

    ResultRef make(
        std::string_view owner, std::string_view descriptor, std::vector<Argument> arguments = {})
    {
        return add(constructor_of(m_problem, owner, descriptor), std::move(arguments));
    }
    ResultRef call(std::string_view name, std::vector<Argument> arguments)
    {
        return add(callable_named(m_problem, name), std::move(arguments));
    }
    void begin() { m_result.suite.emplace_back(); }
    std::string text()
    {
        ProvenSuite proven = prove_suite(m_problem, m_result, {.tools = referee_tools()});
        check_all_passed(proven.referee);
        CHECK(proven.dropped.empty());
        CHECK(proven.dropped_assertions == 0);
        return proven.main.source.text;
    }

private:
    ResultRef add(CallableId callable, std::vector<Argument> arguments)
    {
        std::vector<Call>& calls = m_result.suite.back().calls;
        calls.push_back({.callable = callable, .arguments = std::move(arguments)});
        return {.call = static_cast<std::uint32_t>(calls.size() - 1)};
    }

    JavaProblem m_problem;
    RunResult m_result;
};

Value numbers(std::vector<Value> items)
{
    return Value(std::move(items));
}

}  // namespace

TEST_CASE("what a call changes in its arguments is asserted", "[jvm][assertions][jdk]")
{
    SinkTests tests;
    tests.begin();
    tests.call("fill", {numbers({Value(1), Value(2)}), Value(7)});
    tests.begin();
    tests.call("count", {tests.make("java/util/LinkedHashMap", "()V"), Value(std::string("a"))});
    tests.begin();
    const ResultRef list = tests.make("java/util/ArrayList", "()V");
    tests.call("gather", {list, Value(std::string("b"))});
    tests.begin();
    tests.call("write", {tests.make("java/io/ByteArrayOutputStream", "()V"), Value(65)});
    tests.begin();
    tests.call("write", {tests.make("java/io/ByteArrayOutputStream", "()V"), Value(200)});
    tests.begin();
    tests.call("tell", {tests.make("java/io/StringWriter", "()V"), Value(std::string("c"))});
    const std::string text = tests.text();
    INFO(text);
    for (const std::string_view line : {"int[] integers = {1, 2};", "Sink.fill(integers, 7);",
             "assertArrayEquals(new int[] {7, 7}, integers);",
             "assertEquals(Map.of(\"a\", 1), map);", "assertEquals(List.of(\"b\"), list);",
             "assertEquals(\"A\", stream.toString());",
             "assertArrayEquals(new byte[] {(byte) -56}, stream.toByteArray());",
             "assertEquals(\"c!\", writer.toString());"})
    {
        INFO(line);
        CHECK(has(text, line));
    }
    CHECK(has(text, "ArrayList<Object> list = new ArrayList<>();"));
    CHECK_FALSE(has(text, "rawtypes"));
    CHECK_FALSE(has(text, "assertNotNull"));
}

TEST_CASE("what a call changes in a queue or in properties is asserted", "[jvm][assertions]")
{
    SinkTests tests;
    tests.begin();
    tests.call("wait", {tests.make("java/util/ArrayDeque", "()V"), Value(std::string("a"))});
    tests.begin();
    tests.call("set", {tests.make("java/util/Properties", "()V"), Value(std::string("b"))});
    const std::string text = tests.text();
    INFO(text);
    CHECK(has(text, "assertArrayEquals(new Object[] {\"a\", \"last\"}, deque.toArray());"));
    CHECK(has(text, "assertEquals(Map.of(\"key\", \"b\"), properties);"));
}

TEST_CASE("what a call changes in what its receiver was made of is asserted after it",
    "[jvm][assertions]")
{
    SinkTests tests;
    tests.begin();
    const ResultRef builder = tests.make("java/lang/StringBuilder", "()V");
    const ResultRef sink = tests.make("proof/Sink", "(Ljava/lang/StringBuilder;)V", {builder});
    tests.call("print", {sink, Value(std::string("x"))});
    tests.begin();
    const ResultRef other = tests.make("java/lang/StringBuilder", "()V");
    const ResultRef kept = tests.make("proof/Sink", "(Ljava/lang/StringBuilder;)V", {other});
    tests.call("keep", {tests.make("java/util/ArrayList", "()V"), kept});
    const std::string text = tests.text();
    INFO(text);
    CHECK(has(text,
        "new Sink(builder).print(\"x\");\n        assertEquals(\"<x>\", builder.toString());\n"));
    // Its elements are no literals.
    CHECK(has(text, "assertEquals(1, list.size());"));
    CHECK_FALSE(has(text, "assertNotNull"));
}

TEST_CASE("a returned collection is asserted whole", "[jvm][assertions]")
{
    SinkTests tests;
    tests.begin();
    tests.call("twice", {Value(std::string("d"))});
    const std::string text = tests.text();
    INFO(text);
    CHECK(has(text, "assertEquals(List.of(\"d\", \"d\"), Sink.twice(\"d\"));"));
}

TEST_CASE("a returned Optional, and what collectors and views return, is asserted whole",
    "[jvm][assertions]")
{
    SinkTests tests("proof.Finder");
    const auto call = [&tests](std::string_view name, Value value) {
        tests.begin();
        tests.call(name, {std::move(value)});
    };
    call("first", Value(std::string("abc")));
    call("first", Value(std::string()));
    call("place", Value(std::string("ab")));
    call("place", Value(std::string()));
    call("square", Value(3));
    call("half", Value(3));
    call("longs", Value(8));
    call("byLength", Value(std::string("a,bc,d")));
    call("units", Value(std::string("u")));
    call("inner", Value(4));
    tests.begin();
    tests.call("unknown", {});
    // Both are the same object.
    tests.begin();
    tests.call("place", {Value(std::string())});
    tests.call("place", {Value(std::string())});
    const std::string text = tests.text();
    INFO(text);
    for (const std::string_view line : {"assertEquals(Optional.of(\"a\"), Finder.first(\"abc\"));",
             "assertEquals(Optional.empty(), Finder.first(\"\"));",
             "assertEquals(OptionalInt.of(2), Finder.place(\"ab\"));",
             "assertEquals(OptionalInt.empty(), Finder.place(\"\"));",
             "assertEquals(OptionalLong.of(9L), Finder.square(3));",
             "assertEquals(OptionalDouble.of(1.5), Finder.half(3));",
             "assertEquals(Optional.of(List.of(8L)), Finder.longs(8));",
             "assertEquals(Map.of(false, 2L, true, 1L), Finder.byLength(\"a,bc,d\"));",
             "assertEquals(Map.of(TimeUnit.DAYS, \"u\"), Finder.units(\"u\"));",
             "assertEquals(List.of(5), Finder.inner(4));", "void firstReturnsEmptyOptional()",
             "assertTrue(Finder.unknown().isPresent());"})
    {
        INFO(line);
        CHECK(has(text, line));
    }
    CHECK_FALSE(has(text, "assertSame"));
}

TEST_CASE("a test that changes nothing asserts what its arguments still hold", "[jvm][assertions]")
{
    SinkTests tests;
    tests.begin();
    tests.call("check", {numbers({Value(3)})});
    tests.begin();
    tests.make("proof/Sink", "(Ljava/lang/StringBuilder;)V",
        {tests.make("java/lang/StringBuilder", "()V")});
    const std::string text = tests.text();
    INFO(text);
    CHECK(has(text, "assertArrayEquals(new int[] {3}, integers);"));
    CHECK(has(text, "assertEquals(\"\", builder.toString());"));
}
