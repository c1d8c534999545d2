// SPDX-License-Identifier: Apache-2.0
// The call index: which callables make a type, which take it, and how deep the calls for it must
// nest; derived from the catalogue, and growing with it. Next: operators.hpp, which asks.
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

/// Tells whether a call is useless when its result is not used: it is not under test and changes no
/// object of the test.
[[nodiscard]] bool is_pure_producer(const Callable& callable, const TypeUniverse& types);

/// Lookups in a catalogue that operators need all the time, all without openings.
class CallIndex
{
public:
    static constexpr std::size_t unreachable = std::numeric_limits<std::size_t>::max();

    /// Keeps references to both, which must outlive it.
    CallIndex(const TypeUniverse& types, const Catalogue& catalogue);

    /// Catches up with a grown universe or catalogue; O(1) when neither grew. Otherwise O(types)
    /// and what is new; the index is the same as if it were made anew.
    void refresh();

    /// Callables whose result may be used as the type, in order.
    [[nodiscard]] std::span<const CallableId> producers(TypeId type) const
    {
        return m_producers[type.index()];
    }
    /// Callables that are useful to call on an object of the type (pure producers are not), in
    /// order.
    [[nodiscard]] std::span<const CallableId> consumers(TypeId type) const
    {
        return m_consumers[type.index()];
    }
    /// The candidates of random insertion: callables under test whose objects can be made or,
    /// without such callables, all whose objects can be made.
    [[nodiscard]] std::span<const CallableId> insertable() const { return m_insertable; }

    /// Callables that set the surroundings of a test, and whose objects can be made.
    [[nodiscard]] std::span<const CallableId> surroundings() const { return m_surroundings; }

    /// The least nesting depth of calls that make this one and all its objects: 1 when it needs no
    /// objects; `unreachable` when one of them cannot be made.
    [[nodiscard]] std::size_t height(CallableId callable) const
    {
        return m_heights[callable.index()];
    }

private:
    using ByType = std::vector<std::vector<CallableId>>;

    void take_types();
    void take_supertypes(TypeId type);
    void take_callable(CallableId id);
    void add_consumers(TypeId type, CallableId first);
    void lower(TypeId type, std::size_t height);
    void find_heights();
    void find_insertable();

    const TypeUniverse* m_types;
    const Catalogue* m_catalogue;
    std::uint64_t m_type_revision = 0;
    ByType m_producers;
    ByType m_consumers;
    std::vector<CallableId> m_insertable;
    std::vector<CallableId> m_surroundings;
    std::vector<std::size_t> m_heights;

    // What growth starts from. By type, in the order of callables, supertypes not considered:
    // callables with such a result, with such a parameter, and with one that cannot be null.
    ByType m_makers;
    ByType m_takers;
    ByType m_needers;
    /// By type: the least height of what makes it, and how many supertypes are taken in.
    std::vector<std::size_t> m_type_heights;
    std::vector<std::size_t> m_ancestor_counts;
    /// Callables whose height may be less than what is known.
    std::vector<CallableId> m_pending;
};

}  // namespace sbst
