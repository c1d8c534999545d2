// SPDX-License-Identifier: Apache-2.0
// Moves of stack words that a loop over instructions needs beside the arithmetic. Read next:
// search_trace.hpp.
#pragma once

#include <sbst/numeric/u256.hpp>

#include <cstddef>
#include <cstdint>

namespace sbst::evm
{

/// Copies limb by limb. As a block, the compiler would read with wide loads what narrow stores
/// wrote just before, and such loads wait for the stores.
[[gnu::always_inline]] inline void assign(U256& to, const U256& from) noexcept
{
    to.limbs[0] = from.limbs[0];
    to.limbs[1] = from.limbs[1];
    to.limbs[2] = from.limbs[2];
    to.limbs[3] = from.limbs[3];
}

/// Returns |a - b| of unsigned values without a branch, for operands whose order nobody can
/// foretell.
[[nodiscard, gnu::always_inline]] inline U256 distance_between(
    const U256& a, const U256& b) noexcept
{
    unsigned char borrow = 0;
    U256 d;
    for (std::size_t i = 0; i < 4; ++i)
    {
        d.limbs[i] = sbst::detail::sub_borrow(a.limbs[i], b.limbs[i], borrow);
    }
    // A borrow says that d is a - b + 2^256, which two's complement negates: flip, then add one.
    const std::uint64_t flip = std::uint64_t{0} - borrow;
    return (d ^ U256{flip, flip, flip, flip}) + U256{borrow};
}

}  // namespace sbst::evm
