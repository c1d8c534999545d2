// SPDX-License-Identifier: Apache-2.0
// Coverage that a test reaches at any time: what tests that are told the time or a number by chance
// must show before a goal counts. Next: batch_executor.hpp, which runs them again.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/problem/trace.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sbst
{

/// Knows of each goal whether time and chance matter to it.
///
/// A goal is sure once a test covered it on each occasion (see RunsAnew); later tests are believed.
/// A goal that a test covered on some occasions only is never believed: each test that covers it
/// runs on the others too, or does not count for it. Goals of exceptions are believed: the ids of
/// two runs need not be the same.
class SureCoverage
{
public:
    /// Runs beside the search's own.
    static constexpr std::size_t occasions = 2;

    /// Keeps a reference.
    explicit SureCoverage(const GoalGraph& goals) : m_goals(&goals) {}

    /// The sought goals that the trace of a test that is not repeatable covers, and that are not
    /// known to be sure; ascending. None: the test need not run again.
    [[nodiscard]] std::vector<GoalId> doubtful_goals(const Trace& trace) const;

    /// Takes in what is left of doubtful_goals() after the runs on all occasions.
    void settle(const std::vector<GoalId>& doubtful, const Trace& common);

    /// Leaves the goals that are known to hang on time or chance: those of a test for which no runs
    /// are left.
    void believe_unknown(std::vector<GoalId>& doubtful) const;

    /// The number of tests that may run again after that number of executions of the search: a
    /// quarter of them, and 100 from the start.
    [[nodiscard]] static std::uint64_t most_tests(std::uint64_t executions)
    {
        constexpr std::uint64_t from_start = 100;
        constexpr std::uint64_t share = 4;
        return from_start + executions / share;
    }

private:
    enum class Certainty : std::uint8_t
    {
        unknown,
        sure,
        by_chance
    };

    [[nodiscard]] Certainty of(GoalId goal) const
    {
        return goal.index() < m_certainty.size() ? m_certainty[goal.index()] : Certainty::unknown;
    }

    const GoalGraph* m_goals;
    std::vector<Certainty> m_certainty;  // by goal
};

}  // namespace sbst
