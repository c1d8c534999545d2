// SPDX-License-Identifier: Apache-2.0
#include <sbst/numeric/keccak.hpp>

#include <bit>
#include <cstddef>
#include <cstring>

namespace sbst
{

namespace
{

using State = std::array<std::uint64_t, 25>;  // lane (x, y) at x + 5y

constexpr std::size_t rate = 136;  // bytes absorbed by one permutation

constexpr std::array<std::uint64_t, 24> round_constants{0x0000000000000001ULL,
    0x0000000000008082ULL, 0x800000000000808aULL, 0x8000000080008000ULL, 0x000000000000808bULL,
    0x0000000080000001ULL, 0x8000000080008081ULL, 0x8000000000008009ULL, 0x000000000000008aULL,
    0x0000000000000088ULL, 0x0000000080008009ULL, 0x000000008000000aULL, 0x000000008000808bULL,
    0x800000000000008bULL, 0x8000000000008089ULL, 0x8000000000008003ULL, 0x8000000000008002ULL,
    0x8000000000000080ULL, 0x000000000000800aULL, 0x800000008000000aULL, 0x8000000080008081ULL,
    0x8000000000008080ULL, 0x0000000080000001ULL, 0x8000000080008008ULL};

constexpr std::array<int, 25> rotations{
    0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14};

using Plane = std::array<std::uint64_t, 5>;

/// Computes lane (x, y) after theta, rho and pi: it comes from lane (x + 3y, x).
template <std::size_t x, std::size_t y>
[[gnu::always_inline]] inline std::uint64_t moved(const State& a, const Plane& d) noexcept
{
    constexpr std::size_t from = (x + (3 * y)) % 5;
    constexpr std::size_t lane = from + (5 * x);
    return std::rotl(a[lane] ^ d[from], rotations[lane]);
}

/// Computes one row of the next state: the moved lanes, then chi.
template <std::size_t y>
[[gnu::always_inline]] inline void row(const State& a, const Plane& d, State& out) noexcept
{
    const std::uint64_t b0 = moved<0, y>(a, d);
    const std::uint64_t b1 = moved<1, y>(a, d);
    const std::uint64_t b2 = moved<2, y>(a, d);
    const std::uint64_t b3 = moved<3, y>(a, d);
    const std::uint64_t b4 = moved<4, y>(a, d);
    out[(5 * y) + 0] = b0 ^ (~b1 & b2);
    out[(5 * y) + 1] = b1 ^ (~b2 & b3);
    out[(5 * y) + 2] = b2 ^ (~b3 & b4);
    out[(5 * y) + 3] = b3 ^ (~b4 & b0);
    out[(5 * y) + 4] = b4 ^ (~b0 & b1);
}

[[gnu::always_inline]] inline void round(
    const State& a, State& out, std::uint64_t constant) noexcept
{
    const std::uint64_t c0 = a[0] ^ a[5] ^ a[10] ^ a[15] ^ a[20];
    const std::uint64_t c1 = a[1] ^ a[6] ^ a[11] ^ a[16] ^ a[21];
    const std::uint64_t c2 = a[2] ^ a[7] ^ a[12] ^ a[17] ^ a[22];
    const std::uint64_t c3 = a[3] ^ a[8] ^ a[13] ^ a[18] ^ a[23];
    const std::uint64_t c4 = a[4] ^ a[9] ^ a[14] ^ a[19] ^ a[24];
    const Plane d{c4 ^ std::rotl(c1, 1), c0 ^ std::rotl(c2, 1), c1 ^ std::rotl(c3, 1),
        c2 ^ std::rotl(c4, 1), c3 ^ std::rotl(c0, 1)};
    row<0>(a, d, out);
    row<1>(a, d, out);
    row<2>(a, d, out);
    row<3>(a, d, out);
    row<4>(a, d, out);
    out[0] ^= constant;
}

/// Permutes with two rounds per iteration, so that no lane is copied in between.
[[gnu::always_inline]] inline void permute_rounds(State& state) noexcept
{
    State a = state;
    State b{};
    for (std::size_t i = 0; i < round_constants.size(); i += 2)
    {
        round(a, b, round_constants[i]);
        round(b, a, round_constants[i + 1]);
    }
    state = a;
}

void permute_portable(State& state) noexcept
{
    permute_rounds(state);
}

#if defined(__x86_64__)
/// The same with and-not and three-operand rotations, a fifth faster if the processor has them.
[[gnu::target("bmi,bmi2")]] void permute_bmi(State& state) noexcept
{
    permute_rounds(state);
}
#endif

void permute(State& state) noexcept
{
#if defined(__x86_64__)
    if (static_cast<bool>(__builtin_cpu_supports("bmi2")))
    {
        permute_bmi(state);
        return;
    }
#endif
    permute_portable(state);
}

/// Xors the bytes to the state from its first lane on; at most a block of them.
void absorb(State& state, std::span<const std::uint8_t> bytes) noexcept
{
    std::size_t i = 0;
    for (; i < bytes.size() / 8; ++i)
    {
        std::uint64_t lane = 0;
        std::memcpy(&lane, bytes.data() + (8 * i), 8);
        state[i] ^= lane;  // lanes are little-endian, as this machine is
    }
    for (std::size_t byte = 8 * i; byte < bytes.size(); ++byte)
    {
        state[i] ^= std::uint64_t{bytes[byte]} << (8 * (byte % 8));
    }
}

}  // namespace

static_assert(std::endian::native == std::endian::little, "lanes are copied as they lie in memory");

std::array<std::uint8_t, 32> keccak_256(std::span<const std::uint8_t> data) noexcept
{
    State state{};
    while (data.size() >= rate)
    {
        absorb(state, data.first(rate));
        permute(state);
        data = data.subspan(rate);
    }
    absorb(state, data);
    state[data.size() / 8] ^= std::uint64_t{1} << (8 * (data.size() % 8));
    state[(rate / 8) - 1] ^= std::uint64_t{0x80} << 56U;
    permute(state);
    std::array<std::uint8_t, 32> hash{};
    std::memcpy(hash.data(), state.data(), hash.size());
    return hash;
}

}  // namespace sbst
