// SPDX-License-Identifier: Apache-2.0
// For the second file: tests that show objects breaking the laws of equals, hashCode, compareTo and
// toString. They assert the observed results, so they pass until the subject is fixed. Next:
// render.hpp.
#pragma once

#include <sbst/jvm/render/java_suite.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

/// Source: the specifications of java.lang.Object and java.lang.Comparable.
enum class ObjectLaw
{
    /// `x.equals(x)`.
    equals_is_reflexive,
    /// `x.equals(y) == y.equals(x)`.
    equals_is_symmetric,
    /// `!x.equals(null)`, and no exception.
    equals_null_is_false,
    /// `x.hashCode()` is the same each time.
    hash_code_is_stable,
    /// `x.equals(y)` implies `x.hashCode() == y.hashCode()`.
    hash_code_follows_equals,
    /// `x.compareTo(y)` and `y.compareTo(x)` have opposite signs, or are both 0.
    compare_to_is_antisymmetric,
    /// `x.toString()` returns a string.
    to_string_returns
};

/// `equals is reflexive`, ...: words for a name.
[[nodiscard]] std::string_view law_words(ObjectLaw law);

/// Something that a subject was seen to do.
struct LawViolation
{
    ObjectLaw law = ObjectLaw::equals_is_reflexive;
    /// Makes the objects; calls only.
    std::vector<JavaStep> setup{};
    /// Steps of `setup` with the objects of the law; some laws use only the first.
    std::size_t object = 0;
    std::size_t other = 0;
    /// What `x.equals(y)` and `y.equals(x)` returned, as 0 or 1, or the signs of `x.compareTo(y)`
    /// and `y.compareTo(x)`; nothing for the other laws.
    int forth = 0;
    int back = 0;
    /// Internal name of the exception that came out of the first call on `object` in place of an
    /// answer; an accessible class.
    std::string thrown{};
    /// What happened, in words: `returned true and false`, `threw java.lang.NullPointerException`.
    std::string observed{};
};

/// A test that shows the violation. Precondition: in `setup` objects are results of calls.
[[nodiscard]] JavaTest law_test(const LawViolation& violation);

}  // namespace sbst::jvm
