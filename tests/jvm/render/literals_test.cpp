// SPDX-License-Identifier: Apache-2.0
#include "render/literals.hpp"

#include "render/callables.hpp"
#include "support/catch.hpp"

#include <cstdint>
#include <string>

using namespace sbst::jvm;
using namespace sbst::jvm::detail;

namespace
{

std::string number(JavaTypeKind type, std::int64_t value)
{
    return primitive_literal(java_number(type, value));
}
std::string real(double value)
{
    return primitive_literal(java_double(value));
}

}  // namespace

TEST_CASE("whole numbers are written as people write them, with exactly their type", "[jvm]")
{
    CHECK(number(JavaTypeKind::integer, -7) == "-7");
    CHECK(number(JavaTypeKind::integer, INT32_MIN) == "Integer.MIN_VALUE");
    CHECK(number(JavaTypeKind::integer, INT32_MAX) == "Integer.MAX_VALUE");
    CHECK(number(JavaTypeKind::integer, 0x20000) == "0x20000");
    CHECK(number(JavaTypeKind::integer, 0x7ffff) == "0x7ffff");
    CHECK(number(JavaTypeKind::integer, 65535) == "65535");
    CHECK(number(JavaTypeKind::integer, 1000000) == "1000000");
    CHECK(number(JavaTypeKind::long_integer, 5) == "5L");
    CHECK(number(JavaTypeKind::long_integer, INT64_MIN) == "Long.MIN_VALUE");
    CHECK(number(JavaTypeKind::long_integer, INT64_C(1) << 40) == "0x10000000000L");
    CHECK(number(JavaTypeKind::byte, -1) == "(byte) -1");
    CHECK(number(JavaTypeKind::byte, 127) == "Byte.MAX_VALUE");
    CHECK(number(JavaTypeKind::short_integer, 12) == "(short) 12");
    CHECK(number(JavaTypeKind::boolean, 1) == "true");
    CHECK(number(JavaTypeKind::character, u'a') == "'a'");
    CHECK(number(JavaTypeKind::character, u'\'') == "'\\''");
    CHECK(number(JavaTypeKind::character, u'"') == "'\"'");
    CHECK(number(JavaTypeKind::character, 0) == "'\\u0000'");
    CHECK(number(JavaTypeKind::character, 0xd800) == "'\\ud800'");
    CHECK(number(JavaTypeKind::character, u'\n') == "'\\n'");
}

TEST_CASE("reals are written with the fewest digits that mean them", "[jvm]")
{
    CHECK(real(1) == "1.0");
    CHECK(real(-0.0) == "-0.0");
    CHECK(real(0.1) == "0.1");
    CHECK(real(1e22) == "1.0E22");
    CHECK(real(1.25e-300) == "1.25E-300");
    CHECK(real(4.9e-324) == "Double.MIN_VALUE");
    CHECK(real(1.7976931348623157e308) == "Double.MAX_VALUE");
    CHECK(primitive_literal(java_float(0.1F)) == "0.1F");
    CHECK(primitive_literal(java_float(16777216.0F)) == "16777216.0F");
    CHECK(primitive_literal(java_number(JavaTypeKind::single_float, 0x7fc00000)) == "Float.NaN");
}

TEST_CASE("strings are safe whatever is in them", "[jvm]")
{
    CHECK(string_literal(u"") == "\"\"");
    CHECK(string_literal(u"a\"b\\c\t\n") == "\"a\\\"b\\\\c\\t\\n\"");
    CHECK(string_literal(u"\u00e9\u2028") == "\"\\u00e9\\u2028\"");
    CHECK(string_literal(std::u16string{0xdc00}) == "\"\\udc00\"");
    CHECK(string_parts(u"aaaa bbbb cccc", 10) == std::vector<std::string>{"aaaa bbbb ", "cccc"});
    CHECK(string_parts(u"aaaaaaaa\u00e9", 10) == std::vector<std::string>{"aaaaaaaa", "\\u00e9"});
    CHECK(string_parts(u"\u00e9\u00e9", 1) == std::vector<std::string>{"\\u00e9", "\\u00e9"});
}

TEST_CASE("a repeated part is found when it saves something", "[jvm]")
{
    CHECK(repeated_part(std::u16string(40, u'x')) == u"x");
    CHECK(repeated_part(u"abcabcabcabcabcabcabcabcabcabcabcabc") == u"abc");
    CHECK(repeated_part(u"abab").empty());
    CHECK(repeated_part(u"abcabcabcabcabcabcabcabcabcabcabcabd").empty());
}

TEST_CASE("java: the variable of a boxed value is of its class", "[jvm][render]")
{
    const auto type_of = [](const char* descriptor) {
        return result_type({.kind = JavaCallableKind::as_object, .descriptor = descriptor});
    };
    CHECK(type_of("I") == "Ljava/lang/Integer;");
    CHECK(type_of("C") == "Ljava/lang/Character;");
    CHECK(type_of("Ljava/lang/String;") == "Ljava/lang/String;");
}
