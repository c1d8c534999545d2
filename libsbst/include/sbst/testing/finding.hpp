// SPDX-License-Identifier: Apache-2.0
// Findings: the results of the conformance suite for an adapter. Next: conformance.hpp.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/problem/trace.hpp>
#include <sbst/testing/trace_facts.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sbst
{

/// One rule that every adapter keeps.
enum class ConformanceCheck
{
    /// Same seed, same requests: same tests, same traces, same goals, same text.
    same_seed_same_bytes,
    /// Operators leave tests without a defect (find_defect).
    tests_are_well_formed,
    /// A Change is empty exactly when nothing changed, and names no call after the first
    /// changed one.
    change_is_exact,
    /// Execution does not change the requested tests.
    execution_keeps_tests,
    /// Old contents of a trace are cleared.
    traces_are_cleared,
    /// Running a test again gives the same result.
    execution_is_repeatable,
    /// Running tests in another order gives the same results.
    order_does_not_matter,
    /// Running tests one by one gives the same results, including goals found at run time.
    batches_do_not_matter,
    /// What is recorded does not change what is covered.
    record_does_not_matter,
    /// One outcome per call; a call that threw names the exception.
    outcomes_are_complete,
    /// Ids are valid, appear at most once, and only for things that were touched.
    ids_are_sound,
    /// Distance 0 exactly in the directions that were taken, and for results that were returned.
    distance_zero_is_taken,
    /// A fired stop token prevents runs, which the traces show; without one every test is run.
    stop_token_is_honoured,
    /// Text is not empty and the same for equal tests.
    rendering_is_stable,
    /// Goals are only added; labels are unique; ids are valid.
    goals_are_append_only,
    /// Types and callables are only added.
    surface_is_append_only,
    /// No goal that was proved infeasible is covered.
    infeasible_is_uncovered,
    /// With several workers everything is as with one; see check_workers().
    workers_do_not_matter
};

/// The name of a check as messages use it: `same-seed-same-bytes`, ...
[[nodiscard]] std::string_view to_string(ConformanceCheck check);

/// One broken rule.
struct Finding
{
    ConformanceCheck check = ConformanceCheck::same_seed_same_bytes;
    /// The finding in words, with the test that shows it: at most 20 lines.
    std::string message;
    /// Length of that test; findings with the shortest tests are kept.
    std::size_t test_length = 0;
};

namespace detail
{

/// The findings to report: the checks in their order, for each the `most_a_check` findings with the
/// shortest tests, without duplicates.
[[nodiscard]] std::vector<Finding> kept_findings(
    const std::vector<Finding>& findings, std::size_t most_a_check);

/// Checks one trace by itself; `length` is the test's number of calls.
void check_trace(const Trace& trace, const GoalGraph& graph, std::size_t length,
    const ToldTest& test, std::vector<Finding>& findings);
/// Checks a graph by itself.
void check_graph(const GoalGraph& graph, std::vector<Finding>& findings);
/// Checks that the goals of `before` are the first goals of `after`, except for new dependencies
/// and proofs.
void check_growth(const Facts& before, const Facts& after, std::vector<Finding>& findings);
/// The same for types and callables.
void check_surface_growth(const Facts& before, const Facts& after, std::vector<Finding>& findings);
/// Checks that the trace covers nothing infeasible.
void check_infeasible(const GoalGraph& graph, const Trace& trace, const ToldTest& test,
    std::vector<Finding>& findings);
/// Fills a trace with contents that no run produces.
void make_dirty(Trace& trace);

}  // namespace detail

}  // namespace sbst
