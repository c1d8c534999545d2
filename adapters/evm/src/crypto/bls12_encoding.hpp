// SPDX-License-Identifier: Apache-2.0
// Numbers and points of BLS12-381 as the precompiles 11 to 17 encode them: each number of the prime
// field in 64 bytes, the first 16 of them 0. Source: EIP-2537. Next: bls12_381.hpp.
#pragma once

#include "bls12_381.hpp"

#include <algorithm>
#include <type_traits>

namespace sbst::evm
{

/// Bytes of one element of Fp or Fp2.
template <typename Field>
inline constexpr std::size_t bls12_element_size = std::is_same_v<Field, Bls12::Fp> ? 64 : 128;

/// Reads an element of Fp or Fp2 from that number of bytes; nothing unless each number is below p.
template <typename Field>
[[nodiscard]] std::optional<Field> read_bls12_element(BytesView bytes) noexcept
{
    if constexpr (std::is_same_v<Field, Bls12::Fp>)
    {
        const auto is_zero = [](std::uint8_t byte) { return byte == 0; };
        const BytesView padding = bytes.first(16);
        if (!std::all_of(padding.begin(), padding.end(), is_zero))
        {
            return std::nullopt;
        }
        return Bls12::Fp::from_bytes(bytes.subspan<16, 48>());
    }
    else
    {
        const auto c0 = read_bls12_element<Bls12::Fp>(bytes.first(64));
        const auto c1 = read_bls12_element<Bls12::Fp>(bytes.last(64));
        return c0 && c1 ? std::optional{Field{*c0, *c1}} : std::nullopt;
    }
}

/// Reads a point of the curve or the twisted curve, of any order; zeros are infinity.
template <typename Field>
[[nodiscard]] std::optional<AffinePoint<Field>> read_bls12_point(BytesView bytes) noexcept
{
    const auto x = read_bls12_element<Field>(bytes.first(bls12_element_size<Field>));
    const auto y = read_bls12_element<Field>(bytes.last(bls12_element_size<Field>));
    if (!x || !y)
    {
        return std::nullopt;
    }
    const AffinePoint<Field> point{*x, *y};
    bool is_valid = false;
    if constexpr (std::is_same_v<Field, Bls12::Fp>)
    {
        is_valid = is_on_curve(point, Bls12::Fp::from_small(Bls12::b));
    }
    else
    {
        is_valid = is_on_curve(point, twisted_b<Bls12>());
    }
    return is_valid ? std::optional{point} : std::nullopt;
}

/// Writes a point as the whole output.
template <typename Field>
void write_bls12_point(const JacobianPoint<Field>& point, Bytes& output)
{
    const AffinePoint<Field> affine = point.to_affine();
    output.assign(2 * bls12_element_size<Field>, 0);
    std::size_t offset = 16;
    const auto write = [&](const Bls12::Fp& number) {
        number.to_bytes(std::span{output}.subspan(offset).first<48>());
        offset += 64;
    };
    for (const Field& coordinate : {affine.x, affine.y})
    {
        if constexpr (std::is_same_v<Field, Bls12::Fp>)
        {
            write(coordinate);
        }
        else
        {
            write(coordinate.c0);
            write(coordinate.c1);
        }
    }
}

}  // namespace sbst::evm
