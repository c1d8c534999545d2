// SPDX-License-Identifier: Apache-2.0
// Decisions: the conditions of the source by the syntax tree, each with its question and the code
// that follows when it is true. Next: truths.hpp.
#pragma once

#include <sbst/evm/analysis/contract_facts.hpp>

#include <map>
#include <optional>
#include <vector>

namespace sbst::evm::analysis
{

/// A node with two continuations.
struct Decision
{
    const SourceNode* node = nullptr;
    /// The condition as written. Nothing for `try`, which tests whether the call succeeds.
    std::optional<SourceRange> condition;
    /// The condition without parentheses and negations; `is_negated`: with an odd number of them.
    std::optional<SourceRange> leaf;
    bool is_negated = false;
    /// The code that runs next, and only then.
    std::optional<SourceRange> when_true;
    std::optional<SourceRange> when_false;
    /// `require`, `assert`: fails when the condition is false.
    bool fails_when_false = false;
    /// `if` whose body only fails.
    bool fails_when_true = false;
    /// `&&`, `||`, whose condition is only the left operand, and `? :`: not the question of a whole
    /// line.
    bool is_part = false;
};

/// Looks up nodes by their range; holds only references.
class Decisions
{
public:
    explicit Decisions(const ContractFacts& facts);

    /// The decision with exactly that range; null = none.
    [[nodiscard]] const Decision* at(const SourceRange& range) const;
    /// The decision whose condition has that leaf; null = none.
    [[nodiscard]] const Decision* asking(const SourceRange& leaf) const;
    /// The comparison of two words with exactly that range; null = none.
    [[nodiscard]] const SourceNode* comparison_at(const SourceRange& range) const;
    /// Tells whether the literal with exactly that range is that digit.
    [[nodiscard]] bool is_literal(const SourceRange& range, char digit) const;
    /// Tells whether it is a boolean that is read, not computed: a variable, a member, an element.
    [[nodiscard]] bool is_plain_word(const SourceRange& range) const;
    /// Tells whether the compiler may add jumps of its own for the expression: it calls, decodes,
    /// accesses an element, or computes something that may fail.
    [[nodiscard]] bool has_inner_jumps(const SourceRange& range) const;

private:
    using Nodes = std::vector<const SourceNode*>;

    [[nodiscard]] const Nodes& nodes_at(const SourceRange& range) const;
    void strip(Decision& decision) const;

    const ContractFacts* m_facts;
    std::map<SourceRange, Nodes> m_nodes_at;
    std::map<SourceRange, Decision> m_decisions;
    std::map<SourceRange, const Decision*> m_by_leaf;
};

/// Tells whether the inner range is not empty and lies within the outer one.
[[nodiscard]] bool lies_within(const SourceRange& inner, const SourceRange& outer);

}  // namespace sbst::evm::analysis
