// SPDX-License-Identifier: Apache-2.0
// Truths: what a jump says about the condition of the source that it decides. Compilers negate
// conditions as it suits them, so a jump taken may mean that the condition is true or false.
// Next: goals.hpp.
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
    /// The part of a condition that is asked; file -1 = all of it.
    SourceRange part;
};

/// Reads branches. Two judges look at each: the instructions that made the tested word (a
/// comparison that is mapped to the source's comparison, and negations), and where the two sides go
/// on (into the body, into the other branch, into a failure). Where they disagree or neither knows,
/// nothing is said but that it jumps; where the compiler makes jumps within the condition, more is
/// asked of them. Holds references only.
class TruthFinder
{
public:
    explicit TruthFinder(const GraphView& view);

    /// @param source_pc the instruction whose source shows what is decided.
    [[nodiscard]] Truth of(
        const Branch& branch, GoalClass goal_class, std::uint32_t source_pc) const;

private:
    /// Whether a jump means that a leaf (see Decision) is true.
    struct LeafTruth
    {
        SourceRange leaf;
        bool when_jumped = false;
        /// The word is the comparison that the leaf is.
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
