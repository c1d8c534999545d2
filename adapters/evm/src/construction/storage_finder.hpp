// SPDX-License-Identifier: Apache-2.0
// StorageFinder: turns what the abstract interpreter saw into storage facts. Next:
// storage_path.hpp.
#pragma once

#include "../analysis/entries.hpp"
#include "../analysis/machine.hpp"
#include "storage_path.hpp"

#include <sbst/evm/construction/storage_facts.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace sbst::evm::construction
{

/// A program and what the abstract interpreter saw of it. No pointer is null, and all that they
/// point to must outlive the finder.
struct FinderSource
{
    const analysis::Program* program = nullptr;
    const ContractFacts* facts = nullptr;
    const ContractAnalysis* contract = nullptr;
    const analysis::ContextGraph* graph = nullptr;
    const analysis::EntryMap* entries = nullptr;
};

/// Holds references to what it reads; used once.
class StorageFinder
{
public:
    /// @param table that of the machine which made the graph.
    StorageFinder(const FinderSource& source, analysis::ExpressionTable& table);

    [[nodiscard]] StorageFacts find();

private:
    /// A part of a stored word: `mask` of `value`, which was moved up by `shift`.
    struct Piece
    {
        U256 mask;
        unsigned shift = 0;
        analysis::ExprId value = 0;
    };
    /// A stored word: bits that stay, constant bits, and pieces.
    struct Word
    {
        U256 kept{};
        U256 constant{};
        std::vector<Piece> pieces{};
        /// The word some bits of which stay.
        std::optional<analysis::ExprId> old{};
    };

    void note_accesses();
    void add_writes(std::uint32_t node);
    void add_conditions();
    [[nodiscard]] TermId term_of(analysis::ExprId word);
    [[nodiscard]] Term described(analysis::ExprId word);
    [[nodiscard]] Term choice_term(analysis::ExprId merge);
    [[nodiscard]] Term symbol_term(const analysis::Expression& node, analysis::ExprId word);
    [[nodiscard]] std::optional<Term> field_term(analysis::ExprId word);
    [[nodiscard]] std::optional<Term> read_term(analysis::ExprId symbol, const BitField& field);
    [[nodiscard]] std::vector<TermId> terms_of(const std::vector<analysis::ExprId>& words);
    [[nodiscard]] TermId known(Term term);
    [[nodiscard]] LocationId known(StorageLocation location);
    [[nodiscard]] std::optional<Term> part_term(analysis::ExprId word, const BitField& field);
    [[nodiscard]] static BitField field_of(const Piece& piece, const Word& word);
    [[nodiscard]] Word decomposed(
        analysis::ExprId word, std::optional<analysis::ExprId> key, unsigned depth);
    static void take_out(U256& kept, const Word& put);
    static void keep_bits(Word& word, const U256& mask);
    [[nodiscard]] const std::vector<std::uint32_t>& guards(
        std::uint32_t block, std::uint32_t entry);
    [[nodiscard]] bool is_old_word(
        analysis::ExprId word, std::optional<analysis::ExprId> key) const;
    [[nodiscard]] std::vector<std::uint32_t> entries_of(std::uint32_t node) const;

    FinderSource m_source;
    analysis::ExpressionTable* m_table;
    PathReader m_paths;
    /// By the symbol of what was read: its key, or its address in memory.
    std::map<analysis::ExprId, analysis::ExprId> m_keys;
    std::map<analysis::ExprId, analysis::ExprId> m_addresses;
    /// Where the creation code has copied its arguments to.
    std::optional<U256> m_arguments;
    std::map<Term, TermId> m_known_terms;
    std::map<StorageLocation, LocationId> m_known_locations;
    std::map<analysis::ExprId, TermId> m_terms;
    unsigned m_depth = 0;
    std::set<std::tuple<std::uint32_t, std::uint32_t, LocationId, std::vector<TermId>>>
        m_known_writes;
    /// By block and entry.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> m_guards;
    StorageFacts m_result;
};

}  // namespace sbst::evm::construction
