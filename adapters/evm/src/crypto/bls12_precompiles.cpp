// SPDX-License-Identifier: Apache-2.0
#include "bls12_precompiles.hpp"

#include "bls12_encoding.hpp"
#include "bls12_map.hpp"

#include <algorithm>

namespace sbst::evm
{

namespace
{

using Fp = Bls12::Fp;
using Extension = Fp2<Bls12>;

constexpr std::size_t scalar_size = 32;

bool is_in_group(const AffinePoint<Fp>& p) noexcept
{
    return is_in_g1(JacobianPoint<Fp>{p});
}

bool is_in_group(const AffinePoint<Extension>& q) noexcept
{
    return is_in_g2<Bls12>(JacobianPoint<Extension>{q});
}

/// Reads a point of the right order.
template <typename Field>
std::optional<AffinePoint<Field>> read_member(BytesView bytes) noexcept
{
    const auto point = read_bls12_point<Field>(bytes);
    return point && is_in_group(*point) ? point : std::nullopt;
}

template <typename Field>
bool add(BytesView input, Bytes& output)
{
    constexpr std::size_t size = 2 * bls12_element_size<Field>;
    if (input.size() != 2 * size)
    {
        return false;
    }
    const auto p = read_bls12_point<Field>(input.first(size));
    const auto q = read_bls12_point<Field>(input.last(size));
    if (!p || !q)
    {
        return false;
    }
    write_bls12_point(JacobianPoint<Field>{*p} + JacobianPoint<Field>{*q}, output);
    return true;
}

template <typename Field>
bool sum_multiples(BytesView input, Bytes& output)
{
    constexpr std::size_t size = 2 * bls12_element_size<Field>;
    if (input.empty() || input.size() % (size + scalar_size) != 0)
    {
        return false;
    }
    JacobianPoint<Field> sum;
    for (; !input.empty(); input = input.subspan(size + scalar_size))
    {
        const auto point = read_member<Field>(input.first(size));
        if (!point)
        {
            return false;
        }
        const auto factor = limbs_from_bytes<4>(input.subspan<size, scalar_size>());
        sum = sum + JacobianPoint<Field>{*point}.times(factor);
    }
    write_bls12_point(sum, output);
    return true;
}

/// The price of each of 1, 2, 3, ... multiples in thousandths of the full price.
using Discounts = std::array<std::uint16_t, 128>;

// clang-format off
constexpr Discounts g1_discounts{
    1000, 949, 848, 797, 764, 750, 738, 728, 719, 712, 705, 698, 692, 687, 682, 677,
    673, 669, 665, 661, 658, 654, 651, 648, 645, 642, 640, 637, 635, 632, 630, 627,
    625, 623, 621, 619, 617, 615, 613, 611, 609, 608, 606, 604, 603, 601, 599, 598,
    596, 595, 593, 592, 591, 589, 588, 586, 585, 584, 582, 581, 580, 579, 577, 576,
    575, 574, 573, 572, 570, 569, 568, 567, 566, 565, 564, 563, 562, 561, 560, 559,
    558, 557, 556, 555, 554, 553, 552, 551, 550, 549, 548, 547, 547, 546, 545, 544,
    543, 542, 541, 540, 540, 539, 538, 537, 536, 536, 535, 534, 533, 532, 532, 531,
    530, 529, 528, 528, 527, 526, 525, 525, 524, 523, 522, 522, 521, 520, 520, 519};

constexpr Discounts g2_discounts{
    1000, 1000, 923, 884, 855, 832, 812, 796, 782, 770, 759, 749, 740, 732, 724, 717,
    711, 704, 699, 693, 688, 683, 679, 674, 670, 666, 663, 659, 655, 652, 649, 646,
    643, 640, 637, 634, 632, 629, 627, 624, 622, 620, 618, 615, 613, 611, 609, 607,
    606, 604, 602, 600, 598, 597, 595, 593, 592, 590, 589, 587, 586, 584, 583, 582,
    580, 579, 578, 576, 575, 574, 573, 571, 570, 569, 568, 567, 566, 565, 563, 562,
    561, 560, 559, 558, 557, 556, 555, 554, 553, 552, 552, 551, 550, 549, 548, 547,
    546, 545, 545, 544, 543, 542, 541, 541, 540, 539, 538, 537, 537, 536, 535, 535,
    534, 533, 532, 532, 531, 530, 530, 529, 528, 528, 527, 526, 526, 525, 524, 524};
// clang-format on

std::uint64_t sum_gas(std::size_t count, std::uint64_t full, const Discounts& discounts) noexcept
{
    if (count == 0)
    {
        return 0;
    }
    return count * full * discounts[std::min(count, discounts.size()) - 1] / 1000;
}

}  // namespace

bool bls12_g1_add(BytesView input, Bytes& output)
{
    return add<Fp>(input, output);
}

bool bls12_g2_add(BytesView input, Bytes& output)
{
    return add<Extension>(input, output);
}

bool bls12_g1_sum_multiples(BytesView input, Bytes& output)
{
    return sum_multiples<Fp>(input, output);
}

bool bls12_g2_sum_multiples(BytesView input, Bytes& output)
{
    return sum_multiples<Extension>(input, output);
}

bool bls12_check_pairings(BytesView input, Bytes& output)
{
    if (input.empty() || input.size() % bls12_pair_size != 0)
    {
        return false;
    }
    std::vector<PairingInput<Bls12>> pairs;
    pairs.reserve(input.size() / bls12_pair_size);
    for (; !input.empty(); input = input.subspan(bls12_pair_size))
    {
        const auto p = read_member<Fp>(input.first(bls12_g1_size));
        const auto q = read_member<Extension>(input.subspan(bls12_g1_size, bls12_g2_size));
        if (!p || !q)
        {
            return false;
        }
        pairs.push_back({*p, *q});
    }
    output.assign(32, 0);
    output.back() = pairing_product<Bls12>(pairs) == Fp12<Bls12>::one() ? 1 : 0;
    return true;
}

bool bls12_map_to_g1(BytesView input, Bytes& output)
{
    if (input.size() != bls12_element_size<Fp>)
    {
        return false;
    }
    const auto number = read_bls12_element<Fp>(input);
    if (!number)
    {
        return false;
    }
    write_bls12_point(map_to_g1(*number), output);
    return true;
}

bool bls12_map_to_g2(BytesView input, Bytes& output)
{
    if (input.size() != bls12_element_size<Extension>)
    {
        return false;
    }
    const auto number = read_bls12_element<Extension>(input);
    if (!number)
    {
        return false;
    }
    write_bls12_point(map_to_g2(*number), output);
    return true;
}

std::uint64_t bls12_g1_sum_gas(BytesView input) noexcept
{
    return sum_gas(input.size() / (bls12_g1_size + scalar_size), 12'000, g1_discounts);
}

std::uint64_t bls12_g2_sum_gas(BytesView input) noexcept
{
    return sum_gas(input.size() / (bls12_g2_size + scalar_size), 22'500, g2_discounts);
}

}  // namespace sbst::evm
