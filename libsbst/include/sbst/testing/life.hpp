// SPDX-License-Identifier: Apache-2.0
// Lives: what adapters that should be alike make of the same random numbers, compared. Next:
// conformance.hpp.
#pragma once

#include <sbst/problem/problem.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/testing/executions.hpp>
#include <sbst/testing/finding.hpp>
#include <sbst/testing/operator_checks.hpp>
#include <sbst/testing/trace_facts.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sbst::detail
{

/// One adapter's tests and what became of them.
template <Problem P>
struct Life
{
    /// As generated, then as varied, then as generated once all were executed.
    std::vector<std::string> texts;
    std::vector<typename P::Test> tests;
    AllFacts facts;
    Facts goals;
    Facts surface;
};

template <Problem P>
[[nodiscard]] Life<P> live(P& problem, std::uint64_t seed, std::size_t test_count)
{
    Rng rng(seed);
    Life<P> life;
    auto& tests = life.tests;
    for (std::size_t i = 0; i < std::max<std::size_t>(test_count, 2); ++i)
    {
        tests.push_back(problem.generate(rng));
        life.texts.push_back(problem.render(tests.back()));
    }
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        problem.mutate(tests[i], rng);
        problem.crossover(tests[i], tests[(i + 1) % tests.size()], rng);
        life.texts.push_back(problem.render(tests[i]));
    }
    life.facts = Executions<P>::run_again(problem, tests);
    life.goals = facts_of(problem.goals());
    life.surface = surface_of(problem);
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        life.texts.push_back(problem.render(problem.generate(rng)));
    }
    return life;
}

/// Reports the first test of a range that has another text in the other life.
template <Problem P>
bool differ_in_texts(const Comparison& comparison, const Life<P>& first, const Life<P>& second,
    const std::pair<std::size_t, std::size_t>& range)
{
    const std::size_t count = first.tests.size();
    for (std::size_t i = range.first; i < range.second; ++i)
    {
        if (first.texts[i] != second.texts[i])
        {
            const std::string when = i < count     ? " that generate made" :
                                     i < 2 * count ? " after mutate and crossover" :
                                                     " that generate made in the end";
            comparison.findings.push_back({comparison.check,
                told(comparison.what + " differ first in test " + std::to_string(i % count + 1) +
                         when,
                    {line_difference(first.texts[i], second.texts[i])}, first.texts[i])});
            return true;
        }
    }
    return false;
}

/// Reports where two lives differ first: later differences follow from that. `comparison.what` says
/// what the adapters are.
template <Problem P>
void compare_lives(
    const Comparison& comparison, const P& problem, const Life<P>& first, const Life<P>& second)
{
    const std::size_t count = first.tests.size();
    if (differ_in_texts(comparison, first, second, {0, 2 * count}))
    {
        return;
    }
    const auto with = [&comparison](const std::string& what) {
        return Comparison{comparison.check, what, comparison.findings};
    };
    const std::size_t before = comparison.findings.size();
    Executions<P>::compare(with("one test did something else in a second adapter"), problem,
        first.tests, first.facts, second.facts);
    if (comparison.findings.size() == before)
    {
        compare_facts(with(comparison.what + " have other goals after the same tests"), first.goals,
            second.goals);
        compare_facts(with(comparison.what + " have other types or callables after the same tests"),
            first.surface, second.surface);
    }
    if (comparison.findings.size() == before)
    {
        differ_in_texts(comparison, first, second, {2 * count, 3 * count});
    }
}

}  // namespace sbst::detail
