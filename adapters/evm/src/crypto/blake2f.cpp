// SPDX-License-Identifier: Apache-2.0
#include "blake2f.hpp"

#include <bit>
#include <cstring>

namespace sbst::evm
{

namespace
{

constexpr std::array<std::uint64_t, 8> initial_vector{0x6a09e667f3bcc908ULL, 0xbb67ae8584caa73bULL,
    0x3c6ef372fe94f82bULL, 0xa54ff53a5f1d36f1ULL, 0x510e527fade682d1ULL, 0x9b05688c2b3e6c1fULL,
    0x1f83d9abfb41bd6bULL, 0x5be0cd19137e2179ULL};

// clang-format off
constexpr std::array<std::array<std::uint8_t, 16>, 10> schedule{{
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}}};

/// The words of each mixing step: four columns, then four diagonals.
constexpr std::array<std::array<std::uint8_t, 4>, 8> lanes{{
    {0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15},
    {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13}, {3, 4, 9, 14}}};
// clang-format on

void mix(std::array<std::uint64_t, 16>& v, const std::array<std::uint8_t, 4>& lane, std::uint64_t x,
    std::uint64_t y) noexcept
{
    std::uint64_t& a = v[lane[0]];
    std::uint64_t& b = v[lane[1]];
    std::uint64_t& c = v[lane[2]];
    std::uint64_t& d = v[lane[3]];
    a = a + b + x;
    d = std::rotr(d ^ a, 32);
    c = c + d;
    b = std::rotr(b ^ c, 24);
    a = a + b + y;
    d = std::rotr(d ^ a, 16);
    c = c + d;
    b = std::rotr(b ^ c, 63);
}

}  // namespace

void blake2f(std::uint32_t rounds, std::array<std::uint64_t, 8>& h,
    const std::array<std::uint64_t, 16>& message, const std::array<std::uint64_t, 2>& offset,
    bool last) noexcept
{
    std::array<std::uint64_t, 16> v{};
    for (std::size_t i = 0; i < 8; ++i)
    {
        v[i] = h[i];
        v[i + 8] = initial_vector[i];
    }
    v[12] ^= offset[0];
    v[13] ^= offset[1];
    if (last)
    {
        v[14] = ~v[14];
    }
    for (std::uint32_t round = 0; round < rounds; ++round)
    {
        const auto& order = schedule[round % schedule.size()];
        for (std::size_t i = 0; i < lanes.size(); ++i)
        {
            mix(v, lanes[i], message[order[2 * i]], message[order[(2 * i) + 1]]);
        }
    }
    for (std::size_t i = 0; i < 8; ++i)
    {
        h[i] ^= v[i] ^ v[i + 8];
    }
}

bool blake2f_precompile(BytesView input, Bytes& output)
{
    if (input.size() != blake2f_input_size || input[212] > 1)
    {
        return false;
    }
    // Layout: rounds (big-endian, 4), h (64), message (128), offset (16), last (1); words are
    // little-endian.
    const std::uint32_t rounds = (std::uint32_t{input[0]} << 24U) |
                                 (std::uint32_t{input[1]} << 16U) |
                                 (std::uint32_t{input[2]} << 8U) | input[3];
    std::array<std::uint64_t, 8> h{};
    std::array<std::uint64_t, 16> message{};
    std::array<std::uint64_t, 2> offset{};
    std::memcpy(h.data(), input.data() + 4, 64);
    std::memcpy(message.data(), input.data() + 68, 128);
    std::memcpy(offset.data(), input.data() + 196, 16);
    blake2f(rounds, h, message, offset, input[212] == 1);
    output.resize(64);
    std::memcpy(output.data(), h.data(), 64);
    return true;
}

}  // namespace sbst::evm
