// SPDX-License-Identifier: Apache-2.0
#include "../base/checks.hpp"

#include <sbst/error.hpp>
#include <sbst/guided/options.hpp>

#include <fmt/format.h>

namespace sbst
{

void validate(const GuidedOptions& options)
{
    check_probability("guided: constant_prob", options.constant_prob);
    check_probability("guided: global_constant_prob", options.global_constant_prob);
    check_probability("guided: earlier_literal_prob", options.earlier_literal_prob);
    check_probability("guided: change_prob", options.change_prob);
    check_probability("guided: null_prob", options.null_prob);
    check_probability("guided: object_reuse_prob", options.object_reuse_prob);
    check_probability("guided: fresh_prob", options.fresh_prob);
    check_probability("guided: uncovered_weight", options.uncovered_weight);
    if (!(options.deviation >= 1.0 && options.deviation <= 1e9))
    {
        throw ConfigError(fmt::format(
            "guided: deviation is {}, expected a number in [1, 1e9]", options.deviation));
    }
    if (!(options.decay > 0.0 && options.decay < 1.0))
    {
        throw ConfigError(
            fmt::format("guided: decay is {}, expected a number in (0, 1)", options.decay));
    }
    if (options.update_every < 1 || options.max_sequences < 1)
    {
        throw ConfigError(
            fmt::format("guided: update_every is {} and max_sequences is {}, expected at least 1",
                options.update_every, options.max_sequences));
    }
}

}  // namespace sbst
