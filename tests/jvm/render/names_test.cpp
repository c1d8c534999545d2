// SPDX-License-Identifier: Apache-2.0
#include "language/names.hpp"

#include "render/test_writer.hpp"
#include "render/type_namer.hpp"
#include "support/catch.hpp"

#include <sbst/output/identifiers.hpp>

using namespace sbst::jvm;
using namespace sbst::jvm::detail;

TEST_CASE("a keyword is no name", "[jvm]")
{
    sbst::NameTable names(is_java_keyword);
    CHECK(names.take("class") == "classValue");
    CHECK(is_java_keyword("yield"));
    CHECK_FALSE(is_java_keyword("yields"));
}

TEST_CASE("source names follow dollars that stand between names", "[jvm]")
{
    CHECK(default_source_name("p/q/A$B$C") == "p.q.A.B.C");
    CHECK(default_source_name("p/$A") == "p.$A");
    CHECK(default_source_name("p/A$") == "p.A$");
    CHECK(default_source_name("p/A$$B") == "p.A$$B");
    CHECK(default_source_name("A$B") == "A.B");
}

TEST_CASE("who has the simple name is who stands nearest to the subject", "[jvm]")
{
    const JavaSuite suite{
        .package = "p", .class_name = "ListTest", .class_under_test = "p/Subject"};
    TypeNamer types(suite);
    const std::vector<std::string> all{"p/Subject", "java/util/List", "java/awt/List", "p/Date",
        "java/util/Date", "java/lang/String", "org/ListTest", "java/util/Map$Entry", "q/Test"};
    for (const std::string& name : all)
    {
        (void)types.of_class(name);
    }
    types.settle();
    CHECK(types.of_class("p/Subject") == "Subject");
    // By name of the package when nothing else decides.
    CHECK(types.of_class("java/awt/List") == "List");
    CHECK(types.of_class("java/util/List") == "java.util.List");
    CHECK(types.of_class("p/Date") == "Date");
    CHECK(types.of_class("java/util/Date") == "java.util.Date");
    CHECK(types.of_class("org/ListTest") == "org.ListTest");
    CHECK(types.of_class("q/Test") == "q.Test");
    CHECK(types.of_descriptor("[[Ljava/util/Map$Entry;") == "Map.Entry[][]");
    CHECK(types.of_descriptor("[J") == "long[]");
    CHECK(types.imports() == std::vector<std::string>{"java.awt.List", "java.util.Map"});
}

TEST_CASE("a comment holds no escape, however many backslashes stand before a u", "[jvm]")
{
    CHECK(comment_text("\\u000a") == "\\\\u000a");
    CHECK(comment_text("\\\\u000a") == "\\\\u000a");
    CHECK(comment_text("\\\\\\u000a") == "\\\\\\\\u000a");
    CHECK(comment_text("a\nb\x1b") == "a b ");
    CHECK(comment_text("Gr\u00f6\u00dfe \U0001F600\x7f") ==
          "Gr\\u00f6\\u00dfe \\ud83d\\ude00\\u007f");
    CHECK(comment_text("u \\d") == "u \\d");
}

TEST_CASE("a comment that is broken between backslashes holds no escape either", "[jvm][property]")
{
    for (std::size_t before = 60; before < 120; ++before)
    {
        for (std::size_t count = 1; count < 6; ++count)
        {
            LineWriter lines;
            write_comment(lines,
                {std::string(before, 'x') + std::string(count, '\\') + "u000a" +
                    std::string(80, 'y')},
                1);
            const std::string text = lines.text();
            std::size_t backslashes = 0;
            for (const char letter : text)
            {
                CHECK((letter != 'u' || backslashes % 2 == 0));
                backslashes = letter == '\\' ? backslashes + 1 : 0;
            }
        }
    }
}

TEST_CASE("a comment is not broken within an escape", "[jvm][property]")
{
    for (std::size_t before = 60; before < 120; ++before)
    {
        std::string line(before, 'x');
        for (int i = 0; i < 40; ++i)
        {
            line += i % 3 == 0 ? "\\\u00f6" : "\u00f6";
        }
        LineWriter lines;
        write_comment(lines, {line}, 1);
        const std::string text = lines.text();
        std::size_t backslashes = 0;
        for (std::size_t i = 0; i < text.size(); ++i)
        {
            if (text[i] == 'u' && backslashes % 2 == 1)
            {
                CHECK(text.substr(i, 5) == "u00f6");
            }
            backslashes = text[i] == '\\' ? backslashes + 1 : 0;
        }
    }
}

TEST_CASE("names that class files may hold and sources may not are known", "[jvm]")
{
    for (const char* name : {"total", "_a", "$", "a1", "record", "yield",
             "gr\xc3\xb6\xc3\x9f"
             "e"})
    {
        CHECK(is_identifier(name));
    }
    for (const char* name : {"", "1a", "a-b", "a b", "a\nb", "a(", "class", "a;", "<init>"})
    {
        CHECK_FALSE(is_identifier(name));
    }
}
