// SPDX-License-Identifier: Apache-2.0
// The second file: tests of what a subject did against the contracts that every Java class has.
// They say what should be, so they fail until the subject is mended. Next: render.hpp.
#pragma once

#include <sbst/jvm/render/java_suite.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

/// Source: the specifications of java.lang.Object and java.lang.Comparable.
enum class JavaContract
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
    to_string_returns,
    /// A call ended with an unchecked exception that it does not declare, although no argument of
    /// it was null.
    exception_is_declared
};

/// `equals is reflexive`, ...: words for a name.
[[nodiscard]] std::string_view contract_words(JavaContract contract);

/// Something that a subject was seen to do.
struct ContractViolation
{
    JavaContract contract = JavaContract::exception_is_declared;
    /// Makes the objects; calls only. For exception_is_declared the last one is the call that
    /// throws, and expects nothing.
    std::vector<JavaStep> setup{};
    /// Steps of `setup` whose results the contract is about; for some contracts only the first.
    std::size_t object = 0;
    std::size_t other = 0;
    /// What happened instead: `returned true`, `threw java.lang.NullPointerException`.
    std::string observed{};
};

/// The suite with one test for each violation in place of its tests. Tests of undeclared exceptions
/// are disabled, since only people know whether those are meant; the reason says what was seen.
/// Precondition: in `setup` objects are results of calls.
[[nodiscard]] JavaSuite contract_suite(
    JavaSuite suite, const std::vector<ContractViolation>& violations);

}  // namespace sbst::jvm
