// SPDX-License-Identifier: Apache-2.0
// A test of the search without some of its calls. Next: ../suite/shorter_tests.hpp, which runs it
// again.
#pragma once

#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <set>
#include <vector>

namespace sbst::jvm::detail
{

struct FewerCalls
{
    TestCase test;
    /// By call: the call of the longer test that it was.
    std::vector<std::size_t> calls;
};

/// Leaves out these calls and those that use their results, directly or not. Arguments that repeat
/// one of a call that goes stay as they were.
[[nodiscard]] FewerCalls without_calls(const TestCase& test, const std::set<std::size_t>& lost);

}  // namespace sbst::jvm::detail
