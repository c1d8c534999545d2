// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <classfile/closed_package.hpp>
#include <string>

using namespace sbst::jvm;

TEST_CASE("is_sealed: a package's own section decides, or else the main one", "[jvm][classfile]")
{
    const std::string open = "Manifest-Version: 1.0\r\nCreated-By: a\r\n";
    CHECK_FALSE(is_sealed("", "p/"));
    CHECK_FALSE(is_sealed(open, "p/"));
    CHECK(is_sealed(open + "sealed: TRUE\r\n", "p/"));
    CHECK_FALSE(is_sealed(open + "Sealed: truly\r\n", "p/"));
    const std::string own = "\r\nName: p/\r\nSealed: true\r\n\r\nName: q/\r\nSealed: false\r\n";
    CHECK(is_sealed(open + own, "p/"));
    CHECK_FALSE(is_sealed(open + own, "p/inner/"));
    CHECK_FALSE(is_sealed(open + "Sealed: true\r\n" + own, "q/"));
    CHECK(is_sealed(open + "Sealed: true\r\n" + own, "r/"));
}

TEST_CASE("is_sealed: long lines go on in the next", "[jvm][classfile]")
{
    CHECK(is_sealed("Sea\n led: true\n", "p/"));
    CHECK(is_sealed("A: b\n\nName: long/pack\n age/\nSealed: true\n", "long/package/"));
    CHECK_FALSE(is_sealed("Uses: a;b\n Sealed: true\n", "p/"));
}
