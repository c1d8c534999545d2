// SPDX-License-Identifier: Apache-2.0
// Texts that match regular expressions of the subject's code. Next: text_forms.hpp.
#pragma once

#include <sbst/random/rng.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sbst
{

/// Texts that match a whole regular expression, in UTF-8; distinct, at most `count`. Empty if the
/// expression is malformed, too large (1,000 parts, 50 levels), or matches the empty text only.
///
/// Knows the syntax that Perl and its heirs share, and the forms of managed platforms: classes with
/// ranges, negation and union, predefined and POSIX classes, groups, alternatives, quantifiers
/// (greedy, reluctant, possessive), references to groups, quotes, flags, anchors. Look-around,
/// flags, intersections of classes, and word boundaries are read but not obeyed, so that a text may
/// fail to match because of them. Open repetitions get at most three turns beyond their least;
/// texts end after 200 characters. Same draws for the same expression. Source: ours.
[[nodiscard]] std::vector<std::string> matching_texts(
    std::string_view expression, std::size_t count, Rng& rng);

}  // namespace sbst
