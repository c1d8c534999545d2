// SPDX-License-Identifier: Apache-2.0
// A suite on its way to being proven: tests that can be repaired or dropped one by one. Next:
// prove.cpp, which does that.
#pragma once

#include "../repair/test_repair.hpp"
#include "object_laws.hpp"
#include "observed_test.hpp"

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/render/java_suite.hpp>
#include <sbst/jvm/suite/generate.hpp>
#include <sbst/run/run.hpp>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm::detail
{

class MutationScoring;

struct DraftTest
{
    JavaTest test;
    /// Index in RunResult::suite.
    std::size_t origin = 0;
    bool is_suspicious = false;
    /// For a test that shows a broken law; the test is worthless without its assertions.
    std::optional<ObjectLawRow> law{};
    RepairState repair{};
    /// Static fields that had no value before the test, and have one after it.
    std::set<StaticField> filled_fields{};
    /// Calls whose statements went because no repair made them compile: the test is to be made
    /// anew without them.
    std::set<std::size_t> lost_calls{};
};

struct SuiteDraft
{
    std::vector<DraftTest> tests;
    /// Those that will not be proven any more.
    std::vector<DraftTest> unproven;
    struct Dropped
    {
        std::size_t origin = 0;
        std::string reason;
    };
    std::vector<Dropped> dropped;
    std::size_t dropped_assertions = 0;
    /// Added because they kill mutants.
    std::size_t killing_assertions = 0;
    /// Origins of tests that lost calls: what was known of their goals is true no more.
    std::set<std::size_t> shortened;
    /// By origin, see OccasionAnswers::unsure.
    std::vector<std::vector<GoalId>> unsure;
    /// Each test begins without values in the fields that tests fill.
    bool resets_fields = false;
    /// Classes that are initialised before all tests, by internal name, because they fail where
    /// another one is initialised before them.
    std::set<std::string> first_classes;
    /// All that the workers initialise before the tests, in their order.
    std::vector<std::string> initialised;
};

/// Runs the tests of a result on several occasions, in fresh workers, and writes down what all
/// agree on. What a test does not cover on all of them is taken from the result.
/// @param wanted tests from this one on are kept only when they are suspicious.
/// @param stop leaves `grace` for what was not run yet, once; what was not run then is unproven
/// and has no assertions.
/// @param mutation adds assertions that kill mutants; null = there are none.
[[nodiscard]] SuiteDraft draft_suite(const JavaProblem& problem, RunResult& result,
    std::size_t wanted, const StopToken& stop, std::chrono::milliseconds grace,
    MutationScoring* mutation = nullptr);

/// The first tests of a result as the search has them: unproven, and without assertions, because
/// nothing runs them.
[[nodiscard]] SuiteDraft unobserved_draft(
    const JavaProblem& problem, const RunResult& result, std::size_t wanted);

/// Appends tests that show broken laws, and adds the tests that make their objects to the suite.
void add_broken_laws(
    const std::vector<BrokenLaw>& broken, std::vector<TestCase>& suite, SuiteDraft& draft);

/// The tests that are suspicious, or those that are not, as one class.
/// @param places by test of the class: its index in the draft.
[[nodiscard]] JavaSuite suite_of(const JavaProblem& problem, const SuiteDraft& draft,
    bool is_suspicious, std::vector<std::size_t>& places);

/// The unproven tests as one class that nothing runs.
/// @param reason `time was up before they were proven`.
[[nodiscard]] JavaSuite unproven_suite(
    const JavaProblem& problem, const SuiteDraft& draft, const std::string& reason);

}  // namespace sbst::jvm::detail
