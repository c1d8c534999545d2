// SPDX-License-Identifier: Apache-2.0
// Refinement of a population by symbolic execution, as published for whole-suite search: a hook
// that aims at no goal. Next: refinement.hpp, which does.
#pragma once

#include <sbst/dse/portfolio.hpp>
#include <sbst/search/refiner.hpp>

#include <cstddef>
#include <vector>

namespace sbst::dse
{

/// When a round begins.
enum class RefinementTrigger
{
    /// A test of the best suite has a new literal, and the suite's fitness changed: as published.
    /// Where tests are the individuals, those whose fitness a new literal changed.
    changed_literals,
    /// The population has new tests.
    new_tests
};

/// The defaults are the best configuration of the paper where it has the option; its time for one
/// application is a number of conditions here.
struct PopulationRefinementOptions
{
    /// Most tests of refinement, as a share of all that were executed so far; in [0, 1]. 0 switches
    /// it off.
    double max_share = 0.5;
    RefinementTrigger trigger = RefinementTrigger::changed_literals;
    /// How likely a round is when it may begin; in (0, 1]. A round that improves something
    /// multiplies it by the rate, up to 1; another one divides it. A rate of 1 adapts nothing.
    double probability = 1.0;
    double adaptation_rate = 1.0;
    /// Most tests of the population that one round takes, and most conditions that it tries to
    /// turn; at least 1.
    std::size_t tests_per_round = 10;
    std::size_t conditions_per_round = 100;
    /// Turn only conditions whose other side is an open goal.
    bool only_open_sides = true;
    /// The conditions of every test of a model are turned, too, and the test joins the best suite
    /// if there is one with room; not only those of tests that improve something.
    bool keep_all = false;
    /// Longest path, in conditions; longer ones are cut.
    std::size_t max_path = 4096;
};

/// @throws ConfigError naming the member, the value found and what was expected.
void validate(const PopulationRefinementOptions& options);

/// Makes a refiner that works on tests of the best suite, or on tests of the population that it has
/// not seen: it records their paths, and turns conditions, the smallest first; what is before the
/// condition is kept. A test that makes the best suite's fitness better joins that suite.
///
/// Source: Galeotti, Fraser, Arcuri, "Improving search-based test suite generation with dynamic
/// symbolic execution" (ISSRE 2013), III.B and III.C. Tests with new literals are the first here,
/// and a goal that is covered has left the fitness, since the archive keeps its test: covering it
/// improves something, too.
/// @throws ConfigError as validate.
[[nodiscard]] RefinerFactory refine_population(
    const PopulationRefinementOptions& options, std::vector<NamedSolver> solvers);

}  // namespace sbst::dse
