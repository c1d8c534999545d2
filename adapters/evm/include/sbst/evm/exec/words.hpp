// SPDX-License-Identifier: Apache-2.0
// Operations on stack words for the interpreter's loop, beside the arithmetic. Next:
// search_trace.hpp.
#pragma once

#include <sbst/numeric/u256.hpp>

#include <cstddef>
#include <cstdint>

namespace sbst::evm
{

/// Copies limb by limb. In a block copy the compiler would use wide loads right after narrow
/// stores, and such loads wait for the stores.
[[gnu::always_inline]] inline void assign(U256& to, const U256& from) noexcept
{
    to.limbs[0] = from.limbs[0];
    to.limbs[1] = from.limbs[1];
    to.limbs[2] = from.limbs[2];
    to.limbs[3] = from.limbs[3];
}

/// Returns |a - b| of unsigned values without a branch, for operands whose order is unpredictable.
[[nodiscard, gnu::always_inline]] inline U256 distance_between(
    const U256& a, const U256& b) noexcept
{
    unsigned char borrow = 0;
    U256 d;
    for (std::size_t i = 0; i < 4; ++i)
    {
        d.limbs[i] = sbst::detail::sub_borrow(a.limbs[i], b.limbs[i], borrow);
    }
    // A borrow means that d is a - b + 2^256; negate it in two's complement: flip, then add one.
    const std::uint64_t flip = std::uint64_t{0} - borrow;
    return (d ^ U256{flip, flip, flip, flip}) + U256{borrow};
}

}  // namespace sbst::evm
