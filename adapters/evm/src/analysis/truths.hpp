// SPDX-License-Identifier: Apache-2.0
// Truths: what a jump means for the condition of the source that it decides. Compilers negate
// conditions freely, so a taken jump may mean that the condition is true or false. Next: goals.hpp.
#pragma once

#include "branches.hpp"
#include "decisions.hpp"
#include "places.hpp"

#include <sbst/evm/analysis/contract_analysis.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sbst::evm::analysis
{

/// How to read the outcome "jumped" of a branch.
struct Truth
{
    Reading reading = Reading::jump;
    /// The condition is true, or the check passes, when it jumps.
    bool jump_holds = false;
    /// The decided part of a condition; file -1 = the whole condition.
    SourceRange part;
};

/// Reads branches. There are two kinds of evidence: the instructions that made the tested word (a
/// comparison mapped to the source's comparison, and negations), and the continuations of the two
/// sides (the body, the other branch, a failure). If they disagree or both are silent, only the
/// jump is reported; if the compiler adds jumps inside the condition, stronger evidence is
/// required. Holds only references.
class TruthFinder
{
public:
    explicit TruthFinder(const GraphView& view);

    /// @param source_pc the instruction whose source shows the decision.
    [[nodiscard]] Truth of(
        const Branch& branch, GoalClass goal_class, std::uint32_t source_pc) const;

private:
    /// Tells whether a jump means that a leaf (see Decision) is true.
    struct LeafTruth
    {
        SourceRange leaf;
        bool when_jumped = false;
        /// The word is the leaf's comparison.
        bool is_comparison = false;
    };

    [[nodiscard]] Truth read_decision(const Branch& branch, std::uint32_t source_pc) const;
    [[nodiscard]] bool is_decided_here(const Branch& branch, const Decision& decision,
        const std::optional<LeafTruth>& word, std::uint32_t source_pc) const;
    [[nodiscard]] const Decision* decision_of(const Branch& branch, std::uint32_t source_pc) const;
    [[nodiscard]] std::optional<LeafTruth> from_word(
        const Branch& branch, const Decision* decision) const;
    [[nodiscard]] std::optional<LeafTruth> from_comparison(
        const Branch& branch, const std::vector<std::size_t>& steps) const;
    [[nodiscard]] bool compares_two_words(const Branch& branch) const;
    [[nodiscard]] std::optional<LeafTruth> from_expression(
        const Branch& branch, const Decision& decision) const;
    [[nodiscard]] std::optional<bool> holds_for_number(const SourceNode& comparison) const;
    [[nodiscard]] std::optional<LeafTruth> from_read(
        const std::vector<std::size_t>& steps, const SourceRange& leaf) const;
    [[nodiscard]] std::optional<bool> from_ways(
        const Branch& branch, const Decision& decision) const;
    [[nodiscard]] std::optional<bool> way_of(
        std::uint32_t node, bool outcome, const Decision& decision) const;
    [[nodiscard]] std::optional<bool> from_failure(
        const Branch& branch, const Decision& decision) const;
    [[nodiscard]] std::optional<bool> from_call(const Branch& branch) const;
    [[nodiscard]] bool is_shared_requirement(const Branch& branch) const;
    [[nodiscard]] SourceRange range_of(std::size_t instruction) const;
    [[nodiscard]] SourceRange range_at(std::uint32_t pc) const;
    [[nodiscard]] std::uint8_t opcode_of(std::size_t instruction) const;

    const GraphView* m_view;
    Places m_places;
    Decisions m_decisions;
};

}  // namespace sbst::evm::analysis
