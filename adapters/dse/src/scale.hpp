// SPDX-License-Identifier: Apache-2.0
// The values that a variable may have: in their order as positions, the nearest one to a wish, and
// random ones.
#pragma once

#include <sbst/random/rng.hpp>
#include <sbst/symbolic/evaluation.hpp>

#include <optional>
#include <vector>

namespace sbst::dse
{

/// Equality that tells 0 from -0, and takes NaN as equal to itself.
[[nodiscard]] bool is_same(const symbolic::Datum& a, const symbolic::Datum& b);

/// The value of the variable's domain that is nearest to a wish of its sort: numbers at their
/// bounds, strings cut or filled up, floats rounded to their precision.
[[nodiscard]] symbolic::Datum fitted(const symbolic::Variable& variable, symbolic::Datum wish);

/// A value of the domain: words below the bound of a random bit or within 1,000 of 0, numbers of
/// all sizes, strings of at most 20 units, most of them printable.
[[nodiscard]] symbolic::Datum random_datum(const symbolic::Variable& variable, Rng& rng);

/// The values of a variable that is no string, in their order, at the positions 0 to last().
class Scale
{
public:
    explicit Scale(const symbolic::Variable& variable);

    [[nodiscard]] const U256& last() const { return m_last; }
    [[nodiscard]] symbolic::Datum value_at(const U256& position) const;
    /// The place of a value of the domain; NaN is where 0 is.
    [[nodiscard]] U256 position_of(const symbolic::Datum& value) const;
    /// The position after a step; the end of the scale if the step is longer, nothing at the end
    /// itself. Where every word is allowed, the scale is a circle.
    [[nodiscard]] std::optional<U256> moved(
        const U256& position, const U256& step, bool upwards) const;

private:
    symbolic::SortKind m_kind;
    unsigned m_width;
    bool m_is_circle = false;
    U256 m_least{};
    U256 m_last{};
    std::vector<U256> m_members;
};

}  // namespace sbst::dse
