// SPDX-License-Identifier: Apache-2.0
// Random ABI types and values for property tests.
#pragma once

#include <sbst/evm/abi/abi_type.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/test/value.hpp>

namespace sbst::evm::testing
{

/// Draws a type; arrays and tuples nest at most `depth` times.
AbiType random_type(Rng& rng, std::size_t depth);

/// Draws an in-range value of the type.
Value random_value(const AbiType& type, Rng& rng);

}  // namespace sbst::evm::testing
