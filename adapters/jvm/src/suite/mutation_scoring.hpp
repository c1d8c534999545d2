// SPDX-License-Identifier: Apache-2.0
// Real mutants of a suite: while it is drafted, tests get assertions that kill more of them; when
// it is proven, each mutant gets its fate. Next: kill_judge.hpp, mutant_trials.hpp.
#pragma once

#include "kill_judge.hpp"
#include "mutant_trials.hpp"
#include "observed_test.hpp"

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/suite/generate.hpp>
#include <sbst/report/mutation_score.hpp>

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// A test of a draft with what it did, twice, and what it asserts.
struct DraftedTest
{
    ObservedRuns runs{};
    ChosenAssertions chosen{};
    /// The test as written; steps are written anew when it gets assertions.
    JavaTest* written = nullptr;
};

class MutationScoring
{
public:
    /// Keeps the problem and the options, which outlive it.
    MutationScoring(const JavaProblem& problem, const ProofOptions& options);

    /// Adds assertions that kill mutants which no test kills without them; see choose_killing.
    /// @param observer of these tests.
    /// @returns how many. After a stop or a failure, those for the mutants that were run.
    std::size_t add_assertions(const TestObserver& observer, std::span<DraftedTest> tests);

    /// The fate of each mutant that is shown.
    /// @param written by test of the suite; null = it kills nothing, as it cannot be run here.
    [[nodiscard]] MutationScore score(
        std::span<const TestCase> suite, std::span<const JavaTest* const> written);

    /// How long choosing assertions took.
    [[nodiscard]] StopToken::Clock::duration spent() const { return m_spent; }
    /// What broke; nothing when all worked.
    [[nodiscard]] std::exception_ptr failure() const { return m_failure; }

private:
    struct KnownMutant;
    struct Scored;
    /// @throws AdapterError when workers do not start.
    [[nodiscard]] MutantRuns& mutants(const StopToken& stop);
    [[nodiscard]] std::vector<KnownMutant> known_mutants(
        std::span<const Trace* const> traces, const StopToken& stop);
    /// By test: whether it passes without a mutant, as it must; the others kill nothing.
    [[nodiscard]] std::vector<bool> passing(std::span<const TestCase> suite,
        std::span<const JavaTest* const> written, std::span<const JudgedRun> usual,
        const StopToken& stop);
    static void add_askers(
        std::vector<KnownMutant>& known, std::span<const JavaTest* const> written);
    [[nodiscard]] std::vector<bool> run(const std::vector<KnownMutant>& known,
        std::span<const TestCase> suite, const std::vector<bool>& is_passing,
        const JudgeTrial& is_killed, const StopToken& stop);
    void run_all(Scored& scored, const StopToken& stop);

    [[nodiscard]] StopToken limited_stop() const
    {
        return m_options->stop.with_deadline(StopToken::Clock::now() + m_options->mutation_limit);
    }

    const JavaProblem* m_problem;
    const ProofOptions* m_options;
    KillJudge m_judge;
    StopToken::Clock::duration m_spent{};
    std::unique_ptr<MutantRuns> m_mutants;
    /// A stop came while its workers were started: they are not fit for use.
    bool m_was_cut = false;
    std::exception_ptr m_failure;
};

}  // namespace sbst::jvm::detail
