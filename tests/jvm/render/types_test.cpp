// SPDX-License-Identifier: Apache-2.0
// Declared types and casts: what the compiler must be told, and what it knows.
#include "dsl.hpp"
#include "render/assignability.hpp"
#include "render/type_namer.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/render/render.hpp>

#include <string>
#include <utility>

using namespace sbst::jvm;
using namespace sbst::jvm::detail;

namespace
{

const std::string list_type = "Ljava/util/List;";
const std::string object_type = "Ljava/lang/Object;";

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

/// A list of two strings that `size` is asked of.
JavaSuite listed(const std::string& generic_type, const std::string& overload)
{
    Steps s;
    const auto list = s.of_kind(JavaCallableKind::static_method, "java/util/List",
        "(" + object_type + object_type + ")" + list_type, {java_string(u"a"), java_string(u"b")},
        "of");
    s.at(list).generic_type = generic_type;
    s.at(list).overloads = {overload};
    const auto size = s.statically("size", "(" + list_type + ")I", {java_step(list)});
    s.expect(size, java_int(2));
    JavaSuite suite = ratio_suite({std::move(s.test())});
    suite.supertypes = {{"java/lang/String", {"java/lang/String", "java/lang/Object"}}};
    return suite;
}

}  // namespace

TEST_CASE("a variable has the type arguments that are known of it", "[jvm]")
{
    const std::string strings = "Ljava/util/List<Ljava/lang/String;>;";
    const std::string text =
        render_suite(listed(strings, "([" + object_type + ")" + list_type)).text;
    INFO(text);
    CHECK(has(text, "List<String> list = List.of(\"a\", \"b\");"));
    CHECK_FALSE(has(text, "rawtypes"));
}

TEST_CASE("what type arguments tell the compiler is not cast", "[jvm]")
{
    Steps s;
    const auto list = s.make("java/util/ArrayList", "()V", {});
    s.at(list).generic_type = "Ljava/util/ArrayList<Ljava/lang/String;>;";
    const auto first = s.of_kind(JavaCallableKind::instance_method, "java/util/ArrayList",
        "(I)" + object_type, {java_step(list), java_int(0)}, "get");
    s.at(first).result_type = string_type;
    const auto echo =
        s.statically("echo", "(" + string_type + ")" + string_type, {java_step(first)});
    s.expect(echo, java_string(u"a"));
    const bool is_raw = GENERATE(false, true);
    if (is_raw)
    {
        s.at(list).generic_type.clear();
    }
    const std::string text = render_suite(ratio_suite({std::move(s.test())})).text;
    INFO(text);
    CHECK(has(text, "ArrayList<String> ") != is_raw);
    CHECK(has(text, "(String) ") == is_raw);
}

TEST_CASE("a raw type among type arguments is noted", "[jvm]")
{
    const std::string raw = "Ljava/util/List<Ljava/util/Map;>;";
    const std::string text = render_suite(listed(raw, "()V")).text;
    INFO(text);
    CHECK(has(text, "List<Map> list = "));
    CHECK(has(text, "rawtypes"));
}

TEST_CASE("a cast of an argument leaves the variable raw", "[jvm]")
{
    const std::string strings = "Ljava/util/List<Ljava/lang/String;>;";
    const std::string text =
        render_suite(listed(strings, "(" + object_type + string_type + ")" + list_type)).text;
    INFO(text);
    CHECK(has(text, "List list = List.of(\"a\", (Object) \"b\");"));
}

TEST_CASE("type arguments are named as types are", "[jvm]")
{
    const JavaSuite suite{.package = "p", .class_name = "ATest", .class_under_test = "p/A"};
    TypeNamer types(suite);
    const std::string map = "Ljava/util/Map<Ljava/lang/String;[Ljava/util/List<-Lp/A;>;>;";
    (void)types.of_signature(map);
    types.settle();
    CHECK(types.of_signature(map) == "Map<String, List<? super A>[]>");
    CHECK(types.imports().size() == 2);
}

TEST_CASE("a class that no test can name is seen as one above it", "[jvm]")
{
    JavaSuite suite;
    suite.hidden_classes = {{"p/A$Hidden", "java/util/List"}};
    CHECK(visible_type(suite, "[[Lp/A$Hidden;") == "[[Ljava/util/List;");
    CHECK(visible_type(suite, "Lp/A;") == "Lp/A;");
    CHECK(visible_type(suite, "I") == "I");
}

TEST_CASE("what stands for what without a cast", "[jvm]")
{
    JavaSuite suite;
    suite.supertypes = {
        {"p/B", {"p/B", "p/A", "java/lang/Object"}}, {"p/A", {"p/A", "java/lang/Object"}}};
    CHECK(is_assignable(suite, "Lp/B;", "Lp/A;"));
    CHECK_FALSE(is_assignable(suite, "Lp/A;", "Lp/B;"));
    CHECK_FALSE(is_assignable(suite, object_type, "Lp/B;"));
    CHECK_FALSE(is_assignable(suite, object_type, "I"));
    CHECK(is_assignable(suite, "", "Lp/B;"));
    CHECK(is_assignable(suite, "[Lp/B;", "[Lp/A;"));
    CHECK_FALSE(is_assignable(suite, "[I", "[Lp/A;"));
    CHECK(is_assignable(suite, "[I", "Ljava/lang/Cloneable;"));
    CHECK(is_assignable(suite, "Lunknown/C;", "Lp/B;"));
    CHECK(may_take(suite, "Lp/B;", "Lp/A;"));
    CHECK_FALSE(may_take(suite, "[Lp/A;", "Lp/A;"));
    CHECK_FALSE(may_take(suite, "J", "Lp/A;"));
    CHECK(may_take(suite, "J", "Ljava/lang/Long;"));
    CHECK_FALSE(may_take(suite, "J", ""));
}
