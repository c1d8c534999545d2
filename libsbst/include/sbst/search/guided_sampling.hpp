// SPDX-License-Identifier: Apache-2.0
// Guided sampling: the pool of guided random testing as the source of a search's random tests.
// Next: ../guided/sequence_sampler.hpp, algorithms/guided_random.hpp, hooks.hpp.
#pragma once

#include <sbst/guided/sequence_sampler.hpp>
#include <sbst/search/hooks.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sbst
{

/// What a search has of guided random testing.
struct GuidedUse
{
    /// Off: the hook does nothing, and costs nothing but the question.
    bool is_on = false;
    /// Executions of guided random testing before the search makes its first tests.
    std::uint64_t first_executions = 0;
    /// Tests of a round among these.
    std::size_t batch_size = 50;
};

/// Makes the random tests of a search by a SequenceSampler, which learns from all tests of it.
class GuidedSampling
{
public:
    /// Keeps references, which must outlive it. @throws ConfigError as SequenceSampler.
    GuidedSampling(SequenceOperators& operators, const GoalGraph& goals, GuidedFacts facts,
        const GuidedOptions& options, const GuidedUse& use);

    [[nodiscard]] Record wanted_of_all() const { return m_wanted; }
    void prepare(Exploration<TestCase>& search, Rng& rng);
    [[nodiscard]] std::optional<TestCase> new_test(Rng& rng);
    void on_evaluated(const Evaluated<TestCase>& evaluated);

    [[nodiscard]] const SequenceSampler& sampler() const { return m_sampler; }

private:
    SequenceSampler m_sampler;
    GuidedUse m_use;
    Record m_wanted{};
};

}  // namespace sbst
