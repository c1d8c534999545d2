// SPDX-License-Identifier: Apache-2.0
// The pool: sequences of calls that were executed, by the type of the object that they make. Next:
// sequence_sampler.hpp, which fills it and draws from it.
#pragma once

#include <sbst/guided/weighted_list.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/test/test_case.hpp>
#include <sbst/test/type.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace sbst
{

/// A sequence that ran without an exception, and refers to nothing outside of itself.
struct PooledSequence
{
    TestCase calls{};
    /// The call that made the object.
    std::size_t output = 0;
    /// The type by which it is found; invalid for a sequence that is kept for the state that it
    /// leads to, which no object has, such as what is stored.
    TypeId type{};
    /// What running it costs, in units of the adapter; at least 1.
    double cost = 1.0;
    /// How often it was drawn.
    std::uint64_t times = 0;
};

/// `1 / (k * cost * sqrt(calls))`: a sequence weighs less the longer it runs, the more calls it has
/// and the more often it was drawn (k, from 1).
/// Source: GRT, ASE 2015, section III-E, which sums the cost of each use; a deterministic cost is
/// the same each time.
[[nodiscard]] double sequence_weight(double cost, std::size_t calls, std::uint64_t k);

/// Sequences by type, up to a number for each type: then the oldest makes room. Keeps a reference
/// to the universe, which must outlive it and may grow.
class SequencePool
{
public:
    /// @param is_weighted draw by sequence_weight() instead of uniformly.
    SequencePool(const TypeUniverse& types, std::size_t max_sequences, bool is_weighted);

    /// Tells whether add() would keep a sequence for that state: the number by which the adapter
    /// knows the content of the object (ProducedObject::state); 0 = it does not know it.
    [[nodiscard]] bool is_new_state(TypeId type, std::uint64_t state) const;
    /// Adds a sequence unless it, or one of that type and state, has been added; tells whether it
    /// did. O(log sequences * supertypes).
    bool add(PooledSequence sequence, std::uint64_t state);

    /// A sequence whose object can be used as a `wanted`, or null. Valid until the
    /// next addition.
    [[nodiscard]] const PooledSequence* draw(TypeId wanted, Rng& rng);
    /// A sequence that is kept for the state that it leads to.
    [[nodiscard]] const PooledSequence* draw_state(Rng& rng);
    [[nodiscard]] bool has(TypeId wanted);

    /// Sequences in the pool.
    [[nodiscard]] std::size_t size() const { return m_sequences.size(); }
    /// In the order of arrival, but that a newer one stands in the place of one that made room.
    [[nodiscard]] const std::vector<PooledSequence>& sequences() const { return m_sequences; }

    /// Forms and states that it remembers as seen; then it begins anew.
    static constexpr std::size_t most_remembered = std::size_t{1} << 20U;

private:
    /// Sequences of exactly one type.
    struct OfType
    {
        std::vector<std::size_t> sequences;
        std::size_t oldest = 0;
    };
    /// What may be used as one type.
    struct Fitting
    {
        std::vector<std::size_t> sequences;
        WeightedList weights;
    };
    /// A place in a list of what fits.
    struct Listing
    {
        std::size_t list = 0;
        std::size_t place = 0;
    };

    [[nodiscard]] bool is_new_form(const PooledSequence& sequence);
    void refresh();
    void enlist(std::size_t sequence);
    void reweigh(std::size_t sequence);
    [[nodiscard]] double weight_of(const PooledSequence& sequence) const;
    const PooledSequence* draw_from(Fitting& fitting, Rng& rng);
    /// The list of a type; list 0 is for states.
    [[nodiscard]] static std::size_t list_of(TypeId type)
    {
        return type.is_valid() ? type.index() + 1 : 0;
    }

    const TypeUniverse* m_types;
    std::size_t m_max_sequences;
    bool m_is_weighted;
    std::uint64_t m_type_revision = 0;
    std::vector<PooledSequence> m_sequences;
    /// By sequence: where it is listed.
    std::vector<std::vector<Listing>> m_listings;
    std::vector<OfType> m_of_type;
    std::vector<Fitting> m_fitting;
    /// Fingerprint, output and list.
    std::set<std::pair<std::uint64_t, std::pair<std::size_t, std::size_t>>> m_forms;
    std::set<std::pair<std::size_t, std::uint64_t>> m_states;
};

}  // namespace sbst
