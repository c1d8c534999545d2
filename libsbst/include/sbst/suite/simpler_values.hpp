// SPDX-License-Identifier: Apache-2.0
// Simpler values: literals that are easier to read than those that a search found. Next:
// minimise.hpp.
#pragma once

#include <sbst/test/catalogue.hpp>
#include <sbst/test/type.hpp>
#include <sbst/test/value.hpp>

#include <vector>

namespace sbst
{

/// Literals that are simpler than `value`, well formed, simplest first, at most a dozen.
///
/// First the usual value of the parameter, then the neutral value, then small and round integers,
/// short and plain texts, short lists. Ends before the first candidate that equals `value`: later
/// ones are not simpler. Deterministic.
[[nodiscard]] std::vector<Value> simpler_values(
    const Value& value, const Parameter& parameter, const TypeUniverse& types);

}  // namespace sbst
