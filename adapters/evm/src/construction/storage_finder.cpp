// SPDX-License-Identifier: Apache-2.0
#include "storage_finder.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace sbst::evm::construction
{

namespace
{

using analysis::AccessKind;
using analysis::ContextNode;
using analysis::Expression;
using analysis::ExprId;
using analysis::WordAccess;

/// Words in front of the arguments of a call: the selector.
constexpr std::uint64_t selector_bytes = 4;
constexpr unsigned word_bits = 256;
/// Parts of one stored word within each other, and in all.
constexpr unsigned max_parts = 24;
constexpr std::size_t max_pieces = 32;
/// Terms within each other: what is deeper is unknown.
constexpr unsigned max_term_depth = 64;
/// Words that ways bring to one place.
constexpr std::size_t max_choices = 64;
constexpr unsigned address_bits = 160;

U256 low_mask(unsigned bits)
{
    return bits >= word_bits ? U256::max() : U256::power_of_two(bits) - U256{1};
}

/// The number of bits of a mask of low bits; nothing for another word.
std::optional<unsigned> low_bits(const std::optional<U256>& mask)
{
    return mask && !is_zero(*mask) && analysis::is_low_mask(*mask) ?
               std::optional(bit_width(*mask)) :
               std::nullopt;
}

/// How far a shift, a product or a quotient by a power of two moves bits.
std::optional<unsigned> moved_by(
    const analysis::ExpressionTable& table, const Expression& node, bool is_up)
{
    const std::uint16_t shift = is_up ? analysis::op_shl : analysis::op_shr;
    const std::uint16_t factor = is_up ? analysis::op_mul : analysis::op_div;
    if (node.kind == shift)
    {
        const auto count = table.constant_value(node.args[0]);
        return count && *count < U256{word_bits} ?
                   std::optional(static_cast<unsigned>(low64(*count))) :
                   std::nullopt;
    }
    if (node.kind != factor)
    {
        return std::nullopt;
    }
    const auto by =
        table.constant_value(node.args[is_up && table.is_constant(node.args[0]) ? 0 : 1]);
    const bool is_power = by && !is_zero(*by) && is_zero(*by & (*by - U256{1}));
    return is_power ? std::optional(bit_width(*by) - 1) : std::nullopt;
}

/// What moved_by() moves.
ExprId moved_word(const analysis::ExpressionTable& table, const Expression& node)
{
    const bool is_shift = node.kind == analysis::op_shl || node.kind == analysis::op_shr;
    const bool is_second =
        is_shift || (node.kind == analysis::op_mul && table.is_constant(node.args[0]));
    return node.args.at(is_second ? 1 : 0);
}

}  // namespace

StorageFinder::StorageFinder(const FinderSource& source, analysis::ExpressionTable& table)
  : m_source(source), m_table(&table), m_paths(table)
{
    // Terms and locations that nothing is known about come first.
    (void)known(Term{});
}

StorageFacts StorageFinder::find()
{
    note_accesses();
    for (std::uint32_t node = 0; node < m_source.graph->nodes.size(); ++node)
    {
        add_writes(node);
    }
    add_conditions();
    const auto place = [](const StorageWrite& write) { return std::tuple(write.entry, write.pc); };
    std::stable_sort(m_result.writes.begin(), m_result.writes.end(),
        [&](const StorageWrite& a, const StorageWrite& b) { return place(a) < place(b); });
    return std::move(m_result);
}

void StorageFinder::note_accesses()
{
    bool has_copied = false;
    for (const ContextNode& node : m_source.graph->nodes)
    {
        for (const WordAccess& access : node.accesses)
        {
            if (access.kind == AccessKind::storage_read)
            {
                m_keys.emplace(access.word, access.key);
            }
            else if (access.kind == AccessKind::memory_read)
            {
                m_addresses.emplace(access.word, access.key);
            }
            else if (access.kind == AccessKind::code_copy && !has_copied &&
                     m_source.facts->program == ProgramKind::creation)
            {
                has_copied = true;
                m_arguments = m_table->constant_value(access.key);
            }
        }
    }
}

std::vector<std::uint32_t> StorageFinder::entries_of(std::uint32_t node) const
{
    return m_source.entries->entries_of[node];
}

void StorageFinder::add_writes(std::uint32_t node)
{
    const ContextNode& here = m_source.graph->nodes[node];
    for (const WordAccess& access : here.accesses)
    {
        if (access.kind != AccessKind::storage_write)
        {
            continue;
        }
        const std::optional<StoragePath> path = m_paths.read(access.key);
        if (!path)
        {
            continue;
        }
        const Word word = decomposed(access.word, std::optional(access.key), 0);
        if (word.kept == U256::max() && word.pieces.empty())
        {
            continue;
        }
        StorageWrite write{.pc = access.pc,
            .location = known(path->location),
            .keys = terms_of(path->keys),
            .written = ~word.kept,
            .constant = word.constant};
        for (const Piece& piece : word.pieces)
        {
            write.parts.push_back({.field = field_of(piece, word), .value = term_of(piece.value)});
        }
        for (const std::uint32_t entry : entries_of(node))
        {
            write.entry = entry;
            if (m_known_writes.emplace(entry, write.pc, write.location, write.keys).second)
            {
                write.guards = guards(here.block, entry);
                m_result.writes.push_back(write);
            }
        }
    }
}

const std::vector<std::uint32_t>& StorageFinder::guards(std::uint32_t block, std::uint32_t entry)
{
    const auto known = m_guards.find({block, entry});
    if (known != m_guards.end())
    {
        return known->second;
    }
    std::vector<std::uint32_t> found = guards_of_block(*m_source.contract, block, entry);
    return m_guards.emplace(std::pair(block, entry), std::move(found)).first->second;
}

/// The bits of a piece: a run that ends with the bits that stay, or with the next piece.
BitField StorageFinder::field_of(const Piece& piece, const Word& word)
{
    unsigned end = std::max(piece.shift + 1, bit_width(piece.mask));
    for (const Piece& other : word.pieces)
    {
        end = other.shift > piece.shift ? std::min(end, other.shift) : end;
    }
    const U256 others = (word.kept | word.constant) >> piece.shift;
    const U256 lowest = others & (~others + U256{1});
    const bool is_cut = !is_zero(lowest) && bit_width(lowest) > 1;
    end = is_cut ? std::min(end, piece.shift + bit_width(lowest) - 1) : end;
    return {.first = piece.shift, .count = end - piece.shift};
}

void StorageFinder::add_conditions()
{
    std::set<std::tuple<std::uint32_t, std::uint32_t, TermId>> found;
    for (std::uint32_t node = 0; node < m_source.graph->nodes.size(); ++node)
    {
        const ContextNode& here = m_source.graph->nodes[node];
        if (here.end != analysis::BlockEnd::branches)
        {
            continue;
        }
        const std::uint32_t jumpi =
            analysis::jumpi_index(m_source.contract->jumpis, *m_source.program, here.block);
        const TermId term = term_of(here.condition);
        for (const std::uint32_t entry : entries_of(node))
        {
            found.emplace(jumpi, entry, term);
        }
    }
    for (const auto& [jumpi, entry, term] : found)
    {
        m_result.conditions.push_back({.entry = entry, .jumpi = jumpi, .term = term});
    }
}

TermId StorageFinder::known(Term term)
{
    const auto [at, is_new] =
        m_known_terms.try_emplace(std::move(term), TermId(m_result.terms.size()));
    if (is_new)
    {
        m_result.terms.push_back(at->first);
    }
    return at->second;
}

LocationId StorageFinder::known(StorageLocation location)
{
    const auto [at, is_new] =
        m_known_locations.try_emplace(std::move(location), LocationId(m_result.locations.size()));
    if (is_new)
    {
        m_result.locations.push_back(at->first);
    }
    return at->second;
}

std::vector<TermId> StorageFinder::terms_of(const std::vector<ExprId>& words)
{
    std::vector<TermId> terms;
    terms.reserve(words.size());
    for (const ExprId word : words)
    {
        terms.push_back(term_of(word));
    }
    return terms;
}

TermId StorageFinder::term_of(ExprId word)
{
    const auto seen = m_terms.find(word);
    if (seen != m_terms.end())
    {
        return seen->second;
    }
    if (m_depth >= max_term_depth)
    {
        return TermId(0);
    }
    // What a word is made of may lead back to it, through what a loop has stored.
    m_terms.emplace(word, TermId(0));
    ++m_depth;
    const TermId term = known(described(word));
    --m_depth;
    m_terms[word] = term;
    return term;
}

Term StorageFinder::described(ExprId word)
{
    const Expression node = (*m_table)[word];
    if (const auto constant = m_table->constant_value(word))
    {
        return {.kind = TermKind::constant, .value = *constant};
    }
    if (node.kind == analysis::expr_result)
    {
        return symbol_term(node, word);
    }
    if (auto field = field_term(word))
    {
        return std::move(*field);
    }
    if (node.kind == analysis::expr_merge)
    {
        return choice_term(word);
    }
    if (node.kind > UINT8_MAX)
    {
        return {};
    }
    const auto offset = node.kind == analysis::op_calldataload ?
                            m_table->constant_value(node.args[0]) :
                            std::nullopt;
    if (offset)
    {
        return {.kind = TermKind::argument, .value = *offset - U256{selector_bytes}};
    }
    // A narrower argument is the argument: its upper bits are checked.
    const bool is_mask = node.kind == analysis::op_and && m_table->is_constant(node.args[0]);
    if (is_mask && low_bits(m_table->constant_value(node.args[0])))
    {
        return m_result[term_of(node.args[1])];
    }
    if (node.kind == analysis::op_and && low_bits(m_table->constant_value(node.args[1])))
    {
        return m_result[term_of(node.args[0])];
    }
    switch (node.kind)
    {
        case analysis::op_caller:
            return {.kind = TermKind::sender};
        case analysis::op_callvalue:
            return {.kind = TermKind::sent_value};
        case analysis::op_timestamp:
            return {.kind = TermKind::timestamp};
        case analysis::op_number:
            return {.kind = TermKind::block_number};
        default:
            break;
    }
    Term term{.kind = TermKind::operation, .opcode = static_cast<std::uint8_t>(node.kind)};
    for (std::size_t i = 0; i < m_table->arity(word); ++i)
    {
        term.operands.push_back(term_of(node.args.at(i)));
    }
    return term.operands.empty() ? Term{} : term;
}

/// What a merge of merges may be, each once.
Term StorageFinder::choice_term(ExprId merge)
{
    std::vector<ExprId> open{merge};
    std::set<ExprId> seen{merge};
    std::set<TermId> found;
    while (!open.empty())
    {
        const ExprId here = open.back();
        open.pop_back();
        const std::vector<ExprId> words = m_table->merged_words(here);
        if (seen.size() > max_choices || words.size() >= analysis::max_merged_words)
        {
            // There may be more.
            return {};
        }
        for (const ExprId word : words)
        {
            if (!seen.insert(word).second)
            {
                continue;
            }
            if ((*m_table)[word].kind == analysis::expr_merge)
            {
                open.push_back(word);
            }
            else
            {
                found.insert(term_of(word));
            }
        }
    }
    if (found.size() == 1)
    {
        return m_result[*found.begin()];
    }
    return found.empty() ? Term{} :
                           Term{.kind = TermKind::choice, .operands = {found.begin(), found.end()}};
}

/// A word of storage, an argument of the constructor, or an immutable.
Term StorageFinder::symbol_term(const Expression& node, ExprId word)
{
    if (auto read = read_term(word, {}))
    {
        return std::move(*read);
    }
    const auto address = m_addresses.find(word);
    if (address != m_addresses.end() && m_arguments)
    {
        const auto constant = m_table->constant_value(address->second);
        if (constant && *constant >= *m_arguments)
        {
            return {.kind = TermKind::argument, .value = *constant - *m_arguments};
        }
    }
    // A PUSH of bytes that are filled in at deployment.
    return node.args[0] == UINT32_MAX ?
               Term{.kind = TermKind::immutable, .value = U256{node.args[1]}} :
               Term{};
}

/// Some bits of a word of storage: a mask of it, perhaps after it was moved down.
std::optional<Term> StorageFinder::field_term(ExprId word)
{
    Expression node = (*m_table)[word];
    BitField field;
    if (node.kind == analysis::op_and)
    {
        const std::size_t mask = m_table->is_constant(node.args[0]) ? 0 : 1;
        const auto bits = low_bits(m_table->constant_value(node.args.at(mask)));
        if (!bits)
        {
            return std::nullopt;
        }
        field.count = *bits;
        word = node.args.at(1 - mask);
        node = (*m_table)[word];
    }
    if (const auto moved = moved_by(*m_table, node, false))
    {
        field.first = *moved;
        field.count = std::min(field.count, word_bits - *moved);
        word = moved_word(*m_table, node);
    }
    auto read = read_term(word, field);
    const std::uint16_t kind = (*m_table)[word].kind;
    return read || (kind != analysis::op_or && kind != analysis::op_and) ? read :
                                                                           part_term(word, field);
}

/// A part of a word that was put together here: what was put into these bits, or what stayed.
std::optional<Term> StorageFinder::part_term(ExprId word, const BitField& field)
{
    const Word parts = decomposed(word, std::nullopt, 0);
    const U256 mask = field.mask();
    const Piece* found = nullptr;
    for (const Piece& piece : parts.pieces)
    {
        if (is_zero(field_of(piece, parts).mask() & mask))
        {
            continue;
        }
        if (found != nullptr || piece.shift != field.first)
        {
            return std::nullopt;
        }
        found = &piece;
    }
    const bool has_kept = !is_zero(parts.kept & mask);
    if (found != nullptr)
    {
        return has_kept || !is_zero(parts.constant & mask) ?
                   std::nullopt :
                   std::optional(m_result[term_of(found->value)]);
    }
    if (has_kept)
    {
        const U256 gaps = ~(parts.kept >> field.first);
        const U256 lowest = gaps & (~gaps + U256{1});
        const unsigned run = is_zero(lowest) ? word_bits : bit_width(lowest) - 1;
        return parts.old && run > 0 ?
                   read_term(
                       *parts.old, {.first = field.first, .count = std::min(field.count, run)}) :
                   std::nullopt;
    }
    return Term{.kind = TermKind::constant, .value = (parts.constant & mask) >> field.first};
}

std::optional<Term> StorageFinder::read_term(ExprId symbol, const BitField& field)
{
    const auto key = m_keys.find(symbol);
    const bool is_read = key != m_keys.end() && (*m_table)[symbol].kind == analysis::expr_result &&
                         (*m_table)[symbol].origin == analysis::op_sload;
    const auto path = is_read ? m_paths.read(key->second) : std::nullopt;
    if (!path)
    {
        return std::nullopt;
    }
    return Term{.kind = TermKind::read,
        .location = known(path->location),
        .field = field,
        .operands = terms_of(path->keys)};
}

/// What the place had before; of any place where no key is given.
bool StorageFinder::is_old_word(ExprId word, std::optional<ExprId> key) const
{
    const auto found = m_keys.find(word);
    return found != m_keys.end() && (!key || found->second == *key);
}

/// What is put into bits of a word does not stay: constants, and pieces whose lowest bit was there.
void StorageFinder::take_out(U256& kept, const Word& put)
{
    kept = kept & ~put.constant;
    for (const Piece& piece : put.pieces)
    {
        if (!is_zero(kept & U256::power_of_two(piece.shift)))
        {
            kept = kept & ~piece.mask;
        }
    }
}

/// What a mask leaves of a word.
void StorageFinder::keep_bits(Word& word, const U256& mask)
{
    word.kept = word.kept & mask;
    word.constant = word.constant & mask;
    for (Piece& piece : word.pieces)
    {
        piece.mask = piece.mask & mask;
    }
    std::erase_if(
        word.pieces, [](const Piece& piece) { return is_zero(piece.mask >> piece.shift); });
}

/// Takes a word that is stored apart into what stays of the old one and what is new.
StorageFinder::Word StorageFinder::decomposed(
    ExprId word, std::optional<ExprId> key, unsigned depth)
{
    const Expression node = (*m_table)[word];
    if (is_old_word(word, key))
    {
        return {.kept = U256::max(), .old = word};
    }
    if (const auto constant = m_table->constant_value(word))
    {
        return {.constant = *constant};
    }
    const bool is_mask = node.kind == analysis::op_and &&
                         (m_table->is_constant(node.args[0]) || m_table->is_constant(node.args[1]));
    if (is_mask && depth < max_parts)
    {
        const std::size_t place = m_table->is_constant(node.args[0]) ? 0 : 1;
        const U256 mask = (*m_table)[node.args.at(place)].value;
        Word inner = decomposed(node.args.at(1 - place), key, depth + 1);
        keep_bits(inner, mask);
        return inner;
    }
    if (node.kind == analysis::op_or && depth < max_parts)
    {
        Word first = decomposed(node.args[0], key, depth + 1);
        Word second = decomposed(node.args[1], key, depth + 1);
        const bool is_mixed = first.old && second.old && *first.old != *second.old;
        if (!is_mixed && first.pieces.size() + second.pieces.size() <= max_pieces)
        {
            take_out(first.kept, second);
            take_out(second.kept, first);
            first.kept = first.kept | second.kept;
            first.old = first.old ? first.old : second.old;
            first.constant = first.constant | second.constant;
            first.pieces.insert(first.pieces.end(), second.pieces.begin(), second.pieces.end());
            return first;
        }
    }
    if (const auto moved = moved_by(*m_table, node, true); moved && depth < max_parts)
    {
        Word inner = decomposed(moved_word(*m_table, node), key, depth + 1);
        // The old word in another place is a new one.
        if (is_zero(inner.kept))
        {
            inner.old = std::nullopt;
            inner.constant = inner.constant << *moved;
            for (Piece& piece : inner.pieces)
            {
                piece.mask = piece.mask << *moved;
                piece.shift += *moved;
            }
            std::erase_if(inner.pieces, [](const Piece& piece) { return is_zero(piece.mask); });
            return inner;
        }
    }
    const unsigned bits = node.kind == analysis::op_caller ? address_bits :
                          m_table->is_boolean(word)        ? 8U :
                                                             word_bits;
    return {.pieces = {{.mask = low_mask(bits), .value = word}}};
}

}  // namespace sbst::evm::construction
