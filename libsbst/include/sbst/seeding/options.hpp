// SPDX-License-Identifier: Apache-2.0
// Options of seeding. Next: constant_pool.hpp.
#pragma once

#include <cstddef>

namespace sbst
{

/// Constant pools (constant_pool.hpp).
struct PoolOptions
{
    /// Probability that a constant comes from the dynamic pool; otherwise the static one. A pool
    /// with nothing of the type hands over to the other.
    double dynamic_prob = 0.5;
    /// Values that the dynamic pool remembers of each kind (words, numbers, texts); first in, first
    /// out.
    std::size_t dynamic_size = 50;
    /// Longer texts are not kept; code units.
    std::size_t max_text = 1000;
};

/// @throws ConfigError naming the member, the value found and what was expected.
void validate(const PoolOptions& options);

}  // namespace sbst
