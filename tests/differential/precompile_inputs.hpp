// SPDX-License-Identifier: Apache-2.0
// Input for the precompiles that they mostly accept: points on their curves, whole records.
// Next: code_generator.hpp.
#pragma once

#include "values.hpp"

#include <sbst/evm/base/bytes.hpp>
#include <sbst/random/rng.hpp>

namespace sbst::evm::differential
{

/// Makes input for the precompile of this number (1 to 17); now and then a spoilt one.
[[nodiscard]] Bytes make_precompile_input(unsigned number, Rng& rng, Values& values);

}  // namespace sbst::evm::differential
