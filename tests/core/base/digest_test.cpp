// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/base/digest.hpp>
#include <sbst/error.hpp>

#include <string_view>

using namespace sbst;

TEST_CASE("sha256_hex: known values", "[core][digest]")
{
    // FIPS 180-2, appendix B.1, and the empty message.
    CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_CASE("Hasher: parts are hashed as the whole is", "[core][digest]")
{
    Hasher hasher;
    hasher.add("a");
    hasher.add(std::string_view());
    hasher.add("bc");
    CHECK(hasher.finish_hex() == sha256_hex("abc"));
}

TEST_CASE("Hasher: another algorithm, and one that is not offered", "[core][digest]")
{
    // Dobbertin, Bosselaers, Preneel, RIPEMD-160: the empty message.
    Hasher hasher(EVP_ripemd160(), "RIPEMD-160");
    CHECK(hasher.finish_hex() == "9c1185a5c5e9fc54612808977ee8f548b2258d31");
    CHECK_THROWS_WITH(
        Hasher(nullptr, "ROT-13"), Catch::Equals("the cryptographic library offers no ROT-13"));
}
