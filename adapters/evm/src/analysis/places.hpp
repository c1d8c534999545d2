// SPDX-License-Identifier: Apache-2.0
// Places: whether an instruction, by the source map and the syntax tree, makes a decision of the
// author, belongs to one of the author's statements, or is the compiler's own. Next: classify.hpp.
#pragma once

#include <sbst/evm/analysis/contract_facts.hpp>
#include <sbst/evm/analysis/disassembly.hpp>

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace sbst::evm::analysis
{

enum class Place
{
    /// No source map, or no syntax tree.
    unknown,
    /// A decision of the author, or a part of its condition.
    decision,
    /// Any other part of a function: code of the author, or compiler code for it.
    statement,
    /// A comparison or a variable outside conditions; the optimizer may have moved it there.
    expression,
    /// Mapped to a whole function or contract, or to nothing: the frame around a body, and via IR
    /// also the rest of an optimised body.
    frame,
    /// A routine of the compiler, which has a source of its own.
    routine
};

/// Not mapped to any part of a function's body.
[[nodiscard]] constexpr bool is_generated(Place place)
{
    return place == Place::frame || place == Place::routine;
}

/// Looks up instructions; holds only references.
class Places
{
public:
    Places(const ContractFacts& facts, const Disassembly& disassembly);

    /// Place of the instruction at a pc.
    [[nodiscard]] Place of(std::uint32_t pc) const;
    /// Tells whether the instruction is mapped to a whole call of `require` or `assert`.
    [[nodiscard]] bool is_requirement(std::uint32_t pc) const;
    /// Tells whether it is mapped to a whole division, remainder or index access: operations that
    /// the compiler checks before it does them.
    [[nodiscard]] bool is_checked_operation(std::uint32_t pc) const;

private:
    using Nodes = std::vector<const SourceNode*>;

    /// Null without a map.
    [[nodiscard]] const SourceRange* range_at(std::uint32_t pc) const;
    [[nodiscard]] const Nodes* nodes_at(const SourceRange& range) const;
    [[nodiscard]] bool any_at(std::uint32_t pc, bool (*is_wanted)(const SourceNode&)) const;
    [[nodiscard]] bool is_in_condition(const SourceRange& range) const;

    const ContractFacts* m_facts;
    const Disassembly* m_disassembly;
    std::map<SourceRange, Nodes> m_nodes_at;
    std::set<std::int64_t> m_files;
};

}  // namespace sbst::evm::analysis
