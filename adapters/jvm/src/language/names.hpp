// SPDX-License-Identifier: Apache-2.0
// Identifiers that are legal, unique and natural.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace sbst::jvm::detail
{

/// Tells whether the word cannot be an identifier; includes literals and contextual keywords.
[[nodiscard]] bool is_java_keyword(std::string_view word);
/// Tells whether Java's grammar accepts the name; for letters beyond ASCII the compiler is
/// stricter.
[[nodiscard]] bool is_identifier(std::string_view word);

/// `reduce throws X` to `reduceThrowsX`: ASCII letters and digits, first letter in lower case, no
/// leading digit; may be empty.
[[nodiscard]] std::string lower_camel(std::string_view words);
[[nodiscard]] std::string upper_first(std::string text);

/// `Fraction` to `fraction`, `URL` to `url`, `URLName` to `urlName`.
[[nodiscard]] std::string decapitalize(std::string_view type_name);

/// `fraction` to `fractions`, `box` to `boxes`, `entry` to `entries`.
[[nodiscard]] std::string plural(std::string word);

/// Names of one scope.
class NameTable
{
public:
    void reserve(std::string name) { m_taken.insert(std::move(name)); }
    void release(const std::string& name) { m_taken.erase(name); }
    /// The name, or the name with the least number from 2 that makes it new. A keyword becomes a
    /// value: `classValue`.
    [[nodiscard]] std::string take(const std::string& wish);

private:
    std::set<std::string> m_taken;
};

}  // namespace sbst::jvm::detail
