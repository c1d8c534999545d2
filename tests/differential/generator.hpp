// SPDX-License-Identifier: Apache-2.0
// Whole programs from a seed: a world of contracts that know each other, a block, a transaction.
// Next: observation.hpp.
#pragma once

#include "program.hpp"

#include <sbst/random/rng.hpp>

namespace sbst::evm::differential
{

/// Generates a program for the fork; the same random numbers give the same program. Its
/// transaction is valid but for rare cases.
[[nodiscard]] Program generate(Rng rng, Fork fork);

}  // namespace sbst::evm::differential
