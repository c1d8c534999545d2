// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/guided_sampling.hpp>

#include <algorithm>
#include <utility>

namespace sbst
{

GuidedSampling::GuidedSampling(SequenceOperators& operators, const GoalGraph& goals,
    GuidedFacts facts, const GuidedOptions& options, const GuidedUse& use)
  : m_sampler(operators, goals, std::move(facts), options), m_use(use)
{
    if (use.is_on)
    {
        m_wanted = Record::produced;
        m_wanted = options.elephant_brain ? m_wanted | Record::run_time_types : m_wanted;
    }
}

void GuidedSampling::prepare(Exploration<TestCase>& search, Rng& rng)
{
    std::uint64_t left = m_use.is_on ? m_use.first_executions : 0;
    while (left > 0 && !search.is_over())
    {
        std::vector<TestCase> tests;
        const std::uint64_t count = std::min<std::uint64_t>(left, m_use.batch_size);
        while (tests.size() < count)
        {
            tests.push_back(m_sampler.make(rng));
        }
        search.run(std::move(tests), Record{});
        left -= count;
    }
}

std::optional<TestCase> GuidedSampling::new_test(Rng& rng)
{
    return m_use.is_on ? std::optional(m_sampler.make(rng)) : std::nullopt;
}

void GuidedSampling::on_evaluated(const Evaluated<TestCase>& evaluated)
{
    if (m_use.is_on)
    {
        m_sampler.learn(evaluated.test, evaluated.trace, evaluated.newly_covered);
    }
}

}  // namespace sbst
