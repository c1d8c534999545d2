// SPDX-License-Identifier: Apache-2.0
#include "keccak.hpp"

#include <array>
#include <bit>
#include <cstddef>

namespace sbst::symbolic
{

namespace
{

using KeccakState = std::array<std::uint64_t, 25>;  // lane (x, y) at x + 5y

constexpr std::size_t keccak_rate = 136;  // bytes that one permutation takes

constexpr std::array<std::uint64_t, 24> iota_constants{0x0000000000000001ULL, 0x0000000000008082ULL,
    0x800000000000808aULL, 0x8000000080008000ULL, 0x000000000000808bULL, 0x0000000080000001ULL,
    0x8000000080008081ULL, 0x8000000000008009ULL, 0x000000000000008aULL, 0x0000000000000088ULL,
    0x0000000080008009ULL, 0x000000008000000aULL, 0x000000008000808bULL, 0x800000000000008bULL,
    0x8000000000008089ULL, 0x8000000000008003ULL, 0x8000000000008002ULL, 0x8000000000000080ULL,
    0x000000000000800aULL, 0x800000008000000aULL, 0x8000000080008081ULL, 0x8000000000008080ULL,
    0x0000000080000001ULL, 0x8000000080008008ULL};

void mix_columns(KeccakState& lanes)
{
    std::array<std::uint64_t, 5> parity{};
    for (std::size_t i = 0; i < lanes.size(); ++i)
    {
        parity[i % 5] ^= lanes[i];
    }
    for (std::size_t i = 0; i < lanes.size(); ++i)
    {
        const std::size_t x = i % 5;
        lanes[i] ^= parity[(x + 4) % 5] ^ std::rotl(parity[(x + 1) % 5], 1);
    }
}

/// Steps rho and pi: each lane but the first moves to the place of the next one and turns.
void move_lanes(KeccakState& lanes)
{
    std::size_t x = 1;
    std::size_t y = 0;
    std::uint64_t moving = lanes[1];
    for (int step = 1; step <= 24; ++step)
    {
        const std::size_t next_y = (2 * x + 3 * y) % 5;
        x = y;
        y = next_y;
        const std::uint64_t turned = std::rotl(moving, (step * (step + 1) / 2) % 64);
        moving = lanes[x + 5 * y];
        lanes[x + 5 * y] = turned;
    }
}

void mix_rows(KeccakState& lanes)
{
    for (std::size_t row = 0; row < lanes.size(); row += 5)
    {
        std::array<std::uint64_t, 5> before{};
        for (std::size_t x = 0; x < 5; ++x)
        {
            before[x] = lanes[row + x];
        }
        for (std::size_t x = 0; x < 5; ++x)
        {
            lanes[row + x] = before[x] ^ (~before[(x + 1) % 5] & before[(x + 2) % 5]);
        }
    }
}

void permute_keccak(KeccakState& lanes)
{
    for (const std::uint64_t constant : iota_constants)
    {
        mix_columns(lanes);
        move_lanes(lanes);
        mix_rows(lanes);
        lanes[0] ^= constant;
    }
}

}  // namespace

U256 keccak_256(std::span<const std::uint8_t> bytes)
{
    KeccakState lanes{};
    // Lanes are little endian.
    const auto put = [&lanes](std::size_t place, std::uint8_t byte) {
        lanes[place / 8] ^= std::uint64_t{byte} << (8 * (place % 8));
    };
    std::size_t place = 0;
    for (const std::uint8_t byte : bytes)
    {
        put(place, byte);
        if (++place == keccak_rate)
        {
            permute_keccak(lanes);
            place = 0;
        }
    }
    put(place, 0x01);
    put(keccak_rate - 1, 0x80);
    permute_keccak(lanes);

    std::array<std::uint8_t, word_bytes> digest{};
    for (std::size_t i = 0; i < digest.size(); ++i)
    {
        digest[i] = static_cast<std::uint8_t>(lanes[i / 8] >> (8 * (i % 8)));
    }
    return U256::from_be_bytes(digest);
}

}  // namespace sbst::symbolic
