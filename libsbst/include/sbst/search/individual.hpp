// SPDX-License-Identifier: Apache-2.0
// Individual: a test in a population with all that the search knows about it. Next: hooks.hpp,
// batch_executor.hpp.
#pragma once

#include <sbst/problem/run_log.hpp>
#include <sbst/problem/trace.hpp>
#include <sbst/search/archive.hpp>
#include <sbst/search/score_columns.hpp>
#include <sbst/test/change.hpp>

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace sbst
{

/// A test, its changes since its parent was executed, and the results of its own execution.
template <class Test>
struct Individual
{
    static constexpr std::size_t no_parent = std::numeric_limits<std::size_t>::max();

    Test test{};
    Change change{};
    /// Index of the parent in the population that bred it; `no_parent` for a fresh test.
    std::size_t parent = no_parent;
    std::size_t length = 0;
    Trace trace{};
    /// Goals that the trace covers, and that do not count: see SureCoverage. Ascending.
    std::vector<GoalId> withheld{};
    ScoreRow scores{};
};

/// The tests of one execution batch.
template <class Test>
using Batch = std::vector<Individual<Test>>;

/// Makes an individual from a test about which nothing is known.
template <class Test>
[[nodiscard]] Individual<Test> make_fresh(Test test)
{
    Individual<Test> individual;
    individual.test = std::move(test);
    individual.change.touch(0);
    return individual;
}

/// What a search returns.
template <class Test>
struct SearchResult
{
    Archive<Test> archive{};
    RunLog log{};
    StopReason stopped_by = StopReason::all_covered;
    /// What broke; empty unless stopped_by is adapter_failed.
    std::string failure{};
};

}  // namespace sbst
