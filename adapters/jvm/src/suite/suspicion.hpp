// SPDX-License-Identifier: Apache-2.0
// Whether what a test ended with says something of the subject, or only of what the test passed.
// Next: observed_test.hpp, which sets the former apart.
#pragma once

#include <sbst/jvm/exec/run_detail.hpp>
#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/test/test_case.hpp>

#include <string_view>
#include <vector>

namespace sbst::jvm::detail
{

/// Tells whether the code announces the exception as a `throw` does: it lets the JDK check a value,
/// by `Objects.requireNonNull` or `checkIndex`, or by `Math.addExact` and its like.
[[nodiscard]] bool is_announced(const ThrownDetail& thrown);

/// Tells whether the test asked for the exception: it passed null to the call that threw it, or, of
/// a NullPointerException, to what made or changed its receiver or arguments; or, of a
/// ClassCastException, types were not checked on the way (the call is generic, or something that it
/// needs took a raw type); or an object of the JDK threw it that the test made of numbers, such as
/// `new ByteArrayInputStream(bytes, -205, 111)`, which is not checked before something reads it,
/// however that is wrapped.
/// @param results of the calls before the one that threw.
[[nodiscard]] bool is_asked_for(const JavaProblem& problem, const TestCase& test,
    const std::vector<JavaResult>& results, const ThrownDetail& thrown);

}  // namespace sbst::jvm::detail
