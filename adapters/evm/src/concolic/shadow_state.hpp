// SPDX-License-Identifier: Apache-2.0
// What storage and balances are as expressions, over the calls of a test and undone like the world
// state. Next: shadow_machine.hpp.
#pragma once

#include "slot_keys.hpp"

#include <sbst/evm/exec/words.hpp>
#include <sbst/symbolic/expression_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace sbst::evm
{

/// The writes of a test in their order, to be read as expressions.
class ShadowState
{
public:
    /// One of the spaces of words that accounts have.
    enum class Space : std::uint8_t
    {
        storage,
        transient,
        balance  ///< at key 0
    };
    struct Place
    {
        U256 account;
        Space space = Space::storage;
        /// As the run had it.
        U256 key;
        /// As an expression; invalid if it hangs on no literal.
        ExpressionId key_expression{};
    };
    struct Reading
    {
        /// Invalid if the word hangs on no literal.
        ExpressionId word;
        /// What must hold for the reading to be this word: true unless there were too many writes
        /// at keys that may agree.
        ExpressionId condition{};
        /// There were far too many: the word is only the number of the run.
        bool is_cut = false;
    };

    void clear();
    void write(const Place& place, const U256& value, ExpressionId expression);
    /// Reads a place: the latest write to the same key, whichever keys turn out to agree.
    /// @param value as the run had it.
    [[nodiscard]] Reading read(ExpressionGraph& graph, const KnownHashes& hashes,
        const Place& place, const U256& value) const;

    /// Tells whether anything was written that hangs on literals, by its key or its value.
    [[nodiscard]] bool hangs_on_literals() const { return m_hangs_on_literals; }

    [[nodiscard]] std::size_t checkpoint() const { return m_writes.size(); }
    void revert(std::size_t checkpoint);
    /// Forgets all spaces of an account: it was destroyed. Writes before it cannot be reverted to.
    void forget(const U256& account);
    /// Forgets transient storage: a transaction begins.
    void end_transaction();

private:
    /// Writes that a reading may choose among by the agreement of keys.
    static constexpr std::size_t max_choices = 12;
    /// Writes behind them whose keys are taken for granted.
    static constexpr std::size_t max_granted = 64;
    static constexpr std::uint32_t nothing = 0xffffffff;

    struct Write
    {
        Place place;
        U256 value;
        ExpressionId expression;
        /// The write before it to the same account and space.
        std::uint32_t previous = nothing;
    };
    struct Owner
    {
        U256 account;
        Space space = Space::storage;
        friend bool operator==(const Owner&, const Owner&) = default;
    };
    struct HashOwner
    {
        std::size_t operator()(const Owner& owner) const
        {
            return hash_value(owner.account) * 4 + static_cast<std::size_t>(owner.space);
        }
    };

    /// A write at a key that may agree.
    struct Choice
    {
        ExpressionId agrees;
        ExpressionId word;
    };
    /// The writes that decide what is read.
    struct Candidates
    {
        /// The latest first.
        std::vector<Choice> choices;
        /// The word if none of these keys agrees: that of a write whose key surely does, or of the
        /// run's own write. Invalid if there is neither.
        ExpressionId rest;
        /// As Reading has it.
        ExpressionId condition;
        bool has_met_own = false;
        /// There are far too many; then nothing else is meant.
        bool is_cut = false;
    };

    [[nodiscard]] std::uint32_t latest(const Place& place) const;
    [[nodiscard]] Candidates candidates(
        ExpressionGraph& graph, const KnownHashes& hashes, const Place& place) const;

    std::vector<Write> m_writes;
    bool m_hangs_on_literals = false;
    std::unordered_map<Owner, std::uint32_t, HashOwner> m_latest;
};

}  // namespace sbst::evm
