// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/mutation.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>

namespace sbst
{

namespace
{

constexpr std::array<std::string_view, 12> word_symbols{
    "+", "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>"};
/// In the order of Relation.
constexpr std::array<std::string_view, 6> relation_symbols{"==", "!=", "<", "<=", ">", ">="};

/// What replaces one operator; those before `kept` subsume the others.
template <class Operator, std::size_t most>
struct Replaced
{
    std::array<Operator, most> all{};
    std::size_t count = 0;
    std::array<Operator, most> kept{};
    std::size_t kept_count = 0;

    constexpr Replaced(
        std::initializer_list<Operator> replacements, std::initializer_list<Operator> subsuming)
    {
        for (const Operator one : replacements)
        {
            all[count++] = one;
        }
        for (const Operator one : subsuming)
        {
            kept[kept_count++] = one;
        }
    }

    [[nodiscard]] std::span<const Operator> replacements() const { return {all.data(), count}; }
    [[nodiscard]] bool keeps(Operator one) const
    {
        return std::find(kept.begin(), kept.begin() + kept_count, one) != kept.begin() + kept_count;
    }
};

using WordRow = Replaced<WordOperator, 4>;
using RelationRow = Replaced<Relation, 5>;

/// In the order of WordOperator.
constexpr std::array<WordRow, word_symbols.size()> make_word_rows()
{
    using enum WordOperator;
    return {{
        {{subtract, multiply, divide, remainder}, {subtract, multiply, divide, remainder}},
        {{add, multiply, divide, remainder}, {add, multiply, divide, remainder}},
        {{add, subtract, divide, remainder}, {add, subtract, divide, remainder}},
        {{add, subtract, multiply, remainder}, {add, subtract, multiply, remainder}},
        {{add, subtract, multiply, divide}, {add, subtract, multiply, divide}},
        {{multiply}, {multiply}},
        {{bit_or, bit_xor}, {bit_or}},
        {{bit_and, bit_xor}, {bit_and, bit_xor}},
        {{bit_and, bit_or}, {bit_or}},
        {{shift_right, shift_right_unsigned}, {shift_right_unsigned}},
        {{shift_left, shift_right_unsigned}, {shift_right_unsigned}},
        {{shift_left, shift_right}, {shift_left, shift_right}},
    }};
}

/// In the order of Relation.
constexpr std::array<RelationRow, relation_symbols.size()> make_relation_rows()
{
    using enum Relation;
    return {{
        {{ne, lt, le, gt, ge}, {le, ge}},
        {{eq, lt, le, gt, ge}, {lt, gt}},
        {{eq, ne, le, gt, ge}, {ne, le}},
        {{eq, ne, lt, gt, ge}, {eq, lt}},
        {{eq, ne, lt, le, ge}, {ne, ge}},
        {{eq, ne, lt, le, gt}, {eq, gt}},
    }};
}

constexpr auto word_rows = make_word_rows();
constexpr auto relation_rows = make_relation_rows();

const WordRow& row_of(WordOperator original)
{
    return word_rows.at(static_cast<std::size_t>(original));
}

const RelationRow& row_of(Relation original)
{
    return relation_rows.at(static_cast<std::size_t>(original));
}

}  // namespace

std::string_view symbol_of(WordOperator word_operator)
{
    return word_symbols.at(static_cast<std::size_t>(word_operator));
}

std::string_view symbol_of(Relation relation)
{
    return relation_symbols.at(static_cast<std::size_t>(relation));
}

std::span<const WordOperator> replacements_of(WordOperator original)
{
    return row_of(original).replacements();
}

std::span<const Relation> replacements_of(Relation original)
{
    return row_of(original).replacements();
}

bool is_subsuming(WordOperator original, WordOperator replacement)
{
    return row_of(original).keeps(replacement);
}

bool is_subsuming(Relation original, Relation replacement)
{
    return row_of(original).keeps(replacement);
}

bool holds(Relation relation, std::strong_ordering order)
{
    switch (relation)
    {
        case Relation::eq:
            return order == 0;
        case Relation::ne:
            return order != 0;
        case Relation::lt:
            return order < 0;
        case Relation::le:
            return order <= 0;
        case Relation::gt:
            return order > 0;
        case Relation::ge:
            break;
    }
    return order >= 0;
}

Distance infection_of(
    Relation original, Relation replacement, std::strong_ordering order, const Distance& apart)
{
    const auto differs = [&](std::strong_ordering one) {
        return holds(original, one) != holds(replacement, one);
    };
    if (differs(order))
    {
        return Distance::zero();
    }
    const Distance one(U256(1));
    Distance least = Distance::infinite();
    if (order != 0 && differs(std::strong_ordering::equal))
    {
        least = std::min(least, apart);
    }
    // The other side begins one step beyond equal.
    if (order != 0 &&
        differs(order < 0 ? std::strong_ordering::greater : std::strong_ordering::less))
    {
        least = std::min(least, apart + one);
    }
    if (order == 0 &&
        (differs(std::strong_ordering::less) || differs(std::strong_ordering::greater)))
    {
        least = one;
    }
    return least;
}

}  // namespace sbst
