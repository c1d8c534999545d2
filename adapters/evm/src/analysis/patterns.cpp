// SPDX-License-Identifier: Apache-2.0
#include "patterns.hpp"

#include <sbst/evm/exec/opcode.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace sbst::evm::analysis
{

namespace
{

const ExpressionTable& table_of(const GraphView& view)
{
    return *view.table;
}

/// Opcodes of a block.
std::vector<std::uint8_t> opcodes_of(const GraphView& view, std::uint32_t block)
{
    std::vector<std::uint8_t> opcodes;
    const Block& span = view.program->blocks()[block];
    for (std::size_t i = span.first; i < span.last; ++i)
    {
        opcodes.push_back(view.program->instructions()[i].opcode);
    }
    return opcodes;
}

bool has_any(const std::vector<std::uint8_t>& opcodes, std::size_t count,
    std::initializer_list<std::uint8_t> wanted)
{
    const std::size_t end = std::min(count, opcodes.size());
    return std::find_first_of(opcodes.begin(), opcodes.begin() + static_cast<std::ptrdiff_t>(end),
               wanted.begin(), wanted.end()) != opcodes.begin() + static_cast<std::ptrdiff_t>(end);
}

/// Block on one side of a branch, from the first context in which that side is possible.
std::optional<std::uint32_t> side_block(const GraphView& view, const Branch& branch, bool outcome)
{
    for (const std::uint32_t id : branch.nodes)
    {
        for (const ContextEdge& edge : view.graph->nodes[id].successors)
        {
            if (edge.is_jump == outcome)
            {
                return view.graph->nodes[edge.node].block;
            }
        }
    }
    return std::nullopt;
}

/// Block on the side that does not simply fail.
std::optional<std::uint32_t> ongoing_block(const GraphView& view, const Branch& branch)
{
    for (const bool outcome : {true, false})
    {
        const BlockEnd end = branch.sides.at(outcome ? 1 : 0).end;
        const bool fails = end == BlockEnd::reverts_empty || end == BlockEnd::reverts_data ||
                           end == BlockEnd::panics || end == BlockEnd::invalid ||
                           end == BlockEnd::fails;
        if (!fails)
        {
            if (const auto block = side_block(view, branch, outcome))
            {
                return block;
            }
        }
    }
    return std::nullopt;
}

bool matches_token(const Instruction& instruction, std::string_view token)
{
    if (token.front() != 'P' || token.rfind("PO", 0) == 0)
    {
        return opcode_info(instruction.opcode).name == token;
    }
    if (!is_push(instruction.opcode))
    {
        return false;
    }
    return token == "P" || instruction.immediate.to_hex() == fmt::format("0x{}", token.substr(2));
}

/// Matches instructions around the JUMPI, which is written `|`: opcode names, `P` for any PUSH,
/// `P:1f` for a PUSH of that number. The part before `|` ends at the JUMPI.
bool matches(const GraphView& view, const Branch& branch, std::string_view pattern)
{
    std::vector<std::string_view> tokens;
    while (!pattern.empty())
    {
        const std::size_t end = std::min(pattern.find(' '), pattern.size());
        tokens.push_back(pattern.substr(0, end));
        pattern.remove_prefix(std::min(end + 1, pattern.size()));
    }
    const auto bar = std::find(tokens.begin(), tokens.end(), "|");
    const auto before = static_cast<std::size_t>(bar - tokens.begin());
    const std::size_t jumpi = view.program->blocks()[branch.block].last - 1;
    const auto& code = view.program->instructions();
    if (jumpi < before || jumpi + tokens.size() - before > code.size())
    {
        return false;
    }
    for (std::size_t i = 0; i < tokens.size(); ++i)
    {
        if (i != before && !matches_token(code[jumpi - before + i], tokens[i]))
        {
            return false;
        }
    }
    return true;
}

/// How far the code of one branch is followed.
constexpr int max_steps = 12;
constexpr std::size_t max_nearby_nodes = 48;

/// Tells whether the way from one side of a node leads back to it without another branch, and
/// gathers the opcodes of the loop.
bool find_simple_loop(const GraphView& view, std::uint32_t head, const ContextEdge& side,
    std::vector<std::uint8_t>& opcodes)
{
    const auto& nodes = view.graph->nodes;
    opcodes = opcodes_of(view, nodes[head].block);
    std::uint32_t at = side.node;
    for (int step = 0; step < max_steps && at != head; ++step)
    {
        const std::vector<std::uint8_t> more = opcodes_of(view, nodes[at].block);
        opcodes.insert(opcodes.end(), more.begin(), more.end());
        if (nodes[at].end == BlockEnd::branches || nodes[at].successors.size() != 1)
        {
            return false;
        }
        at = nodes[at].successors.front().node;
    }
    return at == head;
}

// Code of solc 0.4 and 0.5 without optimizer for strings and arrays; later versions call functions
// for it, and their artifacts have source maps.
constexpr auto copy_patterns = std::to_array<std::string_view>({
    // storage to memory: length 0, short or long, and the loop over words
    "MUL SUB AND P:2 SWAP1 DIV DUP1 ISZERO P |",
    "DUP1 P:1f LT P | P:100 DUP1 DUP4 SLOAD DIV MUL",
    "DUP2 SLOAD DUP2 MSTORE SWAP1 P:1 ADD SWAP1 P:20 ADD DUP1 DUP4 GT P |",
    "DUP1 SLOAD DUP1 ISZERO P | P:20 MUL DUP3 ADD",
    "P:20 ADD SWAP1 P:1 ADD SWAP1 DUP1 DUP4 GT P |",
    // memory, calldata or storage to storage: short or long, empty, the loop
    "DUP3 P:1f LT P | DUP1 MLOAD P:ff NOT AND",
    "DUP3 P:1f LT P | DUP1 CALLDATALOAD P:ff NOT AND",
    "DUP6 SSTORE DUP3 ISZERO P | SWAP2 DUP3 ADD",
    "DUP3 DUP2 GT ISZERO P | DUP3 MLOAD DUP3 SSTORE",
    "DUP3 DUP2 GT ISZERO P | DUP3 CALLDATALOAD DUP3 SSTORE",
    "DUP3 DUP2 GT ISZERO P | DUP3 SLOAD DUP3 SSTORE",
    "DUP3 DUP2 GT ISZERO P | DUP3 MLOAD DUP3 P",
    // shrinking and clearing
    "DUP1 DUP3 GT ISZERO P | P:0 DUP2",
    "DUP2 SLOAD DUP2 DUP4 SSTORE DUP2 DUP2 GT ISZERO P |",
    "DUP2 SLOAD DUP2 DUP4 SSTORE DUP2 DUP2 LT P |",
    "DUP2 SLOAD DUP2 DUP4 SSTORE DUP2 DUP2 ISZERO GT P |",
    "P:2 SWAP1 DIV P:0 DUP3 SSTORE DUP1 P:1f LT P |",
    // memory to memory, with the rest of the last word
    "DUP4 DUP2 LT ISZERO P | DUP1 DUP3 ADD MLOAD",
    "DUP4 DUP2 LT ISZERO P | DUP1 DUP3 ADD MLOAD DUP2 DUP5 ADD MSTORE",
    "SWAP1 P:1f AND DUP1 ISZERO P | DUP1 DUP3 SUB",
    "P:20 DUP4 LT ISZERO ISZERO P | DUP1 MLOAD DUP3 MSTORE",
    "P:20 DUP4 LT P | DUP1 MLOAD DUP3 MSTORE",
    // new arrays and contracts in memory; an array from memory to storage
    "P:40 MSTORE DUP1 ISZERO P | DUP2 P:20 ADD P:20 DUP3 MUL",
    "P:40 MLOAD DUP1 MSIZE LT P | POP MSIZE",
    "DUP2 ADD SWAP3 DUP3 ISZERO P | SWAP2 P:20 MUL",
    // data returned by a call
    "RETURNDATASIZE DUP1 P:0 DUP2 EQ P | P:40 MLOAD",
});

/// The comparison behind the condition in one context, negations removed.
ExprId bare_condition(const GraphView& view, std::uint32_t node)
{
    ExprId id = view.graph->nodes[node].condition;
    while (table_of(view)[id].kind == op_iszero)
    {
        id = table_of(view)[id].args[0];
    }
    return id;
}

}  // namespace

bool forwards_returned_data(const GraphView& view, const Branch& branch)
{
    const auto& nodes = view.graph->nodes;
    for (const ContextEdge& edge : nodes[branch.nodes.front()].successors)
    {
        if (branch.sides.at(edge.is_jump ? 1 : 0).end != BlockEnd::reverts_data)
        {
            continue;
        }
        // The side has one way to its end.
        std::uint32_t at = edge.node;
        for (int step = 0; step < max_steps; ++step)
        {
            if (has_any(opcodes_of(view, nodes[at].block), SIZE_MAX, {op_returndatacopy}))
            {
                return true;
            }
            if (nodes[at].successors.size() != 1)
            {
                break;
            }
            at = nodes[at].successors.front().node;
        }
    }
    return false;
}

bool guards_division(const GraphView& view, const Branch& branch)
{
    const auto block = ongoing_block(view, branch);
    return block && has_any(opcodes_of(view, *block), 3,
                        {op_div, op_sdiv, op_mod, op_smod, op_addmod, op_mulmod});
}

bool guards_index(const GraphView& view, const Branch& branch)
{
    const auto block = ongoing_block(view, branch);
    if (!block ||
        !(matches(view, branch, "LT ISZERO ISZERO P |") || matches(view, branch, "LT P |")))
    {
        return false;
    }
    const std::vector<std::uint8_t> next = opcodes_of(view, *block);
    // The index is used at once: SWAP1 PUSH 0 MSTORE (storage), PUSH 32 MUL ADD (memory), ADD, DIV.
    return has_any(next, 5, {op_mstore, op_mul, op_add, op_div, op_byte});
}

bool guards_enumeration(const GraphView& view, const Branch& branch)
{
    return matches(view, branch, "DUP2 GT ISZERO P | INVALID") ||
           matches(view, branch, "DUP2 GT ISZERO ISZERO P | INVALID");
}

bool compares_argument_size(const GraphView& view, const Branch& branch)
{
    const ExpressionTable& table = table_of(view);
    const auto is_rest = [&](ExprId id) {
        return table[id].kind == op_add && (table[id].sources & from_calldatasize) != 0;
    };
    // An argument's own place and length, compared with the end of the calldata.
    const auto is_end = [&](ExprId id, ExprId other) {
        return table[id].kind == op_calldatasize && table[other].kind == op_add &&
               (table[other].sources & from_calldata) != 0;
    };
    return std::any_of(branch.nodes.begin(), branch.nodes.end(), [&](std::uint32_t id) {
        const Expression& node = table[bare_condition(view, id)];
        if (!is_comparison(node.kind))
        {
            return false;
        }
        const auto& [a, b, unused] = node.args;
        return node.kind == op_slt || is_rest(a) || is_rest(b) || is_end(a, b) || is_end(b, a);
    });
}

bool compares_with_bound(const GraphView& view, const Branch& branch)
{
    const ExpressionTable& table = table_of(view);
    return std::all_of(branch.nodes.begin(), branch.nodes.end(), [&](std::uint32_t id) {
        const Expression& node = table[bare_condition(view, id)];
        return is_comparison(node.kind) &&
               std::any_of(node.args.begin(), node.args.begin() + 2, [&](ExprId arg) {
                   const auto bound = table.constant_value(arg);
                   return bound && !(*bound < U256::power_of_two(32) - U256{1}) &&
                          (is_low_mask(*bound) || is_low_mask(*bound - U256{1}));
               });
    });
}

bool copies_data(const GraphView& view, const Branch& branch)
{
    return std::any_of(copy_patterns.begin(), copy_patterns.end(),
        [&](std::string_view pattern) { return matches(view, branch, pattern); });
}

bool fills_memory(const GraphView& view, const Branch& branch)
{
    const std::uint32_t head = branch.nodes.front();
    std::vector<std::uint8_t> opcodes;
    for (const ContextEdge& side : view.graph->nodes[head].successors)
    {
        if (find_simple_loop(view, head, side, opcodes))
        {
            return has_any(opcodes, SIZE_MAX, {op_mload, op_sload, op_calldataload}) &&
                   has_any(opcodes, SIZE_MAX, {op_mstore}) &&
                   !has_any(opcodes, SIZE_MAX,
                       {op_sstore, op_tstore, op_keccak256, op_log0, 0xa1, 0xa2, 0xa3, 0xa4,
                           op_call, op_callcode, op_delegatecall, op_staticcall});
        }
    }
    return false;
}

bool tests_stored_flag(const GraphView& view, const Branch& branch)
{
    const ExpressionTable& table = table_of(view);
    return std::all_of(branch.nodes.begin(), branch.nodes.end(), [&](std::uint32_t id) {
        const Expression& node = table[bare_condition(view, id)];
        return node.kind == op_and && (node.sources & from_storage) != 0 &&
               (table.constant_value(node.args[0]) == U256{1} ||
                   table.constant_value(node.args[1]) == U256{1});
    });
}

bool moves_data(const GraphView& view, const Branch& branch)
{
    const auto& nodes = view.graph->nodes;
    const std::uint32_t head = branch.nodes.front();
    std::vector<std::uint32_t> nearby{head};
    for (std::size_t i = 0; i < nearby.size() && nearby.size() < max_nearby_nodes; ++i)
    {
        for (const ContextEdge& edge : nodes[nearby[i]].successors)
        {
            const ContextNode& next = nodes[edge.node];
            // Neither after the end of the function nor into a failure.
            const bool belongs = next.context.size() >= nodes[head].context.size() &&
                                 next.end != BlockEnd::panics && next.end != BlockEnd::reverts_data;
            if (!belongs || std::find(nearby.begin(), nearby.end(), edge.node) != nearby.end())
            {
                continue;
            }
            nearby.push_back(edge.node);
            if (has_any(opcodes_of(view, next.block), SIZE_MAX,
                    {op_mload, op_mstore, op_mstore8, op_sload, op_sstore, op_calldataload,
                        op_calldatacopy, op_codecopy, op_returndatacopy, op_mcopy}))
            {
                return true;
            }
        }
    }
    return false;
}

bool has_effects(const GraphView& view, std::uint32_t entry)
{
    for (std::uint32_t id = 0; id < view.graph->nodes.size(); ++id)
    {
        const auto& entries = view.entries->entries_of[id];
        if (std::find(entries.begin(), entries.end(), entry) == entries.end())
        {
            continue;
        }
        const BlockEnd end = view.graph->nodes[id].end;
        if (end == BlockEnd::returns || end == BlockEnd::self_destructs)
        {
            return true;
        }
        if (has_any(opcodes_of(view, view.graph->nodes[id].block), SIZE_MAX,
                {op_sstore, op_tstore, op_log0, 0xa1, 0xa2, 0xa3, 0xa4, op_create, op_create2,
                    op_call, op_callcode, op_delegatecall, op_staticcall}))
        {
            return true;
        }
    }
    return false;
}

}  // namespace sbst::evm::analysis
