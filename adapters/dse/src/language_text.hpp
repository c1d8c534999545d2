// SPDX-License-Identifier: Apache-2.0
// Texts of a regular language.
#pragma once

#include <sbst/random/rng.hpp>
#include <sbst/symbolic/regular_language.hpp>

#include <optional>
#include <string>

namespace sbst::dse
{

/// A text of the language of about that number of units at most, as far as its shortest ones allow;
/// nothing for a language without a text, or without one of 10,000 units. @param rng chooses among
/// units, alternatives and turns; without it each choice is the shortest, then the first.
[[nodiscard]] std::optional<std::u16string> text_of(
    const symbolic::RegularLanguage& language, std::size_t about, Rng* rng);

}  // namespace sbst::dse
