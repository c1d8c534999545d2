// SPDX-License-Identifier: Apache-2.0
#include "dsl.hpp"
#include "proof.hpp"
#include "suites.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

using namespace sbst::jvm;

namespace
{

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
    {
        lines.push_back(line);
    }
    return lines;
}

}  // namespace

TEST_CASE("everyday tests are written as people write them, and hold", "[jvm]")
{
    for (const int junit : {5, 4})
    {
        const RenderedSuite rendered = render_suite(everyday_suite(junit));
        CHECK(rendered.file_name == "shop/RatioTest.java");
        check_golden("everyday" + std::to_string(junit), rendered.text);
        check_proven(rendered, junit);
    }
}

TEST_CASE("awkward tests mean what they should, and hold", "[jvm]")
{
    for (const int junit : {5, 4})
    {
        const RenderedSuite rendered = render_suite(awkward_suite(junit));
        check_golden("awkward" + std::to_string(junit), rendered.text);
        check_proven(rendered, junit);
    }
}

TEST_CASE("literals keep their values, and hold", "[jvm]")
{
    for (const int junit : {5, 4})
    {
        const RenderedSuite rendered = render_suite(literal_suite(junit));
        check_golden("literals" + std::to_string(junit), rendered.text);
        check_proven(rendered, junit);
    }
}

TEST_CASE("lines keep to 100 columns and to ASCII", "[jvm]")
{
    for (const JavaSuite& suite : {everyday_suite(5), awkward_suite(4), literal_suite(5)})
    {
        for (const std::string& line : lines_of(render_suite(suite).text))
        {
            INFO(line);
            CHECK(line.size() <= 100);
            CHECK_FALSE(line.ends_with(' '));
            CHECK(std::all_of(line.begin(), line.end(),
                [](char letter) { return letter >= ' ' && letter <= '~'; }));
        }
    }
}

TEST_CASE("each step knows its line", "[jvm]")
{
    const RenderedSuite rendered = render_suite(everyday_suite(5));
    const std::vector<std::string> lines = lines_of(rendered.text);
    const TestPlace& place = rendered.tests[0];
    CHECK(lines.at(place.first_line - 1).find("// Covers times()") != std::string::npos);
    CHECK(lines.at(place.last_line - 1) == "    }");
    REQUIRE(place.step_lines.size() == 7);
    CHECK(lines.at(place.step_lines[2] - 1).find(".times(") != std::string::npos);
    // Written where it is used.
    CHECK(place.step_lines[1] == place.step_lines[2]);
    CHECK(lines.at(place.step_lines[6] - 1).find("assertEquals(8, ") != std::string::npos);
}

TEST_CASE("text beyond a constant of a class file is put together at run time", "[jvm]")
{
    std::u16string text;
    for (int i = 0; i < 20'000; ++i)
    {
        text += static_cast<char16_t>(u'a' + i % 26);
        text += u'\u00e9';
        text += static_cast<char16_t>(u'a' + i % 7);
        text += u'\u20ac';
    }
    Steps s;
    const auto a =
        s.statically("echo", "(Ljava/lang/String;)Ljava/lang/String;", {java_string(text)});
    const auto length = s.of_kind(
        JavaCallableKind::instance_method, "java/lang/String", "()I", {java_step(a)}, "length");
    s.expect(length, java_int(80'000));
    check_proven(render_suite(ratio_suite({s.test()})), 5);
}

TEST_CASE("a stand-in is an anonymous class with a body for each method", "[jvm]")
{
    Steps s;
    const auto made = s.add({.callable = {.kind = JavaCallableKind::stand_in,
                                 .owner = "java/util/Map$Entry",
                                 .name = "<init>",
                                 .descriptor = "()V",
                                 .is_owner_interface = true,
                                 .stand_in = {.type = "Ljava/util/Map$Entry<Ljava/lang/String;[I>;",
                                     .methods = {{.name = "getKey",
                                                     .descriptors = {"()Ljava/lang/Object;"},
                                                     .result = "Ljava/lang/String;",
                                                     .access = "public",
                                                     .has_answer = true},
                                         {.name = "getValue",
                                             .descriptors = {"()Ljava/lang/Object;"},
                                             .result = "[I",
                                             .access = "public"},
                                         {.name = "setValue",
                                             .descriptors = {"(Ljava/lang/Object;)"
                                                             "Ljava/lang/Object;"},
                                             .parameters = {"[I"},
                                             .result = "[I",
                                             .access = "public"}},
                                     .fields = {"entry"}}},
        .arguments = {java_string(u"a")}});
    const auto key = s.add({.callable = {.kind = JavaCallableKind::instance_method,
                                .owner = "java/util/Map$Entry",
                                .name = "getKey",
                                .descriptor = "()Ljava/lang/Object;",
                                .is_owner_interface = true},
        .arguments = {java_step(made)}});
    s.expect(key, java_string(u"a"));
    JavaSuite suite = ratio_suite({s.test()});
    suite.generic_classes.insert("java/util/Map$Entry");
    const RenderedSuite rendered = render_suite(suite);
    INFO(rendered.text);
    CHECK(rendered.text.find("        Map.Entry entry2 = new Map.Entry<String, int[]>() {\n"
                             "            @Override\n"
                             "            public String getKey() {\n"
                             "                return \"a\";\n"
                             "            }\n"
                             "\n"
                             "            @Override\n"
                             "            public int[] getValue() {\n"
                             "                return null;\n"
                             "            }\n"
                             "\n"
                             "            @Override\n"
                             "            public int[] setValue(int[] x) {\n"
                             "                return null;\n"
                             "            }\n"
                             "        };\n") != std::string::npos);
    check_proven(rendered, 5);
}

TEST_CASE("the unnamed package needs no package and no import", "[jvm]")
{
    Steps s;
    const auto a = s.make("Plain", "()V", {});
    s.expect({.kind = JavaAssertionKind::not_null, .step = a});
    JavaSuite suite = ratio_suite({s.test()});
    suite.package = "";
    suite.class_under_test = "Plain";
    const RenderedSuite rendered = render_suite(suite);
    CHECK(rendered.file_name == "RatioTest.java");
    CHECK(rendered.text ==
          "import static org.junit.jupiter.api.Assertions.assertNotNull;\n"
          "\n"
          "import org.junit.jupiter.api.Test;\n"
          "\n"
          "class RatioTest {\n"
          "    @Test\n"
          "    void createsPlain() {\n"
          "        assertNotNull(new Plain());\n"
          "    }\n"
          "}\n");
}

TEST_CASE("a number in a field of a type parameter is compared as its box", "[jvm]")
{
    Steps s;
    const auto a = s.make("Plain", "()V", {});
    s.expect({.step = a,
        .inspector = JavaCallable{.kind = JavaCallableKind::field_read,
            .owner = "Plain",
            .name = "value",
            .descriptor = "Ljava/lang/Object;"},
        .expected = java_int(5)});
    JavaSuite suite = ratio_suite({s.test()});
    suite.package = "";
    suite.class_under_test = "Plain";
    CHECK(
        render_suite(suite).text.find("assertEquals(5, new Plain().value);") != std::string::npos);
    // JUnit 4 would compare 5 with an Integer in two ways.
    suite.junit = 4;
    CHECK(render_suite(suite).text.find("assertEquals(Integer.valueOf(5), new Plain().value);") !=
          std::string::npos);
}
