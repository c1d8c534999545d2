// SPDX-License-Identifier: Apache-2.0
// Code that runs far: nearly every instruction finds its operands, jumps go somewhere, loops end.
// Next: generator.hpp.
#pragma once

#include "code_writer.hpp"
#include "values.hpp"

namespace sbst::evm::differential
{

/// Generates the code of an account or of a creation.
[[nodiscard]] Bytes generate_code(Rng& rng, const Scene& scene);

/// Generates code that creates a contract, mostly one of such code.
[[nodiscard]] Bytes generate_init_code(Rng& rng, const Scene& scene);

/// Returns code that calls or creates itself as deep as the gas lasts.
[[nodiscard]] Bytes generate_deep_code(Rng& rng, const Scene& scene);

}  // namespace sbst::evm::differential
