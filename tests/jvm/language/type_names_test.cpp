// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <string>
#include <vector>

using namespace sbst::jvm;

TEST_CASE("a method descriptor is taken apart", "[jvm]")
{
    const auto parsed = parse_method_descriptor("(I[[JLp/A$B;[Lp/C;)Z");
    REQUIRE(parsed);
    CHECK(parsed->parameters == std::vector<std::string>{"I", "[[J", "Lp/A$B;", "[Lp/C;"});
    CHECK(parsed->result == "Z");
    const auto shortest = parse_method_descriptor("()V");
    REQUIRE(shortest);
    CHECK(shortest->parameters.empty());
    CHECK(shortest->result == "V");
}

TEST_CASE("texts that are not method descriptors are refused", "[jvm]")
{
    for (const std::string text :
        {"", "I", "(", "()", "(V)V", "(L;)V", "(Lp/A)V", "([)V", "(I)VV", "(I)", "(Q)V", "(I"})
    {
        CHECK_FALSE(parse_method_descriptor(text));
    }
    CHECK_FALSE(parse_method_descriptor("(" + std::string(256, '[') + "I)V"));
    CHECK(parse_method_descriptor("(" + std::string(255, '[') + "I)V"));
}

TEST_CASE("a field descriptor is recognised whole", "[jvm]")
{
    CHECK(is_field_descriptor("[Ljava/lang/String;"));
    CHECK_FALSE(is_field_descriptor("II"));
    CHECK_FALSE(is_field_descriptor("V"));
    CHECK_FALSE(is_field_descriptor(""));
}

TEST_CASE("internal and binary names are each other's inverse", "[jvm]")
{
    CHECK(binary_name("p/q/A$B") == "p.q.A$B");
    CHECK(internal_name("p.q.A$B") == "p/q/A$B");
}
