// SPDX-License-Identifier: Apache-2.0
// Which words are identifiers of Java.
#pragma once

#include <string_view>

namespace sbst::jvm::detail
{

/// Tells whether the word cannot be an identifier; includes literals and contextual keywords.
[[nodiscard]] bool is_java_keyword(std::string_view word);
/// Tells whether Java's grammar accepts the name; for letters beyond ASCII the compiler is
/// stricter.
[[nodiscard]] bool is_identifier(std::string_view word);
/// The same for the simple name of a type, which `record` cannot be (JLS 3.9, TypeIdentifier).
[[nodiscard]] bool is_type_identifier(std::string_view word);
/// Tells whether a source can name the package `p/q`; the unnamed one has no name and needs none.
[[nodiscard]] bool is_package_name(std::string_view internal_name);

}  // namespace sbst::jvm::detail
