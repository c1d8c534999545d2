// SPDX-License-Identifier: Apache-2.0
// Texts such as people write, and the languages that they are of.
#pragma once

#include <sbst/random/rng.hpp>
#include <sbst/symbolic/regular_language.hpp>

#include <string>
#include <vector>

namespace sbst::test_support
{

/// Words, numbers, dates, addresses, and other units.
[[nodiscard]] std::u16string random_text(Rng& rng);

/// Forms of dates, addresses, integers and identifiers.
[[nodiscard]] const std::vector<symbolic::RegularLanguage>& text_languages();

}  // namespace sbst::test_support
