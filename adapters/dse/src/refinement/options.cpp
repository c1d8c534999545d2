// SPDX-License-Identifier: Apache-2.0
#include <sbst/dse/refinement/options.hpp>
#include <sbst/error.hpp>

#include <fmt/core.h>

#include <string_view>

namespace sbst::dse
{

namespace
{

void require_positive(std::string_view name, std::size_t value)
{
    if (value == 0)
    {
        throw ConfigError{fmt::format("refinement {} is 0, expected at least 1", name)};
    }
}

}  // namespace

void validate(const RefinementOptions& options)
{
    if (!(options.max_share >= 0.0 && options.max_share <= 1.0))
    {
        throw ConfigError{fmt::format(
            "refinement max_share is {}, expected a number from 0 to 1", options.max_share)};
    }
    require_positive("goals_per_round", options.goals_per_round);
    require_positive("conditions_per_goal", options.conditions_per_goal);
    require_positive("tests_per_goal", options.tests_per_goal);
    require_positive("max_calls", options.max_calls);
    require_positive("longest_interval", options.longest_interval);
    require_positive("max_path", options.max_path);
}

}  // namespace sbst::dse
