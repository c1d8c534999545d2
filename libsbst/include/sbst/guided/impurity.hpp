// SPDX-License-Identifier: Apache-2.0
// Impurity, for literals: small changes of a value that the pool has. Next: sequence_sampler.hpp,
// which also changes objects, by calls that write to them.
#pragma once

#include <sbst/numeric/u256.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/test/type.hpp>
#include <sbst/test/value.hpp>

#include <span>

namespace sbst
{

/// The sizes of steps.
struct ImpureSteps
{
    /// Deviation of the steps of a number; at least 1.
    double deviation = 30.0;
    /// Units that an integer may be counted in (a day in seconds), one of which is drawn: a step is
    /// that many times larger. Units too large for the integer's type are not used. Empty = 1.
    std::span<const U256> units{};
};

/// Changes a literal in place and tells whether it differs. Numbers move by a normal step (integers
/// wrap within their type), strings and bytes get one random edit (insert, remove, replace or
/// substring), arrays and tuples change one item. Booleans, enumerations, null and what has no
/// other value of that sort stay. Precondition: well formed; it is so afterwards.
/// Source: GRT, ASE 2015, section III-B.
bool make_impure(
    Value& value, TypeId type_id, const TypeUniverse& types, const ImpureSteps& steps, Rng& rng);

}  // namespace sbst
