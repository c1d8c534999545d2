// SPDX-License-Identifier: Apache-2.0
// Random values and regular languages, drawn from a generator of numbers or from the bytes of a
// fuzzer.
#pragma once

#include <sbst/random/rng.hpp>
#include <sbst/symbolic/evaluation.hpp>

#include <cstddef>
#include <functional>
#include <string>

namespace sbst::test_support
{

/// Draws from [0, count); `count` is at least 1.
using Choose = std::function<std::size_t(std::size_t count)>;

/// Draws from the generator, which must outlive the result.
[[nodiscard]] inline Choose choices_of(Rng& rng)
{
    return [&rng](std::size_t count) { return rng.index(count); };
}

/// All bits of a width.
[[nodiscard]] U256 mask_of(unsigned width);

/// Small and great numbers, powers of two, masks and noise.
[[nodiscard]] U256 draw_word(const Choose& choose, unsigned width);

/// A value of a sort other than an array.
[[nodiscard]] symbolic::Datum draw_constant(const Choose& choose, const symbolic::Sort& sort);

/// A text of a, b and c, digits and signs.
[[nodiscard]] std::u16string draw_text(const Choose& choose, std::size_t greatest_length);

/// A language over a, b and c, repetitions of at most 4 and without end; well-formed.
[[nodiscard]] symbolic::RegularLanguage draw_language(const Choose& choose, std::size_t depth);

/// Tells whether two values are one: the same bits of numbers, but for NaN, which is one value.
[[nodiscard]] bool are_same(const symbolic::Datum& left, const symbolic::Datum& right);

}  // namespace sbst::test_support
