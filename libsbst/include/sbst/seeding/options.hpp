// SPDX-License-Identifier: Apache-2.0
// Options of seeding. Next: constant_pool.hpp.
#pragma once

#include <cstddef>

namespace sbst
{

/// Constant pools (constant_pool.hpp).
struct PoolOptions
{
    /// Probability that a constant comes from the dynamic pool instead of the static one. When a
    /// pool has nothing of the type, the other one is used.
    double dynamic_prob = 0.5;
    /// Number of values of each kind (words, numbers, texts) that the dynamic pool remembers; first
    /// in, first out.
    std::size_t dynamic_size = 50;
    /// Longer texts are not kept; in code units.
    std::size_t max_text = 1000;
};

/// @throws ConfigError naming the member, the value found and what was expected.
void validate(const PoolOptions& options);

}  // namespace sbst
