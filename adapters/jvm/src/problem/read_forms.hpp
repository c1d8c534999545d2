// SPDX-License-Identifier: Apache-2.0
// What methods of the JDK do with the texts that they are given. Next: text_seeds.cpp.
#pragma once

#include <sbst/jvm/analysis/class_facts.hpp>
#include <sbst/seeding/text_forms.hpp>

#include <optional>

namespace sbst::jvm::detail
{

/// The form that a called method reads.
[[nodiscard]] std::optional<TextForm> form_of(const MemberKey& called);
/// Tells whether a method looks for an entry by its key.
[[nodiscard]] bool takes_key(const MemberKey& called);
/// Tells whether a method looks at the halves of pairs in UTF-16.
[[nodiscard]] bool looks_at_surrogates(const MemberKey& called);
[[nodiscard]] bool takes_expression(const MemberKey& called);
/// Tells whether a method looks for a class by its name.
[[nodiscard]] bool takes_class_name(const MemberKey& called);
/// Tells whether a method may look for a constant of an enum, its owner, by its name.
[[nodiscard]] bool takes_constant_name(const MemberKey& called);
/// Tells whether a method divides a text at separators.
[[nodiscard]] bool splits(const MemberKey& called);
/// Tells whether a method takes the pattern of a date.
[[nodiscard]] bool takes_date_pattern(const MemberKey& called);

}  // namespace sbst::jvm::detail
