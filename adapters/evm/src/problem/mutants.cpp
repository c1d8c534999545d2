// SPDX-License-Identifier: Apache-2.0
#include "mutants.hpp"

#include "facts_builder.hpp"
#include "mapped_code.hpp"
#include "operators_of_source.hpp"

#include <sbst/evm/exec/active_mutant.hpp>
#include <sbst/evm/exec/opcode.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace sbst::evm
{

namespace
{

bool is_symmetric(WordOperator word_operator)
{
    return word_operator == WordOperator::add || word_operator == WordOperator::multiply ||
           word_operator == WordOperator::bit_and || word_operator == WordOperator::bit_or ||
           word_operator == WordOperator::bit_xor;
}

/// Equal words give 0, or 1 for EQ.
bool subtracts(const CodePoint& point)
{
    return point.is(Op::eq) || point.is(Op::sub) || point.is(Op::xor_);
}

/// Nothing is less than 0 without a sign: the mutant is equivalent.
bool is_same_for_zero(Relation original, Relation changed)
{
    const auto is_either = [&](Relation a, Relation b) {
        return (original == a && changed == b) || (original == b && changed == a);
    };
    return is_either(Relation::eq, Relation::le) || is_either(Relation::ne, Relation::gt);
}

bool begins_with_digit(std::string_view text)
{
    return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

bool contains(const SourceSpan& outer, const SourceSpan& inner)
{
    return outer.file == inner.file && outer.start <= inner.start &&
           std::int64_t{inner.start} + inner.length <= std::int64_t{outer.start} + outer.length;
}

class MutantFinder
{
public:
    MutantFinder(const Artifact& artifact, const ContractAnalysis& runtime)
      : m_artifact(&artifact), m_is_modern(fails_by_panic(artifact)), m_code(artifact, runtime)
    {
        for (const AstNode& node : artifact.ast.nodes)
        {
            if (node.type == "UncheckedBlock")
            {
                m_unchecked.push_back(node.span);
            }
        }
    }

    ContractMutants find()
    {
        std::vector<const AstNode*> nodes;
        for (const AstNode& node : m_artifact->ast.nodes)
        {
            nodes.push_back(&node);
        }
        std::stable_sort(nodes.begin(), nodes.end(),
            [](const AstNode* a, const AstNode* b) { return key_of(a->span) < key_of(b->span); });
        // A base is visited once per contract that has it.
        std::optional<std::pair<SpanKey, std::string>> last;
        for (const AstNode* node : nodes)
        {
            const std::pair own(key_of(node->span), node->type);
            if (last != own && m_code.has(node->span))
            {
                add(*node);
            }
            last = own;
        }
        return std::move(m_result);
    }

private:
    void add(const AstNode& node)
    {
        m_of_node.clear();
        if (node.type == "BinaryOperation")
        {
            if (const SourceOperator* const word = find_operator(node.detail))
            {
                add_word(node, *word);
            }
            else if (const std::optional<Relation> relation = find_relation(node.detail))
            {
                add_relation(node, *relation);
            }
        }
        else if (node.type == "Assignment" && (node.detail == "+=" || node.detail == "-="))
        {
            add_word(node, *find_operator(std::string_view(node.detail).substr(0, 1)));
        }
        else if (node.type == "UnaryOperation")
        {
            add_unary(node);
        }
        else if (node.type == "Literal")
        {
            add_literal(node);
        }
    }

    /// The optimiser turns the operands of these as it likes: only changes that do not tell one
    /// from the other are exact there.
    [[nodiscard]] bool has_known_order(const CodePoint& point) const
    {
        return m_artifact->compiler.optimizer == false ||
               !(point.is(Op::add) || point.is(Op::mul) || subtracts(point));
    }

    void add_word(const AstNode& node, const SourceOperator& word)
    {
        const std::optional<WordType> type = ordered_type(node.operand_type);
        if (!type)
        {
            return;
        }
        const bool is_bitwise = word.is_bitwise();
        // The compiler's function for a power of a number has one argument only.
        const bool has_function = !is_bitwise && !(word.word_operator == WordOperator::power &&
                                                     begins_with_digit(text_of(node.span)));
        const bool is_checked = m_is_modern && !is_bitwise && !is_in_unchecked(node.span);
        std::vector<MutantSite> sites;
        std::vector<MutantSite> ordered;
        for (const CodePoint& point : m_code.last(node.span, [&](const CodePoint& one) {
                 return one.is(word.opcodes[0]) || one.is(word.opcodes[1]) ||
                        (has_function && one.enters && one.is(Op::jump));
             }))
        {
            MutantSite site;
            site.pc = point.pc;
            site.kind = MutantSite::Kind::arithmetic;
            site.original = static_cast<std::uint8_t>(word.word_operator);
            site.type = *type;
            site.is_checked = is_checked;
            // A call of the compiler's function: the target is above its arguments.
            const bool is_call = point.is(Op::jump);
            site.left = is_call || word.is_shift ? 1 : 0;
            site.right = static_cast<std::uint8_t>(is_call ? 2 : word.is_shift ? 0 : 1);
            sites.push_back(site);
            // A difference has an order, which its own instruction keeps.
            if (has_known_order(point) || point.is(Op::sub))
            {
                ordered.push_back(site);
            }
        }
        for (const WordOperator changed : replacements_of(word.word_operator))
        {
            if (changed == WordOperator::shift_right_unsigned)
            {
                continue;  // Solidity has none
            }
            add_mutant(node, is_symmetric(changed) ? sites : ordered,
                static_cast<std::uint8_t>(changed),
                fmt::format("{} becomes {}", node.detail, changed_symbol(node, changed)),
                word.is_shift || is_subsuming(word.word_operator, changed));
        }
    }

    static std::string changed_symbol(const AstNode& node, WordOperator changed)
    {
        return std::string(symbol_of(changed)) + (node.type == "Assignment" ? "=" : "");
    }

    void add_relation(const AstNode& node, Relation relation)
    {
        const std::optional<WordType> type = ordered_type(node.operand_type);
        if (!type)
        {
            add_opposite(node, relation);
            return;
        }
        const bool is_equality = relation == Relation::eq || relation == Relation::ne;
        std::vector<MutantSite> sites;
        std::vector<MutantSite> ordered;
        for (const CodePoint& point : comparisons(node, is_equality))
        {
            MutantSite site;
            site.pc = point.pc;
            site.kind = MutantSite::Kind::relation;
            site.original = static_cast<std::uint8_t>(relation);
            site.type = *type;
            if (point.is(Op::iszero))
            {
                site.left = 0;
            }
            else
            {
                const bool asks_less = point.is(Op::lt) || point.is(Op::slt);
                const bool wants_less = relation == Relation::lt || relation == Relation::ge;
                const bool is_turned = !is_equality && asks_less != wants_less;
                site.left = is_turned ? 1 : 0;
                site.right = static_cast<std::uint8_t>(is_turned ? 0 : 1);
            }
            sites.push_back(site);
            if (has_known_order(point))
            {
                ordered.push_back(site);
            }
        }
        const bool is_to_zero = !type->is_signed && compares_with_zero(node);
        for (const Relation changed : replacements_of(relation))
        {
            if (is_to_zero && is_same_for_zero(relation, changed))
            {
                continue;
            }
            const bool is_opposite =
                is_equality && (changed == Relation::eq || changed == Relation::ne);
            add_mutant(node, is_opposite ? sites : ordered, static_cast<std::uint8_t>(changed),
                fmt::format("{} becomes {}", symbol_of(relation), symbol_of(changed)),
                is_subsuming(relation, changed));
        }
    }

    [[nodiscard]] bool compares_with_zero(const AstNode& node) const
    {
        const std::string right = node.parts.size() == 2 ? text_of(node.parts[1]) : "";
        return right == "0" || right == "0x0" || right == "address(0)";
    }

    /// An order is computed by its own instruction only, an equality also by a difference, and with
    /// zero by the first ISZERO.
    [[nodiscard]] std::vector<CodePoint> comparisons(const AstNode& node, bool is_equality) const
    {
        if (!is_equality)
        {
            return m_code.last(node.span, [](const CodePoint& one) {
                return one.is(Op::lt) || one.is(Op::gt) || one.is(Op::slt) || one.is(Op::sgt);
            });
        }
        return m_code.choose(
            node.span, [](const std::vector<CodePoint>& points) -> const CodePoint* {
                auto found = std::find_if(points.begin(), points.end(), subtracts);
                if (found == points.end())
                {
                    found = std::find_if(points.begin(), points.end(),
                        [](const CodePoint& one) { return one.is(Op::iszero); });
                }
                return found == points.end() ? nullptr : &*found;
            });
    }

    void add_opposite(const AstNode& node, Relation relation)
    {
        if (relation == Relation::eq || relation == Relation::ne)
        {
            const Relation opposite = relation == Relation::eq ? Relation::ne : Relation::eq;
            add_reached(node,
                fmt::format("{} becomes {}", symbol_of(relation), symbol_of(opposite)),
                ReachedChange::flip,
                [](const CodePoint& one) { return subtracts(one) || one.is(Op::iszero); });
        }
    }

    void add_unary(const AstNode& node)
    {
        if (node.detail == "!")
        {
            add_reached(node, "! is left out", ReachedChange::flip,
                [](const CodePoint& one) { return one.is(Op::iszero); });
        }
        else if (node.detail == "++" || node.detail == "--")
        {
            const bool is_up = node.detail == "++";
            add_reached(node, fmt::format("{} becomes {}", node.detail, is_up ? "--" : "++"),
                is_up ? ReachedChange::step_down : ReachedChange::step_up,
                [](const CodePoint& one) {
                    return one.is(Op::add) || one.is(Op::sub) || (one.enters && one.is(Op::jump));
                });
        }
    }

    void add_literal(const AstNode& node)
    {
        const auto is_push = [](const CodePoint& one) {
            return one.opcode >= static_cast<std::uint8_t>(Op::push0) &&
                   one.opcode <= static_cast<std::uint8_t>(Op::push32);
        };
        const std::string text = text_of(node.span);
        if (node.operand_type == "bool")
        {
            add_reached(node, fmt::format("becomes {}", text == "true" ? "false" : "true"),
                ReachedChange::flip, is_push);
        }
        else if (node.operand_type.starts_with("int_const"))
        {
            std::size_t first = m_result.all.size();
            if (text != "0")
            {
                add_reached(node, "becomes 0", ReachedChange::zero, is_push);
            }
            add_reached(
                node, fmt::format("becomes {} + 1", text), ReachedChange::one_more, is_push);
            constexpr std::string_view head = "int_const ";
            for (; first < m_result.all.size(); ++first)
            {
                m_result.all[first].number = node.operand_type.substr(head.size());
            }
        }
    }

    template <class Wanted>
    void add_reached(
        const AstNode& node, const std::string& text, ReachedChange change, Wanted is_wanted)
    {
        const std::optional<WordType> type = ordered_type(node.operand_type);
        std::vector<MutantSite> sites;
        for (const CodePoint& point : m_code.last(node.span, is_wanted))
        {
            MutantSite site;
            site.pc = point.pc;
            site.type = type.value_or(WordType{});
            site.is_checked = m_is_modern && !is_in_unchecked(node.span);
            // The argument of a function of the compiler is below its target.
            site.left = 1;
            sites.push_back(site);
        }
        add_mutant(node, sites, static_cast<std::uint8_t>(change), text, false);
    }

    void add_mutant(const AstNode& node, const std::vector<MutantSite>& sites, std::uint8_t change,
        const std::string& text, bool is_key)
    {
        if (sites.empty() || m_result.all.size() >= most_mutants)
        {
            return;
        }
        const MutantId id(m_result.all.size());
        Mutant mutant{.span = node.span,
            .text = text_of(node.span) + ": " + text,
            .is_key = is_key,
            .pcs = {}};
        for (const MutantSite& site : sites)
        {
            mutant.pcs.push_back(site.pc);
            const auto [place, is_new] = m_of_node.try_emplace(site.pc, m_result.sites.size());
            if (is_new)
            {
                m_result.sites.push_back(site);
            }
            m_result.sites[place->second].mutants.push_back({.mutant = id, .change = change});
        }
        std::sort(mutant.pcs.begin(), mutant.pcs.end());
        m_result.all.push_back(std::move(mutant));
    }

    [[nodiscard]] std::string text_of(const SourceSpan& span) const
    {
        return find_text(
            *m_artifact, {.start = span.start, .length = span.length, .file = span.file});
    }

    [[nodiscard]] bool is_in_unchecked(const SourceSpan& span) const
    {
        return std::any_of(m_unchecked.begin(), m_unchecked.end(),
            [&](const SourceSpan& block) { return contains(block, span); });
    }

    const Artifact* m_artifact;
    bool m_is_modern;
    MappedCode m_code;
    std::vector<SourceSpan> m_unchecked;
    ContractMutants m_result;
    /// The sites of the node that is added, by place.
    std::map<std::uint32_t, std::size_t> m_of_node;
};

}  // namespace

bool fails_by_panic(const Artifact& artifact)
{
    constexpr std::array<unsigned, 3> first{0, 8, 0};
    const auto version = artifact.compiler.numbers();
    return version && *version >= first;
}

ContractMutants find_mutants(const Artifact& artifact, const ContractAnalysis& runtime)
{
    return MutantFinder(artifact, runtime).find();
}

std::string why_not_built(const ContractMutants& mutants, MutantId mutant, BytesView code)
{
    std::vector<bool> is_wanted(mutants.all.size());
    is_wanted[mutant.index()] = true;
    const MutantSites sites = sites_of(mutants, code.size(), is_wanted);
    for (const MutantSite& site : sites.all())
    {
        const std::uint8_t opcode = site.pc < code.size() ? code[site.pc] : 0;
        if (!is_built(site, opcode))
        {
            return "the compiler checks the original in line";
        }
        const std::string& number = mutants.all[mutant.index()].number;
        const std::size_t size = immediate_size(opcode);
        // A long number is abbreviated.
        const bool is_known = !number.empty() && number.find("...") == std::string::npos;
        if (is_known && site.pc + size < code.size() &&
            U256::from_be_bytes(code.subspan(site.pc + 1, size)).to_decimal() != number)
        {
            return "the compiler writes the number in another form";
        }
    }
    return {};
}

MutantSites sites_of(
    const ContractMutants& mutants, std::size_t code_size, const std::vector<bool>& is_wanted)
{
    std::vector<MutantSite> sites = mutants.sites;
    for (MutantSite& site : sites)
    {
        std::erase_if(site.mutants,
            [&](const SiteMutant& mutant) { return !is_wanted[mutant.mutant.index()]; });
    }
    std::erase_if(sites, [](const MutantSite& site) { return site.mutants.empty(); });
    return {code_size, mutants.all.size(), std::move(sites)};
}

}  // namespace sbst::evm
