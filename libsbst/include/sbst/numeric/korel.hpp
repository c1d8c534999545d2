// SPDX-License-Identifier: Apache-2.0
// Branch distances of relational and logical predicates: what an adapter computes at each branch.
// Next: string_distance.hpp for strings, normalise.hpp for sums of distances.
#pragma once

#include <sbst/numeric/distance.hpp>
#include <sbst/numeric/u256.hpp>

#include <cstdint>
#include <span>

namespace sbst
{

enum class Relation : std::uint8_t
{
    eq,
    ne,
    lt,
    le,
    gt,
    ge
};

/// What holds where a relation does not.
[[nodiscard]] constexpr Relation contrary(Relation relation)
{
    switch (relation)
    {
        case Relation::eq:
            return Relation::ne;
        case Relation::ne:
            return Relation::eq;
        case Relation::lt:
            return Relation::ge;
        case Relation::le:
            return Relation::gt;
        case Relation::gt:
            return Relation::le;
        default:
            return Relation::lt;
    }
}

/// How far one evaluation was from each outcome. Exactly one of the two is 0: the outcome taken.
struct BranchDistance
{
    Distance to_true;
    Distance to_false;

    [[nodiscard]] constexpr bool is_true() const { return is_zero(to_true); }
    friend constexpr bool operator==(const BranchDistance&, const BranchDistance&) = default;
};

/// Options for the points where authors differ.
struct KorelOptions
{
    /// The constant K, added where the operands alone would give distance 0; positive.
    U256 k{1};
    /// Adds K to every ordering that does not hold (EvoSuite), even where the distance is positive
    /// without it, instead of only to strict orderings (the textbook).
    bool adds_k_to_every_ordering = false;
};

/// @throws ConfigError when K is 0: equal operands would then be at distance 0 from both outcomes.
void validate(const KorelOptions& options);

// Distances of `a RELATION b`. With d = |a - b|, a relation that does not hold has the distance d
// for ==, K for !=, d + K for < and >, and d for <= and >= (EvoSuite: d + K). Saturates at
// `Distance::infinite()`. Source: Korel, TSE 1990, table of branch functions; Tracey et al., ASE
// 1998; McMinn, STVR 2004.

/// Compares words as unsigned integers in [0, 2^256).
[[nodiscard]] BranchDistance compare_unsigned(
    Relation relation, const U256& a, const U256& b, const KorelOptions& options = {});

/// Compares words as two's complement integers of 256 bits (narrower ones: sign-extended).
[[nodiscard]] BranchDistance compare_signed(
    Relation relation, const U256& a, const U256& b, const KorelOptions& options = {});

/// Compares machine integers; differences beyond 2^63 are exact.
[[nodiscard]] BranchDistance compare_integers(
    Relation relation, std::int64_t a, std::int64_t b, const KorelOptions& options = {});

/// Compares floating-point numbers. Every relation except != is false for NaN, with an infinite
/// distance to true.
[[nodiscard]] BranchDistance compare_numbers(
    Relation relation, double a, double b, const KorelOptions& options = {});

/// Compares flags as the integers 0 and 1.
[[nodiscard]] BranchDistance compare_flags(
    Relation relation, bool a, bool b, const KorelOptions& options = {});

/// A single flag: K from the other outcome. Also for null checks, instanceof and call success.
[[nodiscard]] BranchDistance flag_distance(bool flag, const KorelOptions& options = {});

/// A word taken as a condition (true unless 0): K from true, its own value from false.
[[nodiscard]] BranchDistance word_distance(const U256& word, const KorelOptions& options = {});

/// Membership of x among unsigned words: the least distance to an element, infinite when there is
/// none; K from outside.
[[nodiscard]] BranchDistance member_distance(
    const U256& x, std::span<const U256> elements, const KorelOptions& options = {});

// Logical composition. Both operands were evaluated; sums saturate.

/// !p
[[nodiscard]] BranchDistance logical_not(const BranchDistance& p);
/// p && q: the sum for true, the smaller distance for false.
[[nodiscard]] BranchDistance logical_and(const BranchDistance& p, const BranchDistance& q);
/// p || q: the smaller distance for true, the sum for false.
[[nodiscard]] BranchDistance logical_or(const BranchDistance& p, const BranchDistance& q);
/// p != q of conditions.
[[nodiscard]] BranchDistance logical_xor(const BranchDistance& p, const BranchDistance& q);
/// !p || q
[[nodiscard]] BranchDistance logical_implies(const BranchDistance& p, const BranchDistance& q);

}  // namespace sbst
