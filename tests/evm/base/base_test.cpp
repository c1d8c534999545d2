// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/evm/base/address.hpp>
#include <sbst/evm/base/bytes.hpp>
#include <sbst/evm/base/keccak.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

using namespace sbst;
using namespace sbst::evm;

namespace
{

std::string hash_text(const Bytes& data)
{
    return to_hex(keccak256(data));
}

}  // namespace

TEST_CASE("keccak256: known hashes are reproduced", "[evm][base][golden]")
{
    CHECK(hash_text({}) == "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
    CHECK(hash_text({'a', 'b', 'c'}) ==
          "0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45");
    CHECK(hash_text(Bytes(64, 0)) ==
          "0xad3228b676f7d3cd4284a5443f17f1962b36e491b30a40b2405849e597ba5fb5");
    const std::string signature = "transfer(address,uint256)";
    CHECK(hash_text(Bytes(signature.begin(), signature.end())).substr(0, 10) == "0xa9059cbb");
}

TEST_CASE("keccak256: lengths around the block size give distinct hashes", "[evm][base][golden]")
{
    // Folds the hashes of 0 to 300 bytes; the value was computed with an independent
    // implementation.
    U256 folded;
    for (std::size_t size = 0; size <= 300; ++size)
    {
        folded ^= keccak256_word(Bytes(size, 0x5a));
    }
    CHECK(folded.to_hex() == "0xec7aecd0bb0a93670228a8c9173659c42699b24df6b330e298100adfc5536a03");
}

TEST_CASE("hex: text and bytes convert both ways and junk is refused", "[evm][base][unit]")
{
    CHECK(to_hex(Bytes{0x00, 0xaf}) == "0x00af");
    CHECK(parse_hex("0x00Af") == Bytes{0x00, 0xaf});
    CHECK(parse_hex("") == Bytes{});
    CHECK_FALSE(parse_hex("0x0").has_value());
    CHECK_FALSE(parse_hex("zz").has_value());
    CHECK_FALSE(parse_hex("0x0g").has_value());
}

TEST_CASE("Address: words, texts and the checksum of EIP-55", "[evm][base][golden]")
{
    for (const char* text :
        {"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
            "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
            "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb"})
    {
        CHECK(Address::parse(text).value().to_checksum_hex() == text);
    }
    CHECK(Address::from_word(U256::max()).to_word() == U256::power_of_two(160) - 1);
    CHECK_FALSE(Address::parse("0x1234").has_value());
    CHECK(Address::from_word(U256{1}) < Address::from_word(U256{2}));
    CHECK(hash_value(Address::from_word(U256{1})) != hash_value(Address::from_word(U256{2})));
}

TEST_CASE("create_address: nonces of every length", "[evm][base][golden]")
{
    const Address sender = Address::parse("0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0").value();
    CHECK(create_address(sender, 0).to_hex() == "0xcd234a471b72ba2f1ccf0a70fcaba648a5eecd8d");
    CHECK(create_address(sender, 1).to_hex() == "0x343c43a37d37dff08ae8c4a11544c718abb4fcf8");
    CHECK(create_address(sender, 2).to_hex() == "0xf778b86fa74e846c4f0a1fbd1335fe81c00a0c91");
    CHECK(create_address(sender, 127) != create_address(sender, 128));
    CHECK(create_address(sender, 255) != create_address(sender, 256));
    CHECK(create_address(sender, ~std::uint64_t{0}) != create_address(sender, 0));
}

TEST_CASE("create2_address: the examples of EIP-1014", "[evm][base][golden]")
{
    const auto derive = [](const char* sender, const U256& salt, const Bytes& code) {
        return create2_address(Address::parse(sender).value(), salt, keccak256(code))
            .to_checksum_hex();
    };
    CHECK(derive("0x0000000000000000000000000000000000000000", 0, {0x00}) ==
          "0x4D1A2e2bB4F88F0250f26Ffff098B0b30B26BF38");
    CHECK(derive("0xdeadbeef00000000000000000000000000000000", 0, {0x00}) ==
          "0xB928f69Bb1D91Cd65274e3c79d8986362984fDA3");
    CHECK(derive("0x0000000000000000000000000000000000000000", 0, {}) ==
          "0xE33C0C7F7df4809055C3ebA6c09CFe4BaF1BD9e0");
}
