// SPDX-License-Identifier: Apache-2.0
// Hashes for tables whose keys a contract chooses: with secret keys drawn once per process, so that
// no code can make its slots or accounts collide. No result depends on them: such tables are only
// used for lookup, or read in the order of their ids.
#pragma once

#include <sbst/evm/base/address.hpp>
#include <sbst/numeric/u256.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <random>

namespace sbst::evm
{

using HashKeys = std::array<std::uint64_t, 6>;

inline const HashKeys& hash_keys()
{
    static const HashKeys keys = [] {
        std::random_device device;
        HashKeys drawn{};
        for (std::uint64_t& key : drawn)
        {
            key = (std::uint64_t{device()} << 32U) | device();
        }
        return drawn;
    }();
    return keys;
}

/// Multiplies and folds both halves of the product.
inline std::uint64_t fold(std::uint64_t a, std::uint64_t b) noexcept
{
    const Uint128 product = Uint128{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

/// Hashes a slot's key together with its owner.
inline std::uint64_t keyed_hash(const U256& x, std::uint32_t owner)
{
    const HashKeys& keys = hash_keys();
    const std::uint64_t low = fold(x.limbs[0] ^ keys[0], x.limbs[1] ^ keys[1]);
    const std::uint64_t high = fold(x.limbs[2] ^ keys[2], x.limbs[3] ^ keys[3]);
    return fold(low ^ keys[4], high ^ keys[5] ^ owner);
}

inline std::uint64_t keyed_hash(const Address& address)
{
    std::uint64_t low = 0;
    std::uint64_t middle = 0;
    std::uint32_t high = 0;
    std::memcpy(&high, address.bytes.data(), sizeof high);
    std::memcpy(&middle, address.bytes.data() + 4, sizeof middle);
    std::memcpy(&low, address.bytes.data() + 12, sizeof low);
    const HashKeys& keys = hash_keys();
    return fold(fold(low ^ keys[0], middle ^ keys[1]) ^ keys[4], high ^ keys[5]);
}

}  // namespace sbst::evm
