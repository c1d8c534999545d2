// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/jvm/classfile/signature.hpp>

#include <string>

using namespace sbst::jvm;
using Kind = TypeSignature::Kind;

TEST_CASE("a generic class is taken apart", "[jvm][signature]")
{
    const auto parsed = parse_class_signature(
        "<T:Ljava/lang/Number;:Ljava/lang/Comparable<TT;>;E::Ljava/lang/Runnable;F:>"
        "Ljava/util/ArrayList<TT;>;Ljava/lang/Runnable;");
    REQUIRE(parsed);
    REQUIRE(parsed->type_parameters.size() == 3);
    CHECK(parsed->type_parameters[0].name == "T");
    REQUIRE(parsed->type_parameters[0].bounds.size() == 2);
    CHECK(parsed->type_parameters[0].bounds[1].arguments[0] ==
          TypeSignature{Kind::variable, "T", {}});
    CHECK(parsed->type_parameters[1].bounds[0].name == "java/lang/Runnable");
    CHECK(parsed->type_parameters[2].bounds.empty());
    CHECK(parsed->superclass.name == "java/util/ArrayList");
    REQUIRE(parsed->interfaces.size() == 1);
}

TEST_CASE("a generic method is taken apart", "[jvm][signature]")
{
    const auto parsed = parse_method_signature(
        "<E:Ljava/lang/Exception;>([TT;ILjava/util/Map<*-[J>.Entry<+TE;>;)V^TE;^Ljava/io/X;");
    REQUIRE(parsed);
    REQUIRE(parsed->parameters.size() == 3);
    CHECK(parsed->parameters[0] ==
          TypeSignature{Kind::array, "", {TypeSignature{Kind::variable, "T", {}}}});
    CHECK(parsed->parameters[1] == TypeSignature{Kind::primitive, "I", {}});
    const TypeSignature& entry = parsed->parameters[2];
    CHECK(entry.name == "java/util/Map$Entry");
    REQUIRE(entry.arguments.size() == 3);
    CHECK(entry.arguments[0].kind == Kind::any);
    CHECK(entry.arguments[1].kind == Kind::super);
    CHECK(entry.arguments[1].arguments[0].kind == Kind::array);
    CHECK(entry.arguments[2].kind == Kind::extends);
    CHECK(parsed->result.name == "V");
    REQUIRE(parsed->exceptions.size() == 2);
    CHECK(parsed->exceptions[1].name == "java/io/X");
}

TEST_CASE("what is no signature gives nothing", "[jvm][signature]")
{
    for (const std::string text : {"", "L", "L;", "Lp/;", "T;", "[", "Lp/A<>;", "Lp/A<TT;>", "V",
             "II", "Lp/A;;", "Lp/A.;", "Q"})
    {
        CHECK_FALSE(parse_field_signature(text));
    }
    for (const std::string text : {"", "()", "(V)V", "<>()V", "<T>()V", "()V^I", "()V^[I", "()VV"})
    {
        CHECK_FALSE(parse_method_signature(text));
    }
    for (const std::string text : {"", "I", "TT;", "<T:>", "Lp/A;I"})
    {
        CHECK_FALSE(parse_class_signature(text));
    }
}

TEST_CASE("signatures nest to a bound and no deeper", "[jvm][signature]")
{
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + "I"; };
    CHECK(parse_field_signature(nested(max_signature_depth)));
    CHECK_FALSE(parse_field_signature(nested(max_signature_depth + 1)));
    CHECK_FALSE(parse_field_signature(nested(60'000)));
    // A class nests as deep wherever it stands.
    for (const std::size_t depth : {max_signature_depth, max_signature_depth + 1})
    {
        std::string text = "*";
        for (std::size_t i = 0; i < depth; ++i)
        {
            text = "Lp/A<" + text + ">;";
        }
        const bool fits = depth == max_signature_depth;
        CHECK(parse_field_signature(text).has_value() == fits);
        CHECK(parse_class_signature(text).has_value() == fits);
        CHECK(parse_class_signature("Lp/A;" + text).has_value() == fits);
        CHECK(parse_method_signature("()" + text).has_value() == fits);
    }
}
