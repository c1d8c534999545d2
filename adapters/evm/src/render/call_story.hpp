// SPDX-License-Identifier: Apache-2.0
// One call of a test in words. Next: executed_tests.cpp.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/output/executed_suite.hpp>

#include <string>
#include <vector>

namespace sbst::evm
{

/// One call of a test as it went.
struct DescribedCall
{
    CallTarget::Kind kind = CallTarget::Kind::function;
    std::string name;
    /// One name per decoded argument.
    std::vector<std::string> parameters;
    CallRecord record;
};

/// Tells the call and what came of it.
[[nodiscard]] CallStory story_of(const DescribedCall& call);

}  // namespace sbst::evm
