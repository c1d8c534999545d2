// SPDX-License-Identifier: Apache-2.0
// Where literals of guided random testing come from: mined constants, and literals of earlier calls
// with small changes. Next: sequence_sampler.hpp.
#pragma once

#include <sbst/guided/facts.hpp>
#include <sbst/guided/options.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace sbst
{

/// Draws literals, and remembers those of calls that returned. Keeps references to the universe and
/// to what the facts refer to.
class LiteralSource
{
public:
    LiteralSource(
        const TypeUniverse& types, const GuidedFacts& facts, const GuidedOptions& options);

    /// A literal for a parameter; nothing where the usual operators decide: for parameters with a
    /// role or a usual value, for booleans, enumerations and objects, and as a share of the rest.
    [[nodiscard]] std::optional<Value> draw(
        CallableId callable, const Parameter& parameter, Rng& rng);
    /// Remembers the literals of a call.
    void remember(const Call& call, const Callable& callable);

    /// Literals that are remembered for each type; the oldest goes first.
    static constexpr std::size_t most_earlier = 64;

private:
    struct Earlier
    {
        std::vector<Value> values;
        std::size_t oldest = 0;
    };

    [[nodiscard]] std::optional<Value> constant(CallableId callable, TypeId type, Rng& rng) const;
    [[nodiscard]] std::optional<Value> changed(TypeId type, Rng& rng) const;

    const TypeUniverse* m_types;
    const GuidedFacts* m_facts;
    const GuidedOptions* m_options;
    /// 1 and the units of the facts.
    std::vector<U256> m_units;
    /// By type.
    std::vector<Earlier> m_earlier;
};

}  // namespace sbst
