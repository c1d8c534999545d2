// SPDX-License-Identifier: Apache-2.0
#include "operators_of_source.hpp"

#include <algorithm>
#include <charconv>

namespace sbst::evm
{

namespace
{

constexpr std::array<SourceOperator, 11> source_operators{{
    {"+", WordOperator::add, {Op::add, Op::add}},
    {"-", WordOperator::subtract, {Op::sub, Op::sub}},
    {"*", WordOperator::multiply, {Op::mul, Op::mul}},
    {"/", WordOperator::divide, {Op::div, Op::sdiv}},
    {"%", WordOperator::remainder, {Op::mod, Op::smod}},
    {"**", WordOperator::power, {Op::exp, Op::exp}},
    {"&", WordOperator::bit_and, {Op::and_, Op::and_}},
    {"|", WordOperator::bit_or, {Op::or_, Op::or_}},
    {"^", WordOperator::bit_xor, {Op::xor_, Op::xor_}},
    {"<<", WordOperator::shift_left, {Op::shl, Op::shl}, true},
    {">>", WordOperator::shift_right, {Op::shr, Op::sar}, true},
}};

constexpr std::array<Relation, 6> all_relations{
    Relation::eq, Relation::ne, Relation::lt, Relation::le, Relation::gt, Relation::ge};

}  // namespace

const SourceOperator* find_operator(std::string_view symbol)
{
    const auto found = std::find_if(source_operators.begin(), source_operators.end(),
        [symbol](const SourceOperator& one) { return one.symbol == symbol; });
    return found == source_operators.end() ? nullptr : &*found;
}

std::optional<Relation> find_relation(std::string_view symbol)
{
    const auto found = std::find_if(all_relations.begin(), all_relations.end(),
        [symbol](Relation relation) { return symbol_of(relation) == symbol; });
    return found == all_relations.end() ? std::nullopt : std::optional(*found);
}

std::optional<WordType> ordered_type(std::string_view name)
{
    constexpr unsigned address_bits = 160;
    constexpr std::string_view unsigned_head = "uint";
    constexpr std::string_view signed_head = "int";
    if (name.starts_with("int_const"))
    {
        return WordType{};
    }
    if (name.starts_with("address"))
    {
        return WordType{.bits = address_bits};
    }
    WordType type;
    type.is_signed = name.starts_with(signed_head);
    if (!type.is_signed && !name.starts_with(unsigned_head))
    {
        return std::nullopt;
    }
    const std::string_view digits =
        name.substr((type.is_signed ? signed_head : unsigned_head).size());
    // What is no number of bits leaves the 256 of `uint`.
    std::from_chars(digits.data(), digits.data() + digits.size(), type.bits);
    return type;
}

}  // namespace sbst::evm
