// SPDX-License-Identifier: Apache-2.0
#include "../base/checks.hpp"

#include <sbst/error.hpp>
#include <sbst/search/options.hpp>

#include <fmt/format.h>

namespace sbst
{

void validate(const SearchOptions& options)
{
    // Parents and offspring together are ranked in 16 bits.
    if (options.population_size < 1 || options.population_size > 20'000)
    {
        throw ConfigError(fmt::format(
            "search: population_size is {}, expected 1 to 20000", options.population_size));
    }
    if (options.guided_batch_size < 1)
    {
        throw ConfigError("search: guided_batch_size is 0, expected at least 1");
    }
    check_probability("search: crossover_prob", options.crossover_prob);
    check_probability("search: new_blood_share", options.new_blood_share);
    check_probability("search: new_blood_random_prob", options.new_blood_random_prob);
    check_probability("search: mio_random_prob", options.mio_random_prob);
    check_probability("search: mio_focus_start", options.mio_focus_start);
    if (options.mio_tests_per_goal < 1 || options.mio_mutations < 1)
    {
        throw ConfigError(fmt::format(
            "search: mio_tests_per_goal is {} and mio_mutations is {}, expected at least 1",
            options.mio_tests_per_goal, options.mio_mutations));
    }
    check_probability("search: suite_insertion_prob", options.suite_insertion_prob);
    check_probability("search: suite_clone_prob", options.suite_clone_prob);
    if (options.suite_initial_tests < 1 || options.suite_initial_tests > options.suite_max_tests)
    {
        throw ConfigError(fmt::format(
            "search: suite_initial_tests is {}, expected 1 to suite_max_tests, which is {}",
            options.suite_initial_tests, options.suite_max_tests));
    }
    if (!(options.suite_bloat_factor >= 1.0))
    {
        throw ConfigError(fmt::format(
            "search: suite_bloat_factor is {}, expected at least 1", options.suite_bloat_factor));
    }
    if (options.tournament_size < 1)
    {
        throw ConfigError("search: tournament_size is 0, expected at least 1");
    }
    if (!(options.rank_bias > 1.0 && options.rank_bias <= 2.0))
    {
        throw ConfigError(fmt::format(
            "search: rank_bias is {}, expected more than 1 and at most 2", options.rank_bias));
    }
}

}  // namespace sbst
