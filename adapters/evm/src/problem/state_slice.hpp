// SPDX-License-Identifier: Apache-2.0
// StateSlice: what the conditions on a way through a function ask of storage and of the call's
// inputs, as a slice for a construction graph. Next: contract_plans.hpp.
#pragma once

#include "../construction/wishes.hpp"
#include "call_inputs.hpp"

#include <sbst/construction/construction_graph.hpp>
#include <sbst/construction/template_plan.hpp>
#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/construction/storage_facts.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sbst::evm
{

/// Bits of a place of storage, as the conditions of one way see them.
struct SlicedState
{
    /// Invalid for an immutable.
    LocationId location{};
    /// Where an immutable is in the code.
    U256 offset{};
    BitField field{};
    std::vector<TermId> keys{};
    /// What it is compared with.
    std::vector<std::pair<construction::Relation, U256>> asked{};
    /// An input of the call that it should be equal to, or reach.
    std::optional<TermId> equal{};
    /// Something is asked of it, if only that it relates to other state.
    bool is_needed = false;

    [[nodiscard]] bool takes(const U256& value) const;
    /// What an untouched contract has is enough.
    [[nodiscard]] bool takes_nothing() const { return !asked.empty() && !equal && takes(U256{}); }
};

/// Roles of the operands of a place in its slice, and so of the parents of its node.
inline constexpr std::size_t first_key_role = 1;

/// Constants that a program or a constructor may use as a key, by the place before that key.
class KnownKeys
{
public:
    KnownKeys() = default;
    /// Reads the writes of both programs.
    KnownKeys(const StorageFacts& runtime, const StorageFacts& creation);

    /// What a key at that place of a path can be so that something is there: what a counter gives,
    /// else constants; empty where writers take it from their inputs.
    [[nodiscard]] std::vector<U256> of(const StorageLocation& location, std::size_t key) const;

private:
    using Place = std::pair<StorageLocation, std::size_t>;

    void read(const StorageFacts& facts, const StorageFacts& creation);

    std::map<Place, std::vector<U256>> m_constants;
    /// Ids that a counter gives first.
    std::map<Place, std::vector<U256>> m_counted;
    /// Where some writer takes the key from its inputs.
    std::map<Place, bool> m_is_free;
};

/// Numbers that are added to the time where a place of storage is written.
using TimeOffsets = std::map<StorageLocation, std::vector<U256>>;
[[nodiscard]] TimeOffsets time_offsets(const StorageFacts& runtime, const StorageFacts& creation);

/// What one slice is made of; holds references.
struct SliceSource
{
    const StorageFacts* facts = nullptr;
    const ContractFacts* contract = nullptr;
    const ContractAnalysis* analysis = nullptr;
    const KnownKeys* keys = nullptr;
    const TimeOffsets* times = nullptr;
    /// What the constructor does.
    const StorageFacts* creation = nullptr;
};

class StateSlice
{
public:
    /// @param guards branches that have to be taken, as indices in ContractAnalysis::goals.
    StateSlice(const SliceSource& source, const CallInputs& inputs, std::uint32_t entry,
        std::span<const std::uint32_t> guards);

    [[nodiscard]] const std::vector<SliceValue>& values() const { return m_values; }
    /// The parameters of which constants are asked.
    [[nodiscard]] std::vector<AskedParameter> asked() const;
    /// By the subject of a field or an element.
    [[nodiscard]] const std::vector<SlicedState>& states() const { return m_states; }

private:
    void take(const construction::Wish& wish);
    void take_sides(TermId id, construction::Relation relation, TermId other);
    void take_time(TermId time, construction::Relation relation, TermId other);
    [[nodiscard]] std::vector<TermId> reads_of(TermId id) const;
    void note_all(TermId id);
    [[nodiscard]] std::optional<std::size_t> find(const Term& read) const;
    SlicedState& state_of(const Term& read);
    void compare(TermId input, std::span<const U256> numbers);
    void ask(TermId input, construction::Relation relation, const U256& constant);
    [[nodiscard]] std::vector<Value> numbers_of(std::size_t parameter) const;
    void note_keys();
    void emit();
    std::size_t value_of(TermId id);
    std::size_t emit_state(std::size_t state);
    [[nodiscard]] bool is_input(TermId id) const;
    [[nodiscard]] const Term& term(TermId id) const { return (*m_source.facts)[id]; }

    SliceSource m_source;
    const CallInputs* m_inputs;
    std::uint32_t m_entry;
    std::vector<SlicedState> m_states;
    /// By parameter: what conditions ask of it, and numbers that are worth a try.
    std::map<std::size_t, std::vector<std::pair<construction::Relation, U256>>> m_asked;
    std::map<std::size_t, std::vector<U256>> m_compared;
    std::vector<SliceValue> m_values;
    std::map<TermId, std::size_t> m_emitted;
    std::map<std::size_t, std::size_t> m_emitted_states;
    std::optional<std::size_t> m_contract;
};

}  // namespace sbst::evm
