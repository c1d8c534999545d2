// SPDX-License-Identifier: Apache-2.0
// Identifiers made of words, as people would choose them, and unique in a scope. Next:
// test_name.hpp.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace sbst
{

/// `reduce throws X` to `reduceThrowsX`: letters and digits of ASCII, the first one small, no digit
/// at the beginning; may be empty.
[[nodiscard]] std::string lower_camel(std::string_view words);
[[nodiscard]] std::string upper_first(std::string text);

/// `Fraction` to `fraction`, `URL` to `url`, `URLName` to `urlName`.
[[nodiscard]] std::string decapitalize(std::string_view type_name);

/// `fraction` to `fractions`, `box` to `boxes`, `entry` to `entries`.
[[nodiscard]] std::string plural(std::string word);

/// `LinkedHashMap` to `Map`; a name that ends with a capital letter stays.
[[nodiscard]] std::string last_word(const std::string& type_name);

/// `getNumerator` to `numerator`, `toText` to `text`; empty where the name has no such verb.
[[nodiscard]] std::string without_verb(std::string_view method);

/// Names of one scope.
class NameTable
{
public:
    /// @param is_keyword words that the language keeps for itself; none without it.
    explicit NameTable(std::function<bool(std::string_view)> is_keyword = {});

    void reserve(std::string name) { m_taken.insert(std::move(name)); }
    void release(const std::string& name) { m_taken.erase(name); }
    /// The name, or the name with the least number from 2 that makes it new, after an underscore
    /// where the name ends with a digit. A keyword becomes a value: `classValue`.
    [[nodiscard]] std::string take(const std::string& wish);

private:
    std::function<bool(std::string_view)> m_is_keyword;
    std::set<std::string> m_taken;
};

}  // namespace sbst
