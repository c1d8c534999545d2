// SPDX-License-Identifier: Apache-2.0
#include "bn254_precompiles.hpp"

#include "bn254.hpp"

#include <algorithm>

namespace sbst::evm
{

namespace
{

using Field = Bn254::Fp;
using Point = AffinePoint<Field>;
using TwistPoint = AffinePoint<Fp2<Bn254>>;

std::optional<Point> read_point(std::span<const std::uint8_t, 64> bytes) noexcept
{
    const auto x = Field::from_bytes(bytes.first<32>());
    const auto y = Field::from_bytes(bytes.last<32>());
    if (!x || !y)
    {
        return std::nullopt;
    }
    const Point point{*x, *y};
    return is_on_curve(point, Field::from_small(Bn254::b)) ? std::optional{point} : std::nullopt;
}

/// Reads the imaginary part, then the real one.
std::optional<Fp2<Bn254>> read_extension(std::span<const std::uint8_t, 64> bytes) noexcept
{
    const auto imaginary = Field::from_bytes(bytes.first<32>());
    const auto real = Field::from_bytes(bytes.last<32>());
    if (!imaginary || !real)
    {
        return std::nullopt;
    }
    return Fp2<Bn254>{*real, *imaginary};
}

std::optional<TwistPoint> read_twist_point(std::span<const std::uint8_t, 128> bytes) noexcept
{
    const auto x = read_extension(bytes.first<64>());
    const auto y = read_extension(bytes.last<64>());
    if (!x || !y)
    {
        return std::nullopt;
    }
    const TwistPoint point{*x, *y};
    if (!is_on_curve(point, twisted_b<Bn254>()) ||
        !is_in_g2<Bn254>(JacobianPoint<Fp2<Bn254>>{point}))
    {
        return std::nullopt;
    }
    return point;
}

void write_point(const JacobianPoint<Field>& point, Bytes& output)
{
    const Point affine = point.to_affine();
    output.assign(64, 0);
    const std::span<std::uint8_t, 64> bytes{output.data(), 64};
    affine.x.to_bytes(bytes.first<32>());
    affine.y.to_bytes(bytes.last<32>());
}

template <std::size_t N>
std::array<std::uint8_t, N> padded(BytesView input) noexcept
{
    std::array<std::uint8_t, N> bytes{};
    std::copy_n(input.begin(), std::min(input.size(), N), bytes.begin());
    return bytes;
}

}  // namespace

bool bn254_add(BytesView input, Bytes& output)
{
    const auto bytes = padded<128>(input);
    const std::span<const std::uint8_t, 128> view{bytes};
    const auto p = read_point(view.first<64>());
    const auto q = read_point(view.last<64>());
    if (!p || !q)
    {
        return false;
    }
    write_point(JacobianPoint<Field>{*p} + JacobianPoint<Field>{*q}, output);
    return true;
}

bool bn254_multiply(BytesView input, Bytes& output)
{
    const auto bytes = padded<96>(input);
    const std::span<const std::uint8_t, 96> view{bytes};
    const auto p = read_point(view.first<64>());
    if (!p)
    {
        return false;
    }
    write_point(JacobianPoint<Field>{*p}.times(limbs_from_bytes<4>(view.last<32>())), output);
    return true;
}

bool bn254_check_pairings(BytesView input, Bytes& output)
{
    if (input.size() % bn254_pair_size != 0)
    {
        return false;
    }
    std::vector<PairingInput<Bn254>> pairs;
    pairs.reserve(input.size() / bn254_pair_size);
    for (; !input.empty(); input = input.subspan(bn254_pair_size))
    {
        const auto p = read_point(input.first<64>());
        const auto q = read_twist_point(input.subspan<64, 128>());
        if (!p || !q)
        {
            return false;
        }
        pairs.push_back({*p, *q});
    }
    output.assign(32, 0);
    output.back() = pairing_product<Bn254>(pairs) == Fp12<Bn254>::one() ? 1 : 0;
    return true;
}

}  // namespace sbst::evm
