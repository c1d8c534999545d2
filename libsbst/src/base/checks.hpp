// SPDX-License-Identifier: Apache-2.0
// Checks of options that several modules make.
#pragma once

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <string_view>

namespace sbst
{

/// @throws ConfigError unless the value is in [0, 1]; NaN is not.
inline void check_probability(std::string_view name, double value)
{
    if (!(value >= 0.0 && value <= 1.0))
    {
        throw ConfigError(fmt::format("{} is {}, expected a probability in [0, 1]", name, value));
    }
}

}  // namespace sbst
