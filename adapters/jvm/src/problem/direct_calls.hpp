// SPDX-License-Identifier: Apache-2.0
// What counts as a call of the test itself, for direct branches.
#pragma once

#include <sbst/criteria/coverage.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/problem/trace.hpp>

#include <vector>

namespace sbst::jvm::detail
{

/// Methods that tests cannot call: whatever calls them, the test does so as directly as anything
/// can, so that a direct branch of a private method is its branch.
class DirectCalls
{
public:
    DirectCalls() = default;
    /// Without direct branches in the set there is nothing to do.
    DirectCalls(const ClassGoals& goals, const CriteriaChoice& wanted);

    /// Makes what these methods did direct.
    void complete(Trace& trace) const;

private:
    // By predicate and by method; empty = nothing to do.
    std::vector<bool> m_closed_predicates;
    std::vector<bool> m_closed_methods;
};

}  // namespace sbst::jvm::detail
