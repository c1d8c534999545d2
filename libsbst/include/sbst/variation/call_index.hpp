// SPDX-License-Identifier: Apache-2.0
// The call index: who makes a type, who takes it, and how deep the calls for it must nest; derived
// from the catalogue and kept until that grows. Next: operators.hpp, which asks.
#pragma once

#include <sbst/test/catalogue.hpp>
#include <sbst/test/type.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace sbst
{

/// Tells whether a call is worth nothing once nobody uses its result: it is not under test and
/// changes no object that the test has.
[[nodiscard]] bool is_pure_producer(const Callable& callable, const TypeUniverse& types);

/// Lookups over a catalogue that operators need all the time; openings are left out of all of them.
class CallIndex
{
public:
    static constexpr std::size_t unreachable = std::numeric_limits<std::size_t>::max();

    /// Keeps references to both, which outlive it.
    CallIndex(const TypeUniverse& types, const Catalogue& catalogue);

    /// Catches up with a grown universe or catalogue; O(1) when neither grew.
    void refresh();

    /// Callables whose result may stand where the type is wanted, in order.
    [[nodiscard]] std::span<const CallableId> producers(TypeId type) const
    {
        return m_producers[type.index()];
    }
    /// Callables that are worth calling on an object of the type (pure producers are not), in
    /// order.
    [[nodiscard]] std::span<const CallableId> consumers(TypeId type) const
    {
        return m_consumers[type.index()];
    }
    /// What random insertion chooses from: callables under test whose objects can be made, or, when
    /// there are none, any whose objects can be made.
    [[nodiscard]] std::span<const CallableId> insertable() const { return m_insertable; }

    /// Calls that nest at least when this one and all objects that it needs are made: 1 when it
    /// needs none; `unreachable` when nothing makes one of them.
    [[nodiscard]] std::size_t height(CallableId callable) const
    {
        return m_heights[callable.index()];
    }

private:
    void rebuild();
    void find_heights();

    const TypeUniverse* m_types;
    const Catalogue* m_catalogue;
    std::uint64_t m_type_revision = 0;
    std::size_t m_callable_count = 0;
    bool m_is_built = false;
    std::vector<std::vector<CallableId>> m_producers;
    std::vector<std::vector<CallableId>> m_consumers;
    std::vector<CallableId> m_insertable;
    std::vector<std::size_t> m_heights;
};

}  // namespace sbst
