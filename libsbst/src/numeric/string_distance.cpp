// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/edit_distance.hpp>
#include <sbst/numeric/string_distance.hpp>

#include <algorithm>
#include <string>
#include <type_traits>

namespace sbst
{

namespace
{

/// A code unit as a non-negative number, even if `char` is signed.
template <class Unit>
std::uint64_t code(Unit unit)
{
    return static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<Unit>>(unit));
}

template <class Unit>
std::uint64_t code_difference(Unit a, Unit b)
{
    return std::max(code(a), code(b)) - std::min(code(a), code(b));
}

/// x / (x + 1) in units of 2^-64, rounded down.
std::uint64_t normalised_fraction(std::uint64_t x)
{
    return static_cast<std::uint64_t>((Uint128{x} << 64U) / (Uint128{x} + 1));
}

/// Both directions of a predicate that holds exactly when `distance` is 0.
BranchDistance zero_when_true(const Distance& distance, const KorelOptions& options)
{
    return {distance, is_zero(distance) ? Distance{options.k} : Distance::zero()};
}

template <class Unit>
std::basic_string<Unit> to_lower(CodeUnits<Unit> text)
{
    std::basic_string<Unit> result{text};
    for (Unit& unit : result)
    {
        if (code(unit) >= 'A' && code(unit) <= 'Z')
        {
            unit = static_cast<Unit>(code(unit) + ('a' - 'A'));
        }
    }
    return result;
}

}  // namespace

template <class Unit>
Distance aligned_distance(CodeUnits<Unit> s, CodeUnits<Unit> t)
{
    const std::size_t common = std::min(s.size(), t.size());
    Distance result{U256{std::max(s.size(), t.size()) - common}};
    for (std::size_t i = 0; i < common; ++i)
    {
        if (s[i] != t[i])
        {
            result = result + Distance{U256{}, normalised_fraction(code_difference(s[i], t[i]))};
        }
    }
    return result;
}

template <class Unit>
std::size_t edit_distance(CodeUnits<Unit> s, CodeUnits<Unit> t)
{
    return count_edits(s, t, Swap::two_edits);
}

template <class Unit>
BranchDistance compare_strings(
    Relation relation, CodeUnits<Unit> s, CodeUnits<Unit> t, const KorelOptions& options)
{
    if (relation == Relation::eq)
    {
        return zero_when_true(aligned_distance(s, t), options);
    }
    if (relation == Relation::ne)
    {
        return logical_not(zero_when_true(aligned_distance(s, t), options));
    }
    const std::size_t common = std::min(s.size(), t.size());
    for (std::size_t i = 0; i < common; ++i)
    {
        if (s[i] != t[i])
        {
            return compare_unsigned(relation, U256{code(s[i])}, U256{code(t[i])}, options);
        }
    }
    // One string is a prefix of the other: lengths decide, and the step is K whatever the length of
    // the rest.
    const int order = s.size() == t.size() ? 0 : (s.size() < t.size() ? -1 : 1);
    const bool holds =
        (relation == Relation::lt && order < 0) || (relation == Relation::le && order <= 0) ||
        (relation == Relation::gt && order > 0) || (relation == Relation::ge && order >= 0);
    return flag_distance(holds, options);
}

template <class Unit>
BranchDistance equals_ignoring_case_distance(
    CodeUnits<Unit> s, CodeUnits<Unit> t, const KorelOptions& options)
{
    const std::basic_string<Unit> lower_s = to_lower(s);
    const std::basic_string<Unit> lower_t = to_lower(t);
    return compare_strings(
        Relation::eq, CodeUnits<Unit>{lower_s}, CodeUnits<Unit>{lower_t}, options);
}

template <class Unit>
BranchDistance starts_with_distance(
    CodeUnits<Unit> s, CodeUnits<Unit> prefix, std::size_t offset, const KorelOptions& options)
{
    if (offset > s.size())
    {
        return {Distance::infinite(), Distance::zero()};
    }
    return zero_when_true(aligned_distance(s.substr(offset, prefix.size()), prefix), options);
}

template <class Unit>
BranchDistance ends_with_distance(
    CodeUnits<Unit> s, CodeUnits<Unit> suffix, const KorelOptions& options)
{
    const std::size_t common = std::min(s.size(), suffix.size());
    return zero_when_true(aligned_distance(s.substr(s.size() - common), suffix), options);
}

template <class Unit>
BranchDistance contains_distance(
    CodeUnits<Unit> s, CodeUnits<Unit> part, const KorelOptions& options)
{
    Distance least = aligned_distance(s.substr(0, part.size()), part);
    for (std::size_t i = 1; i + part.size() <= s.size() && !is_zero(least); ++i)
    {
        least = std::min(least, aligned_distance(s.substr(i, part.size()), part));
    }
    return zero_when_true(least, options);
}

template <class Unit>
BranchDistance is_empty_distance(CodeUnits<Unit> s, const KorelOptions& options)
{
    return zero_when_true(Distance{U256{s.size()}}, options);
}

// NOLINTBEGIN(bugprone-macro-parentheses): types and parameters cannot stand in parentheses
#define SBST_INSTANTIATE(UNIT)                                               \
    template Distance aligned_distance(CodeUnits<UNIT>, CodeUnits<UNIT>);    \
    template std::size_t edit_distance(CodeUnits<UNIT>, CodeUnits<UNIT>);    \
    template BranchDistance compare_strings(                                 \
        Relation, CodeUnits<UNIT>, CodeUnits<UNIT>, const KorelOptions&);    \
    template BranchDistance equals_ignoring_case_distance(                   \
        CodeUnits<UNIT>, CodeUnits<UNIT>, const KorelOptions&);              \
    template BranchDistance starts_with_distance(                            \
        CodeUnits<UNIT>, CodeUnits<UNIT>, std::size_t, const KorelOptions&); \
    template BranchDistance ends_with_distance(                              \
        CodeUnits<UNIT>, CodeUnits<UNIT>, const KorelOptions&);              \
    template BranchDistance contains_distance(                               \
        CodeUnits<UNIT>, CodeUnits<UNIT>, const KorelOptions&);              \
    template BranchDistance is_empty_distance(CodeUnits<UNIT>, const KorelOptions&)
// NOLINTEND(bugprone-macro-parentheses)

SBST_INSTANTIATE(char);
SBST_INSTANTIATE(char16_t);
#undef SBST_INSTANTIATE

}  // namespace sbst
