// SPDX-License-Identifier: Apache-2.0
// Storage facts for people.
#include "../analysis/opcodes.hpp"

#include <sbst/evm/construction/storage_facts.hpp>
#include <sbst/evm/exec/opcode.hpp>

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace sbst::evm
{

namespace
{

constexpr unsigned word_bits = 256;
/// Terms of one text: what comes later is "...".
constexpr std::size_t max_terms = 64;

/// Between its operands; empty for an operation that is written as a call.
std::string_view infix(std::uint8_t opcode)
{
    switch (opcode)
    {
        case analysis::op_add:
            return "+";
        case analysis::op_sub:
            return "-";
        case analysis::op_mul:
            return "*";
        case analysis::op_div:
            return "/";
        case analysis::op_mod:
            return "%";
        case analysis::op_lt:
        case analysis::op_slt:
            return "<";
        case analysis::op_gt:
        case analysis::op_sgt:
            return ">";
        case analysis::op_eq:
            return "==";
        case analysis::op_and:
            return "&";
        case analysis::op_or:
            return "|";
        default:
            return "";
    }
}

/// The runs of ones in a word, the lowest first.
std::vector<BitField> runs_of(const U256& word)
{
    std::vector<BitField> runs;
    for (unsigned bit = 0; bit < word_bits; ++bit)
    {
        if (is_zero(word & U256::power_of_two(bit)))
        {
            continue;
        }
        const bool is_next = !runs.empty() && runs.back().first + runs.back().count == bit;
        if (is_next)
        {
            ++runs.back().count;
        }
        else
        {
            runs.push_back({.first = bit, .count = 1});
        }
    }
    return runs;
}

class TermWriter
{
public:
    TermWriter(const StorageFacts& storage, const ContractFacts& facts, const FunctionEntry& entry)
      : m_storage(&storage), m_facts(&facts), m_entry(&entry)
    {}

    [[nodiscard]] std::string text(TermId id, bool is_inner = false) const
    {
        if (++m_count > max_terms)
        {
            return "...";
        }
        const Term& term = (*m_storage)[id];
        switch (term.kind)
        {
            case TermKind::constant:
                return fits_u64(term.value) ? term.value.to_decimal() : term.value.to_hex();
            case TermKind::argument:
                return argument(term.value);
            case TermKind::sender:
                return "sender";
            case TermKind::sent_value:
                return "value";
            case TermKind::timestamp:
                return "time";
            case TermKind::block_number:
                return "block";
            case TermKind::immutable:
                return fmt::format("immutable {}", term.value.to_decimal());
            case TermKind::read:
                return place(term.location, term.field, term.operands);
            case TermKind::operation:
                return operation(term, is_inner);
            case TermKind::choice:
                return fmt::format("one of ({})", list(term.operands));
            case TermKind::unknown:
                break;
        }
        return "?";
    }

    [[nodiscard]] std::string place(
        LocationId id, const BitField& field, const std::vector<TermId>& keys) const
    {
        const StorageLocation& location = (*m_storage)[id];
        std::string text = fmt::format("slot {}",
            fits_u64(location.slot) ? location.slot.to_decimal() : location.slot.to_hex());
        std::size_t key = 0;
        for (const PathStep& step : location.steps)
        {
            text += step.kind == PathStep::Kind::member ?
                        fmt::format(".{}", step.offset) :
                        fmt::format("[{}]", this->text(keys[key++]));
        }
        const bool is_whole = field.first == 0 && field.count == word_bits;
        return is_whole ?
                   text :
                   fmt::format("{}:{}..{}", text, field.first, field.first + field.count - 1);
    }

private:
    [[nodiscard]] std::string argument(const U256& offset) const
    {
        const FunctionFacts* const function =
            m_entry->fact ? &m_facts->functions[*m_entry->fact] : nullptr;
        for (std::size_t i = 0; function != nullptr && i < function->parameter_heads.size(); ++i)
        {
            if (offset == U256{function->parameter_heads[i]})
            {
                const std::string& name = function->parameter_names[i];
                return name.empty() ? fmt::format("arg{}", i) : name;
            }
        }
        return fmt::format("calldata {}", fits_u64(offset) ? offset.to_decimal() : "?");
    }

    [[nodiscard]] std::string operation(const Term& term, bool is_inner) const
    {
        const std::string_view sign = infix(term.opcode);
        if (!sign.empty() && term.operands.size() == 2)
        {
            const std::string both = fmt::format(
                "{} {} {}", text(term.operands[0], true), sign, text(term.operands[1], true));
            return is_inner ? "(" + both + ")" : both;
        }
        if (term.opcode == analysis::op_iszero)
        {
            return fmt::format("!{}", text(term.operands[0], true));
        }
        return fmt::format("{}({})", opcode_info(term.opcode).name, list(term.operands));
    }

    [[nodiscard]] std::string list(const std::vector<TermId>& terms) const
    {
        std::string all;
        for (const TermId term : terms)
        {
            all += (all.empty() ? "" : ", ") + text(term);
        }
        return all;
    }

    const StorageFacts* m_storage;
    const ContractFacts* m_facts;
    const FunctionEntry* m_entry;
    mutable std::size_t m_count = 0;
};

}  // namespace

std::string term_text(const StorageFacts& storage, const ContractFacts& facts,
    const FunctionEntry& entry, TermId term)
{
    return TermWriter(storage, facts, entry).text(term);
}

std::string place_text(const StorageFacts& storage, const ContractFacts& facts,
    const FunctionEntry& entry, const Term& read)
{
    return TermWriter(storage, facts, entry).place(read.location, read.field, read.operands);
}

std::string writes_text(
    const StorageFacts& storage, const ContractFacts& facts, const ContractAnalysis& analysis)
{
    std::string text;
    std::set<std::string> known;
    const auto add = [&](const std::string& line) {
        if (known.insert(line).second)
        {
            text += line;
        }
    };
    for (const StorageWrite& write : storage.writes)
    {
        const FunctionEntry& entry = analysis.entries[write.entry];
        U256 rest = write.written;
        for (const StorageWrite::Part& part : write.parts)
        {
            rest = rest & ~part.field.mask();
            const TermWriter writer(storage, facts, entry);
            add(fmt::format("{}: {} := {}\n", entry.name,
                writer.place(write.location, part.field, write.keys), writer.text(part.value)));
        }
        for (const BitField& field : runs_of(rest))
        {
            const TermWriter writer(storage, facts, entry);
            add(fmt::format("{}: {} := {}\n", entry.name,
                writer.place(write.location, field, write.keys),
                ((write.constant & field.mask()) >> field.first).to_decimal()));
        }
    }
    return text;
}

}  // namespace sbst::evm
