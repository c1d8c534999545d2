// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/output/identifiers.hpp>

using namespace sbst;

TEST_CASE("identifiers are made of words", "[core][output][names]")
{
    CHECK(
        lower_camel("divideBy throws ArithmeticException") == "divideByThrowsArithmeticException");
    CHECK(lower_camel("access$000") == "access000");
    CHECK(lower_camel("2 ways") == "ways");
    CHECK(lower_camel("\xc3\xa9").empty());
    CHECK(decapitalize("URL") == "url");
    CHECK(decapitalize("URLName") == "urlName");
    CHECK(decapitalize("Fraction") == "fraction");
    CHECK(decapitalize("A") == "a");
    CHECK(plural("entry") == "entries");
    CHECK(plural("key") == "keys");
    CHECK(plural("box") == "boxes");
    CHECK(last_word("LinkedHashMap") == "Map");
    CHECK(last_word("SomeURL") == "SomeURL");
    CHECK(last_word("plain") == "plain");
    CHECK(last_word("").empty());
    CHECK(without_verb("getNumerator") == "numerator");
    CHECK(without_verb("gettysburg").empty());
    CHECK(without_verb("get").empty());
}

TEST_CASE("a name is numbered only when it is taken, and is no keyword", "[core][output][names]")
{
    NameTable names([](std::string_view word) { return word == "class"; });
    CHECK(names.take("fraction") == "fraction");
    CHECK(names.take("fraction") == "fraction2");
    CHECK(names.take("fraction") == "fraction3");
    CHECK(names.take("returnsMinus1") == "returnsMinus1");
    CHECK(names.take("returnsMinus1") == "returnsMinus1_2");
    CHECK(names.take("class") == "classValue");
    names.release("fraction");
    CHECK(names.take("fraction") == "fraction");
    names.reserve("sum");
    CHECK(names.take("sum") == "sum2");
    CHECK(NameTable{}.take("class") == "class");
}
