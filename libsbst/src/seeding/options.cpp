// SPDX-License-Identifier: Apache-2.0
#include "../base/checks.hpp"

#include <sbst/seeding/options.hpp>

namespace sbst
{

void validate(const PoolOptions& options)
{
    check_probability("dynamic_prob", options.dynamic_prob);
}

}  // namespace sbst
