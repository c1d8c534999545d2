// SPDX-License-Identifier: Apache-2.0
// The 20-byte account address, its texts, and the addresses of new contracts. Next:
// ../exec/transaction.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>
#include <sbst/evm/base/keccak.hpp>
#include <sbst/numeric/u256.hpp>

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sbst::evm
{

/// Names an account; big-endian bytes, ordered as numbers.
struct Address
{
    std::array<std::uint8_t, 20> bytes{};

    /// Takes the low 160 bits of a word.
    [[nodiscard]] static Address from_word(const U256& word) noexcept;

    /// Reads 40 hexadecimal digits, with or without `0x`, of any case; nothing for other texts.
    [[nodiscard]] static std::optional<Address> parse(std::string_view text);

    /// Returns the address as a word, high bits zero.
    [[nodiscard]] U256 to_word() const noexcept;

    /// Writes `0x` and 40 lower-case digits.
    [[nodiscard]] std::string to_hex() const;

    /// Writes `0x` and 40 digits whose case is a checksum. Source: EIP-55.
    [[nodiscard]] std::string to_checksum_hex() const;

    friend bool operator==(const Address&, const Address&) noexcept = default;
    friend auto operator<=>(const Address&, const Address&) noexcept = default;
};

/// Mixes the bytes into one word, the same on every machine of one byte order.
[[nodiscard]] inline std::uint64_t hash_value(const Address& address) noexcept
{
    std::uint64_t low = 0;
    std::uint64_t middle = 0;
    std::uint32_t high = 0;
    std::memcpy(&high, address.bytes.data(), 4);
    std::memcpy(&middle, address.bytes.data() + 4, 8);
    std::memcpy(&low, address.bytes.data() + 12, 8);
    std::uint64_t h = (low ^ (std::uint64_t{high} << 17U)) * 0x9e3779b97f4a7c15ULL;
    h = (h ^ (h >> 32U) ^ middle) * 0xbf58476d1ce4e5b9ULL;
    return h ^ (h >> 29U);
}

/// Returns the address of a contract created by CREATE or a transaction: the hash of the RLP list
/// [sender, nonce].
[[nodiscard]] Address create_address(const Address& sender, std::uint64_t nonce);

/// Returns the address of a contract created by CREATE2. Source: EIP-1014.
[[nodiscard]] Address create2_address(
    const Address& sender, const U256& salt, const Hash256& init_code_hash);

inline Address Address::from_word(const U256& word) noexcept
{
    Address address;
    const auto all = word.to_be_bytes();
    std::memcpy(address.bytes.data(), all.data() + 12, 20);
    return address;
}

inline U256 Address::to_word() const noexcept
{
    std::uint64_t low = 0;
    std::uint64_t middle = 0;
    std::uint32_t high = 0;
    std::memcpy(&high, bytes.data(), 4);
    std::memcpy(&middle, bytes.data() + 4, 8);
    std::memcpy(&low, bytes.data() + 12, 8);
    return U256{__builtin_bswap64(low), __builtin_bswap64(middle), __builtin_bswap32(high), 0};
}

}  // namespace sbst::evm

/// Hashes for lookup tables; iteration order of such tables must never matter.
template <>
struct std::hash<sbst::evm::Address>
{
    std::size_t operator()(const sbst::evm::Address& address) const noexcept
    {
        return sbst::evm::hash_value(address);
    }
};
