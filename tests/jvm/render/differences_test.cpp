// SPDX-License-Identifier: Apache-2.0
// Names of tests that do the same to different things, and variables of what calls change.
#include "dsl.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/render/render.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sbst::jvm;

namespace
{

bool has(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

JavaTest index_of(const std::string& type, std::vector<JavaValue> arguments)
{
    Steps s;
    const auto index = s.statically("indexOf", "(" + type + "I)I", std::move(arguments));
    s.expect(index, java_int(-1));
    return std::move(s.test());
}

std::vector<std::string> names_of(std::vector<JavaTest> tests)
{
    std::vector<std::string> names;
    for (const TestPlace& test : render_suite(ratio_suite(std::move(tests))).tests)
    {
        names.push_back(test.method);
    }
    return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("tests of one name are told apart by their arguments", "[jvm][render]")
{
    const JavaValue null = java_null();
    CHECK(names_of({index_of("[I", {null, java_int(3)}),
              index_of("[I", {java_array("[I", {}), java_int(3)}),
              index_of("[I", {java_array("[I", {java_int(1)}), java_int(3)})}) ==
          Names{"indexOfReturnsMinus1WithNullIntArray", "indexOfReturnsMinus1WithEmptyIntArray",
              "indexOfReturnsMinus1"});
    CHECK(names_of({index_of(string_type, {java_string(u"a"), java_int(-1)}),
              index_of(string_type, {java_string(u"a"), java_int(5)})}) ==
          Names{"indexOfReturnsMinus1WithNegative", "indexOfReturnsMinus1WithPositive"});
    CHECK(names_of({index_of(string_type, {java_string(u"ab"), java_int(1)}),
              index_of(string_type, {java_string(u"cd"), java_int(1)})}) ==
          Names{"indexOfReturnsMinus1WithAb", "indexOfReturnsMinus1WithCd"});
}

TEST_CASE("characters that are no letters have names in names", "[jvm][render]")
{
    CHECK(names_of({index_of(string_type, {java_string(u"a\"b"), java_int(1)}),
              index_of(string_type, {java_string(u"a\nb"), java_int(1)}),
              index_of(string_type, {java_string(u"\u00e4"), java_int(1)})}) ==
          Names{"indexOfReturnsMinus1WithQuote", "indexOfReturnsMinus1WithLineFeed",
              "indexOfReturnsMinus1WithUnicode"});
}

TEST_CASE("tests of one name are told apart by parameters, and by two differences", "[jvm][render]")
{
    CHECK(names_of({index_of("[I", {java_null(), java_int(3)}),
              index_of("[J", {java_null(), java_int(3)}),
              index_of("[J", {java_null(), java_int(0)})}) ==
          Names{"indexOfReturnsMinus1ForIntArray", "indexOfReturnsMinus1ForLongArrayWithPositive",
              "indexOfReturnsMinus1ForLongArrayWithZero"});
}

TEST_CASE("tests of one name are told apart by the state of the receiver", "[jvm][render]")
{
    const auto sign = [](int top, const char* call) {
        Steps s;
        const auto a = s.ratio_of(top, 7);
        if (call != nullptr)
        {
            (void)s.on(a, call, "()V");
        }
        s.expect(s.on(a, "size", "()I"), java_int(0));
        return std::move(s.test());
    };
    CHECK(names_of({sign(1, nullptr), sign(1, "clear")}) ==
          Names{"sizeReturnsZero", "sizeReturnsZeroAfterClear"});
    CHECK(names_of({sign(1, nullptr), sign(0, nullptr)}) ==
          Names{"sizeReturnsZeroGivenPositive", "sizeReturnsZeroGivenZero"});
}

TEST_CASE("the last resort is a number, and never part of one", "[jvm][render]")
{
    const JavaTest same = index_of(string_type, {java_string(u"a"), java_int(1)});
    CHECK(names_of({same, same}) == Names{"indexOfReturnsMinus1", "indexOfReturnsMinus1_2"});
}

TEST_CASE("a literal that a call changes has a variable", "[jvm][render]")
{
    Steps s;
    const auto fill =
        s.statically("fill", "([II)V", {java_array("[I", {java_int(1), java_int(2)}), java_int(7)});
    s.expect(
        {.step = fill, .argument = 0, .expected = java_array("[I", {java_int(7), java_int(7)})});
    const std::string text = render_suite(ratio_suite({std::move(s.test())})).text;
    INFO(text);
    CHECK(has(text,
        "int[] integers = {1, 2};\n        Ratio.fill(integers, 7);\n"
        "        assertArrayEquals(new int[] {7, 7}, integers);\n"));
}

TEST_CASE("a long array of neutral values is told by its length", "[jvm][render]")
{
    const auto written = [](const std::string& type, const std::vector<JavaValue>& elements) {
        Steps s;
        const auto sum = s.statically("sum", "(Ljava/lang/Object;)J", {java_array(type, elements)});
        s.expect(sum, java_int(0));
        return render_suite(ratio_suite({std::move(s.test())})).text;
    };
    const std::vector<JavaValue> zeros(17, java_int(0));
    CHECK(has(written("[I", zeros), "Ratio.sum(new int[17])"));
    CHECK(has(written("[Ljava/lang/String;", std::vector<JavaValue>(20, java_null())),
        "Ratio.sum(new String[20])"));
    // Short ones, and those with another value, are written out.
    CHECK(has(written("[I", {java_int(0), java_int(0)}), "new int[] {0, 0}"));
    std::vector<JavaValue> other = zeros;
    other.back() = java_int(1);
    CHECK_FALSE(has(written("[I", other), "new int[17]"));
    // A negative zero is no neutral value.
    CHECK_FALSE(
        has(written("[D", std::vector<JavaValue>(17, java_double(-0.0))), "new double[17]"));
    // Within another array, and in a variable that a call changes.
    CHECK(has(written("[[I", {java_array("[I", zeros), java_array("[I", {java_int(1)})}),
        "new int[][] {new int[17], {1}}"));
    Steps s;
    const auto fill = s.statically("fill", "([II)V", {java_array("[I", zeros), java_int(7)});
    s.expect({.step = fill,
        .argument = 0,
        .expected = java_array("[I", std::vector<JavaValue>(17, java_int(7)))});
    const std::string text = render_suite(ratio_suite({std::move(s.test())})).text;
    CHECK(has(text, "int[] integers = new int[17];\n        Ratio.fill(integers, 7);\n"));
}

TEST_CASE("collections are expected as the JDK makes them", "[jvm][render]")
{
    const auto expected = [](JavaValueKind kind, std::vector<JavaValue> elements) {
        Steps s;
        const auto list = s.statically("list", "()Ljava/util/List;", {});
        JavaValue value;
        value.kind = kind;
        value.elements = std::move(elements);
        s.expect(list, std::move(value));
        return render_suite(ratio_suite({std::move(s.test())})).text;
    };
    CHECK(has(expected(JavaValueKind::list, {java_int(1), java_string(u"a")}),
        "assertEquals(List.of(1, \"a\"), Ratio.list());"));
    CHECK(has(expected(JavaValueKind::list, {java_null()}),
        "assertEquals(Arrays.asList((Object) null), Ratio.list());"));
    CHECK(has(expected(JavaValueKind::map, {java_int(1), java_string(u"a")}),
        "assertEquals(Map.of(1, \"a\"), Ratio.list());"));
    const std::string empty = expected(JavaValueKind::set, {});
    CHECK(has(empty, "assertEquals(Set.of(), Ratio.list());"));
    CHECK(has(empty, "void listReturnsEmptySet()"));
    // The value names its class.
    Steps s;
    JavaValue optional;
    optional.kind = JavaValueKind::optional;
    optional.descriptor = "Ljava/util/OptionalLong;";
    optional.elements.push_back(java_number(JavaTypeKind::long_integer, 3));
    s.expect(s.statically("list", "()Ljava/util/OptionalLong;", {}), std::move(optional));
    const std::string text = render_suite(ratio_suite({std::move(s.test())})).text;
    CHECK(has(text, "assertEquals(OptionalLong.of(3L), Ratio.list());"));
}

TEST_CASE("an overload that does not take all arguments asks for no cast", "[jvm][render]")
{
    Steps s;
    const auto added =
        s.statically("put", "(Ljava/lang/Object;I)I", {java_string(u"a"), java_int(1)});
    const bool takes_all = GENERATE(false, true);
    s.at(added).overloads = {takes_all ? "(Ljava/lang/String;J)I" : "(Ljava/lang/String;[D)I"};
    s.expect(added, java_int(1));
    const std::string text = render_suite(ratio_suite({std::move(s.test())})).text;
    INFO(text);
    CHECK(has(text, "(Object) \"a\"") == takes_all);
}

TEST_CASE("a test without another assertion asserts that its last call ends", "[jvm][render]")
{
    Steps s;
    const auto ratio_step = s.ratio_of(1, 2);
    (void)s.on(ratio_step, "print", "()V");
    (void)s.on(ratio_step, "print", "()V");
    JavaSuite suite = ratio_suite({std::move(s.test())}, GENERATE(4, 5));
    const std::string text = render_suite(suite).text;
    INFO(text);
    CHECK(has(text, "        ratio.print();\n"));
    CHECK(has(text, "        assertDoesNotThrow(() -> ratio.print());\n") == (suite.junit == 5));
    suite.disabled = "not proven";
    CHECK_FALSE(has(render_suite(suite).text, "assertDoesNotThrow"));
}

TEST_CASE("tests of one name are told apart by what fails in them", "[jvm][render]")
{
    const auto with_supplier = [](bool fails) {
        Steps s;
        JavaCallable lambda{.kind = JavaCallableKind::functional,
            .owner = "java/util/function/Supplier",
            .name = "get",
            .descriptor = "()Ljava/lang/Object;",
            .is_owner_interface = true};
        if (fails)
        {
            lambda.stand_in.methods = {{.name = "get",
                .failures = {{.name = "java/lang/IllegalStateException",
                    .descriptor = "(Ljava/lang/String;)V"}}}};
        }
        const auto made = s.add({.callable = lambda});
        const auto asked = s.of_kind(JavaCallableKind::static_method, "java/util/Objects",
            "(Ljava/lang/Object;Ljava/util/function/Supplier;)Ljava/lang/String;",
            {java_string(u"a"), java_step(made)}, "requireNonNull");
        s.expect(asked, java_string(u"a"));
        return std::move(s.test());
    };
    CHECK(names_of({with_supplier(false), with_supplier(true)}) ==
          Names{"requireNonNullReturnsA", "requireNonNullReturnsAWhenGetFails"});
}
