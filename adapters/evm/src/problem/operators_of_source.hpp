// SPDX-License-Identifier: Apache-2.0
// The operators of Solidity and the types of their operands. Next: mutants.cpp.
#pragma once

#include <sbst/criteria/mutation.hpp>
#include <sbst/evm/exec/mutant_sites.hpp>
#include <sbst/evm/exec/opcode.hpp>

#include <array>
#include <optional>
#include <string_view>

namespace sbst::evm
{

/// An operator on words, with the instructions that compute it without and with a sign.
struct SourceOperator
{
    std::string_view symbol;
    WordOperator word_operator{};
    std::array<Op, 2> opcodes{};
    bool is_shift = false;

    [[nodiscard]] bool is_bitwise() const { return word_operator >= WordOperator::bit_and; }
};

/// Null for what is no operator on words.
[[nodiscard]] const SourceOperator* find_operator(std::string_view symbol);
[[nodiscard]] std::optional<Relation> find_relation(std::string_view symbol);

/// The type by its name in the syntax tree: `int128`, `uint8`, `address payable`, `int_const 5`.
/// Nothing for types without an order: booleans, contracts, enums.
[[nodiscard]] std::optional<WordType> ordered_type(std::string_view name);

}  // namespace sbst::evm
