// SPDX-License-Identifier: Apache-2.0
// Range: a wrapped interval of 256-bit words, which holds unsigned and small signed values alike.
// Next: expression.hpp.
#pragma once

#include <sbst/numeric/u256.hpp>

#include <cstdint>
#include <optional>

namespace sbst::evm::analysis
{

/// The words lo, lo + 1, ..., hi modulo 2^256; lo > hi wraps around through 0.
///
/// Never empty; the full range is always written [0, 2^256 - 1].
/// Source: Navas et al., Signedness-Agnostic Program Analysis (APLAS 2012), sections 3 and 4.
struct Range
{
    U256 lo{};
    U256 hi = U256::max();

    [[nodiscard]] static Range exactly(const U256& value) { return {value, value}; }
    [[nodiscard]] static Range boolean() { return {U256{}, U256{1}}; }
    [[nodiscard]] static Range of(bool value) { return exactly(U256{value ? 1U : 0U}); }
    [[nodiscard]] static Range at_most(const U256& value) { return {U256{}, value}; }
    /// [lo, hi]; the full range is normalised.
    [[nodiscard]] static Range between(const U256& lo, const U256& hi);

    [[nodiscard]] bool is_full() const { return is_zero(lo) && hi == U256::max(); }
    [[nodiscard]] bool is_exact() const { return lo == hi; }
    [[nodiscard]] bool contains(const U256& value) const { return value - lo <= hi - lo; }
    [[nodiscard]] bool contains(const Range& other) const;
    [[nodiscard]] bool is_zero_only() const { return is_zero(lo) && is_zero(hi); }
    [[nodiscard]] bool excludes_zero() const { return !contains(U256{}); }

    [[nodiscard]] U256 unsigned_min() const { return lo <= hi ? lo : U256{}; }
    [[nodiscard]] U256 unsigned_max() const { return lo <= hi ? hi : U256::max(); }
    [[nodiscard]] U256 signed_min() const;
    [[nodiscard]] U256 signed_max() const;

    friend bool operator==(const Range&, const Range&) = default;
};

/// Smallest range that holds both.
[[nodiscard]] Range hull(const Range& a, const Range& b);
/// A range that holds the common words of both; nothing when they are disjoint.
[[nodiscard]] std::optional<Range> meet(const Range& a, const Range& b);
/// Removes one value if it is an end of the range; nothing when nothing remains.
[[nodiscard]] std::optional<Range> without(const Range& range, const U256& value);

/// Tell whether the operation cannot leave 256 bits for any operands of the ranges.
[[nodiscard]] bool add_fits_signed(const Range& a, const Range& b);
[[nodiscard]] bool sub_fits_signed(const Range& a, const Range& b);
[[nodiscard]] bool mul_fits_unsigned(const Range& a, const Range& b);
[[nodiscard]] bool mul_fits_signed(const Range& a, const Range& b);

/// Range of an EVM operation on operands in the order of the stack (first = top); full for unknown
/// operations. Operations of one operand ignore `b`.
[[nodiscard]] Range apply(std::uint16_t opcode, const Range& a, const Range& b);

/// Exact result of an operation of one or two operands; nothing for operations that are not
/// arithmetic.
[[nodiscard]] std::optional<U256> fold(std::uint16_t opcode, const U256& a, const U256& b);

}  // namespace sbst::evm::analysis
