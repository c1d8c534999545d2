// SPDX-License-Identifier: Apache-2.0
// Runs the tests of a draft again that lost calls, and writes them anew: what is asserted is what
// happens without these. Next: prove.cpp.
#pragma once

#include "suite_draft.hpp"

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/problem/stop_token.hpp>
#include <sbst/test/test_case.hpp>

#include <vector>

namespace sbst::jvm::detail
{

/// Replaces the tests that lost calls, in the draft and in the suite, by the shorter ones; they
/// keep what was repaired before. A test is dropped when it calls nothing under test any more, or
/// can not be kept for what it does now.
void rewrite_shorter(const JavaProblem& problem, std::vector<TestCase>& suite, SuiteDraft& draft,
    const StopToken& stop);

}  // namespace sbst::jvm::detail
