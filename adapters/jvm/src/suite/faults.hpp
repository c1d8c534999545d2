// SPDX-License-Identifier: Apache-2.0
// Exceptions that look like faults of the subject, and the shortest tests that show them.
#pragma once

#include <sbst/jvm/problem/java_problem.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

namespace sbst::jvm::detail
{

/// What an `assert` throws whose condition does not hold.
inline constexpr std::string_view assertion_error = "java.lang.AssertionError";

/// Tells whether it is thrown by instructions (and the JDK) for operands that the code does not
/// expect, or says that the subject contradicts itself.
/// @param exception a binary name.
[[nodiscard]] bool is_fault(std::string_view exception);

/// Faults that are looked at, at most.
inline constexpr std::size_t max_faults = 24;

/// Appends, for each fault that a search met and no test of the suite ends with, the first test
/// that met it, without the calls that it does not need. A stop leaves out the rest.
void add_faults(JavaProblem& problem, std::vector<TestCase>& suite, const StopToken& stop);

}  // namespace sbst::jvm::detail
