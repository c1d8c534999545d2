// SPDX-License-Identifier: Apache-2.0
// Simpler values: which literals a reader would rather see than the ones that a search found.
// Next: minimise.hpp.
#pragma once

#include <sbst/test/catalogue.hpp>
#include <sbst/test/type.hpp>
#include <sbst/test/value.hpp>

#include <vector>

namespace sbst
{

/// Literals that are simpler than `value`, well formed, simplest first, at most a dozen.
///
/// The usual value of the parameter, then the neutral one; of integers small and round ones, of
/// texts short and plain ones, of lists short ones. Ends before the first candidate that equals
/// `value`: what follows is not simpler. Deterministic.
[[nodiscard]] std::vector<Value> simpler_values(
    const Value& value, const Parameter& parameter, const TypeUniverse& types);

}  // namespace sbst
