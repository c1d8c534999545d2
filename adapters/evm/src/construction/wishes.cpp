// SPDX-License-Identifier: Apache-2.0
#include "wishes.hpp"

#include "../analysis/opcodes.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace sbst::evm::construction
{

namespace
{

Relation opposite(Relation relation)
{
    switch (relation)
    {
        case Relation::equal:
            return Relation::unequal;
        case Relation::unequal:
            return Relation::equal;
        case Relation::less:
            return Relation::at_least;
        case Relation::at_least:
            return Relation::less;
        case Relation::greater:
            return Relation::at_most;
        case Relation::at_most:
            break;
    }
    return Relation::greater;
}

std::optional<Relation> relation_of(std::uint8_t opcode)
{
    switch (opcode)
    {
        case analysis::op_eq:
            return Relation::equal;
        case analysis::op_lt:
        case analysis::op_slt:
            return Relation::less;
        case analysis::op_gt:
        case analysis::op_sgt:
            return Relation::greater;
        // A difference that is not 0 tells that its sides are different.
        case analysis::op_sub:
        case analysis::op_xor:
            return Relation::unequal;
        default:
            return std::nullopt;
    }
}

class WishReader
{
public:
    explicit WishReader(const StorageFacts& facts) : m_facts(&facts) {}

    void read(TermId id, bool is_true)
    {
        const Term& term = (*m_facts)[id];
        if (term.kind != TermKind::operation)
        {
            m_wishes.push_back(
                {.term = id, .relation = is_true ? Relation::unequal : Relation::equal});
            return;
        }
        if (term.opcode == analysis::op_iszero)
        {
            read(term.operands[0], !is_true);
            return;
        }
        const bool is_conjunction = term.opcode == (is_true ? analysis::op_and : analysis::op_or);
        if (is_conjunction && is_truth(term.operands[0]) && is_truth(term.operands[1]))
        {
            read(term.operands[0], is_true);
            read(term.operands[1], is_true);
            return;
        }
        if (const auto relation = relation_of(term.opcode); relation && term.operands.size() == 2)
        {
            add(term.operands[0], is_true ? *relation : opposite(*relation), term.operands[1]);
            return;
        }
        m_wishes.push_back({.term = id, .relation = is_true ? Relation::unequal : Relation::equal});
    }

    [[nodiscard]] std::vector<Wish> take() { return std::move(m_wishes); }

private:
    [[nodiscard]] bool is_truth(TermId id) const
    {
        const Term& term = (*m_facts)[id];
        return term.kind == TermKind::operation && term.opcode != analysis::op_sub &&
               term.opcode != analysis::op_xor &&
               (term.opcode == analysis::op_iszero || relation_of(term.opcode));
    }

    void add(TermId left, Relation relation, TermId right)
    {
        if ((*m_facts)[left].kind == TermKind::constant)
        {
            std::swap(left, right);
            relation = flipped(relation);
        }
        const Term& other = (*m_facts)[right];
        if (other.kind == TermKind::constant)
        {
            m_wishes.push_back({.term = left, .relation = relation, .constant = other.value});
            return;
        }
        // The compiler checks a - b by comparing it with a.
        for (const auto& [difference, whole, asked] :
            {std::tuple(left, right, relation), std::tuple(right, left, flipped(relation))})
        {
            const Term& term = (*m_facts)[difference];
            const bool is_check = term.kind == TermKind::operation &&
                                  term.opcode == analysis::op_sub && term.operands[0] == whole;
            if (is_check && asked != Relation::equal && asked != Relation::unequal)
            {
                const bool is_without_overflow =
                    asked == Relation::at_most || asked == Relation::less;
                m_wishes.push_back({.term = whole,
                    .relation = is_without_overflow ? Relation::at_least : Relation::less,
                    .other = term.operands[1]});
                return;
            }
        }
        m_wishes.push_back({.term = left, .relation = relation, .other = right});
    }

    const StorageFacts* m_facts;
    std::vector<Wish> m_wishes;
};

}  // namespace

Relation flipped(Relation relation)
{
    switch (relation)
    {
        case Relation::less:
            return Relation::greater;
        case Relation::greater:
            return Relation::less;
        case Relation::at_most:
            return Relation::at_least;
        case Relation::at_least:
            return Relation::at_most;
        default:
            return relation;
    }
}

bool holds(const U256& left, Relation relation, const U256& right)
{
    switch (relation)
    {
        case Relation::equal:
            return left == right;
        case Relation::unequal:
            return left != right;
        case Relation::less:
            return left < right;
        case Relation::at_most:
            return left <= right;
        case Relation::greater:
            return left > right;
        case Relation::at_least:
            break;
    }
    return left >= right;
}

std::vector<U256> examples(Relation relation, const U256& constant)
{
    std::vector<U256> found;
    for (const U256& near : {constant, constant + U256{1}, constant - U256{1}})
    {
        const bool is_wrapped = (near > constant) == (constant - near == U256{1});
        if (holds(near, relation, constant) && (near == constant || !is_wrapped))
        {
            found.push_back(near);
        }
    }
    // The least numbers too: one of several cases often is.
    for (const U256& small : {U256{0}, U256{1}})
    {
        const bool is_bounded = relation == Relation::less || relation == Relation::at_most;
        if (is_bounded && holds(small, relation, constant) &&
            std::find(found.begin(), found.end(), small) == found.end())
        {
            found.push_back(small);
        }
    }
    return found;
}

std::vector<Wish> wishes_of(const StorageFacts& facts, TermId condition, bool is_true)
{
    WishReader reader(facts);
    reader.read(condition, is_true);
    return reader.take();
}

}  // namespace sbst::evm::construction
