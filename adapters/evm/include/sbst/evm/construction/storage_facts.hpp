// SPDX-License-Identifier: Apache-2.0
// Data flow of a contract through its storage: which function reads and writes which place, by
// which keys, from which inputs, and what its conditions ask for. Next:
// adapters/evm/src/construction/storage_finder.hpp, which finds them.
#pragma once

#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/analysis/contract_facts.hpp>
#include <sbst/id.hpp>
#include <sbst/numeric/u256.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sbst::evm
{

struct TermTag;
/// A word in terms of what a call finds at its beginning; equal ids are equal words.
using TermId = StrongId<TermTag>;

struct LocationTag;
/// A place of storage, whatever its keys.
using LocationId = StrongId<LocationTag>;

enum class TermKind : std::uint8_t
{
    constant,
    /// A word of the arguments: `value` is its offset in bytes, without the selector.
    argument,
    sender,
    /// Wei that come with the call.
    sent_value,
    timestamp,
    block_number,
    /// A word that the constructor puts into the code: `value` is its offset there.
    immutable,
    /// Bits of a place of storage.
    read,
    /// `opcode` of its operands.
    operation,
    /// One of its operands, where ways meet.
    choice,
    unknown
};

/// Bits of a word of storage, counted from the lowest one.
struct BitField
{
    unsigned first = 0;
    unsigned count = 256;

    friend auto operator<=>(const BitField&, const BitField&) = default;

    [[nodiscard]] U256 mask() const;
};

struct Term
{
    TermKind kind = TermKind::unknown;
    U256 value{};
    std::uint8_t opcode = 0;
    LocationId location{};
    BitField field{};
    /// Operands of an operation, the top of the stack first, or of a choice; keys of a read, the
    /// outermost first.
    std::vector<TermId> operands{};

    friend auto operator<=>(const Term&, const Term&) = default;
};

/// One step from a slot to a place behind it.
struct PathStep
{
    enum class Kind : std::uint8_t
    {
        /// By a key.
        mapping,
        /// By an index; elements have `offset` slots each.
        element,
        /// To the slot `offset` of a struct.
        member
    };
    Kind kind = Kind::mapping;
    std::uint64_t offset = 0;

    friend auto operator<=>(const PathStep&, const PathStep&) = default;
};

struct StorageLocation
{
    U256 slot{};
    std::vector<PathStep> steps{};

    friend auto operator<=>(const StorageLocation&, const StorageLocation&) = default;

    /// Steps that take a key or an index.
    [[nodiscard]] std::size_t key_count() const;
};

/// A write of one word.
struct StorageWrite
{
    /// Index in ContractAnalysis::entries of its program.
    std::uint32_t entry = 0;
    std::uint32_t pc = 0;
    LocationId location{};
    std::vector<TermId> keys{};
    /// A part of the word, moved down to bit 0.
    struct Part
    {
        BitField field{};
        TermId value{};
    };
    std::vector<Part> parts{};
    /// The bits that it changes or sets to what they were.
    U256 written{};
    /// The constant bits among them.
    U256 constant{};
    /// Branches that lead to it, as indices in ContractAnalysis::goals, ascending.
    std::vector<std::uint32_t> guards{};

    /// What the bits of a field are afterwards; nothing where the write leaves one as it was, or
    /// where they are made of several parts.
    struct Written
    {
        /// Nothing: a constant.
        std::optional<TermId> value{};
        U256 constant{};
    };
    [[nodiscard]] std::optional<Written> value_of(const BitField& field) const;
};

/// The condition of a JUMPI in one function: it jumps where that word is not 0.
struct StorageCondition
{
    std::uint32_t entry = 0;
    std::uint32_t jumpi = 0;
    TermId term{};
};

/// Everything that is known about one program.
struct StorageFacts
{
    std::vector<Term> terms{};
    std::vector<StorageLocation> locations{};
    /// Ascending by (entry, pc).
    std::vector<StorageWrite> writes{};
    /// Ascending by (jumpi, entry).
    std::vector<StorageCondition> conditions{};

    [[nodiscard]] const Term& operator[](TermId id) const { return terms[id.index()]; }
    [[nodiscard]] const StorageLocation& operator[](LocationId id) const
    {
        return locations[id.index()];
    }
    /// Conditions of one JUMPI in one function.
    [[nodiscard]] std::vector<TermId> conditions_of(std::uint32_t jumpi, std::uint32_t entry) const;
};

/// The branches that decide whether a block runs in a function: those on which it is control
/// dependent, and those on which these are. Both outcomes of one condition cancel out. Indices in
/// ContractAnalysis::goals, ascending.
[[nodiscard]] std::vector<std::uint32_t> guards_of_block(
    const ContractAnalysis& analysis, std::size_t block, std::uint32_t entry);
/// The same for a goal; itself included where it is a branch.
[[nodiscard]] std::vector<std::uint32_t> guards_of_goal(
    const ContractAnalysis& analysis, std::uint32_t goal, std::uint32_t entry);

/// A term for people: `balances[sender] + value`. Arguments are named by `arg0`, ... where the
/// entry has no names, places by their slots: `slot 3[sender].1`.
[[nodiscard]] std::string term_text(const StorageFacts& storage, const ContractFacts& facts,
    const FunctionEntry& entry, TermId term);
/// The same for the place that `read` reads; `read` need not be one of the facts' terms.
[[nodiscard]] std::string place_text(const StorageFacts& storage, const ContractFacts& facts,
    const FunctionEntry& entry, const Term& read);
/// A line for each write, by function: `deposit: slot 3[sender] := slot 3[sender] + value`.
[[nodiscard]] std::string writes_text(
    const StorageFacts& storage, const ContractFacts& facts, const ContractAnalysis& analysis);

/// Runs the abstract interpreter once more, as analyse() does twice. Words of memory beyond its
/// reach and of returned data are unknown. Empty where the analysis is not complete.
/// @param contract the analysis of the same program.
[[nodiscard]] StorageFacts find_storage_facts(
    const ContractFacts& facts, const ContractAnalysis& contract);

}  // namespace sbst::evm
