// SPDX-License-Identifier: Apache-2.0
// State: the knowledge at the beginning of a block in one context, and how two states are joined.
// Next: machine.hpp.
#pragma once

#include "expression.hpp"
#include "known_ranges.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sbst::evm::analysis
{

/// Stack, memory words at known addresses, storage words at known keys, known ranges of the path.
struct State
{
    using Word = std::pair<ExprId, ExprId>;

    /// Bottom first.
    std::vector<ExprId> stack;
    /// The part below `stack` when contexts were cut: any of these values, any number of times.
    /// Nothing = the stack is complete.
    std::optional<ExprId> rest;
    /// (address, value), ascending, at addresses that do not overlap.
    std::vector<std::pair<std::uint64_t, ExprId>> memory;
    /// (key, value), in the order of their last use.
    std::vector<Word> storage;
    KnownRanges known_ranges;

    friend bool operator==(const State&, const State&) = default;

    [[nodiscard]] ExprId pop(const ExpressionTable& table, bool& underflow);
    /// Forgets memory words that a write to [begin, end) may touch.
    void forget_memory(const U256& begin, const U256& end);
    void store_word(std::uint64_t address, ExprId value);
    [[nodiscard]] std::optional<ExprId> memory_word(std::uint64_t address) const;
    /// Drops ranges of symbols that are no longer used, when there are many ranges.
    void forget_dead_ranges(const ExpressionTable& table);
    /// Replaces all words that contain the symbol, which is about to get a new meaning.
    void forget_symbol(const ExpressionTable& table, ExprId symbol);
};

/// Joins states at one node and widens ranges that keep growing.
class Joiner
{
public:
    Joiner(ExpressionTable& table, const Reasoner& reasoner, std::vector<U256> thresholds);

    /// Joins `incoming` into `state`, the state at the beginning of node `node`. `visits` counts
    /// joins before this one. Stacks are aligned at their tops. Returns whether `state` changed.
    bool join(State& state, State incoming, std::uint32_t node, std::size_t visits);

    /// Moves all except the `keep` topmost slots into `rest`.
    void cut(State& state, std::size_t keep);

    /// Sets the addresses of jump destinations that the program pushes; keeps the pointer.
    void set_destinations(const std::vector<bool>* pushed);
    /// From now on all cut-off parts share one word.
    void share_rests() { m_shares_rests = true; }
    /// Records that a destination was mixed with other words: an unknown jump may go there.
    void note_escape(ExprId id);
    /// Destinations recorded so far, by address.
    [[nodiscard]] const std::vector<bool>& escaped() const { return m_escaped; }

private:
    struct Pending
    {
        ExprId symbol{};
        Range range;
    };

    ExprId join_word(ExprId old_word, ExprId new_word, std::uint32_t node, std::uint32_t slot);
    /// A tag or a set of tags.
    [[nodiscard]] bool is_destination(ExprId id) const;
    ExprId join_rests(ExprId a, ExprId b);
    ExprId make_rest(std::vector<U256> values);
    ExprId join_destinations(ExprId a, ExprId b);
    void join_ranges(State& state) const;
    void join_tables(State& state, std::uint32_t node);
    void forget_redefined(State& state) const;
    [[nodiscard]] Range widen(const Range& old_range, const Range& joined) const;

    ExpressionTable* m_table;
    const Reasoner* m_reasoner;
    std::vector<U256> m_thresholds;
    const std::vector<bool>* m_pushed = nullptr;
    std::vector<bool> m_escaped;
    bool m_shares_rests = false;
    // State of the current join.
    std::vector<Pending> m_pending;
    const State* m_old = nullptr;
    const State* m_new = nullptr;
    std::size_t m_visits = 0;
};

}  // namespace sbst::evm::analysis
