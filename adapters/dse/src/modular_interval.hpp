// SPDX-License-Identifier: Apache-2.0
// The first multiple of a number that lies in an interval, modulo a power of two.
#pragma once

#include <sbst/numeric/u256.hpp>

#include <optional>

namespace sbst::dse
{

/// The least x for which factor * x modulo 2^width is from `first` to `last`; nothing if there is
/// none. An interval with first > last wraps around. @param width 1 to 256; the others are below
/// 2^width.
///
/// Takes steps like Euclid's algorithm: the interval between two multiples of the factor is the
/// same question modulo the factor.
[[nodiscard]] std::optional<U256> first_multiple_between(
    const U256& factor, unsigned width, const U256& first, const U256& last);

}  // namespace sbst::dse
