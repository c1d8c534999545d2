// SPDX-License-Identifier: Apache-2.0
// Options of the search algorithms. Next: algorithms/dynamosa.hpp.
#pragma once

#include <sbst/search/diversity.hpp>

#include <cstddef>

namespace sbst
{

enum class Selection
{
    /// Tournament on (rank, diversity), as in the papers.
    tournament,
    /// Linear ranking with a bias, EvoSuite's default.
    rank
};

/// Options of all algorithms; each algorithm reads those that it needs.
struct SearchOptions
{
    /// Tests of a population, and of a round of random search; never depends on the number of jobs.
    std::size_t population_size = 50;
    /// Probability that two parents exchange parts; in [0, 1].
    double crossover_prob = 0.75;
    Selection selection = Selection::tournament;
    std::size_t tournament_size = 10;
    /// How many times more often the best test is chosen than the median one; in (1, 2].
    double rank_bias = 1.7;
    Diversity diversity = Diversity::sub_vector_dominance;
    /// Guided random testing: tests of a round, which do not see each other's results; at least 1.
    std::size_t guided_batch_size = 50;
    /// Tests per generation that do not come from the population, as a share of its size, rounded
    /// up; in [0, 1].
    double new_blood_share = 0.3;
    /// Probability that such a test is random; otherwise it is a mutated copy of an archived one.
    double new_blood_random_prob = 0.5;
    /// MIO: tests kept for each open goal at first, later 1; at least 1.
    std::size_t mio_tests_per_goal = 10;
    /// MIO: probability that a test is random at first, later 0.
    double mio_random_prob = 0.5;
    /// MIO: how often a sampled test is mutated, each time a test of its own, before the next is
    /// sampled: at first 1, later this; at least 1.
    std::size_t mio_mutations = 10;
    /// MIO: the share of the budget after which it only exploits; in [0, 1].
    double mio_focus_start = 0.5;
    /// Whole suite: most tests of a suite at first; in [1, suite_max_tests].
    std::size_t suite_initial_tests = 10;
    /// Whole suite: no test is inserted into a suite of that many.
    std::size_t suite_max_tests = 100;
    /// Whole suite: probability that a test is inserted, and after each that another one is, times
    /// this; in [0, 1].
    double suite_insertion_prob = 0.1;
    /// Whole suite: probability that an inserted test is a mutated copy of an archived one.
    double suite_clone_prob = 0.2;
    /// Whole suite: a child this many times longer than the best suite must be fitter than it; at
    /// least 1.
    double suite_bloat_factor = 2.0;
};

/// @throws ConfigError naming the option, the value found and what was expected.
void validate(const SearchOptions& options);

}  // namespace sbst
