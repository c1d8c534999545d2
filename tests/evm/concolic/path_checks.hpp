// SPDX-License-Identifier: Apache-2.0
// Checks what a run recorded of its path against the literals that it had.
#pragma once

#include <sbst/problem/trace.hpp>
#include <sbst/symbolic/path.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sbst::evm
{

/// What the paths of some tests showed.
struct PathChecks
{
    std::size_t tests = 0;
    std::size_t conditions = 0;
    std::size_t granted = 0;
    /// Decisions that were known only as numbers.
    std::size_t numbers = 0;
    std::array<std::uint64_t, static_cast<std::size_t>(symbolic::Concretised::count_)>
        concretised{};
    /// Conditions that are not what they were in the run, as text.
    std::vector<std::string> wrong;
};

/// Evaluates every condition of the trace under the literals of its test.
inline void check_path(const Trace& trace, const std::string& test, PathChecks& checks)
{
    ++checks.tests;
    if (trace.symbolic == nullptr)
    {
        return;
    }
    const symbolic::SymbolicRun& run = *trace.symbolic;
    std::vector<symbolic::ExpressionId> roots;
    for (const PathCondition& condition : trace.path.entries())
    {
        if (condition.condition.is_valid())
        {
            roots.push_back(condition.condition);
        }
    }
    symbolic::Evaluator evaluator(run.graph, roots);
    evaluator.evaluate(run.literals);
    for (const PathCondition& condition : trace.path.entries())
    {
        if (!condition.condition.is_valid())
        {
            checks.numbers += condition.is_decision ? 1 : 0;
            continue;
        }
        ++(condition.is_decision ? checks.conditions : checks.granted);
        if (evaluator.is_true(condition.condition) != condition.outcome)
        {
            checks.wrong.push_back("call " + std::to_string(condition.call) + ", " +
                                   (condition.outcome ? "true" : "false") + ": " +
                                   run.graph.to_text(condition.condition, 60) + "\n" + test);
        }
    }
    for (std::size_t i = 0; i < checks.concretised.size(); ++i)
    {
        checks.concretised[i] += run.concretised[i];
    }
}

}  // namespace sbst::evm
