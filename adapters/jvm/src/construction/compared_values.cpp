// SPDX-License-Identifier: Apache-2.0
#include "compared_values.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

Relation relation_of(Opcode opcode)
{
    constexpr std::array<Relation, 6> in_order{
        Relation::eq, Relation::ne, Relation::lt, Relation::ge, Relation::gt, Relation::le};
    const Opcode first = opcode >= Opcode::if_icmpeq ? Opcode::if_icmpeq : Opcode::ifeq;
    return in_order[static_cast<unsigned>(opcode) - static_cast<unsigned>(first)];
}

/// `c < x` is `x > c`.
Relation mirrored(Relation relation)
{
    switch (relation)
    {
        case Relation::lt:
            return Relation::gt;
        case Relation::gt:
            return Relation::lt;
        case Relation::ge:
            return Relation::le;
        case Relation::le:
            return Relation::ge;
        default:
            return relation;
    }
}

}  // namespace

Relation relation_of(Opcode opcode, bool jumps, ConstantSide side)
{
    Relation relation = relation_of(opcode);
    relation = jumps ? relation : contrary(relation);
    return side == ConstantSide::left ? mirrored(relation) : relation;
}

std::optional<Value> value_of_constant(const Constant& constant)
{
    switch (constant.kind)
    {
        case Constant::Kind::integer:
        case Constant::Kind::long_integer:
            return Value(constant.integer);
        case Constant::Kind::single_float:
        case Constant::Kind::double_float:
            return std::isnan(constant.number) ? std::nullopt :
                                                 std::optional(Value(constant.number));
        case Constant::Kind::string:
            return Value(constant.text);
        default:
            return std::nullopt;
    }
}

std::optional<Value> constant_written(const ValueGraph& graph, ValueId id)
{
    const ValueKind kind = graph[id].kind;
    if (kind == ValueKind::null)
    {
        return Value(std::string(null_name));
    }
    if (kind == ValueKind::static_field)
    {
        const MemberRef& field = graph.member_of(id);
        const bool is_object = field.descriptor.starts_with("L");
        return is_object ? std::optional(Value(field.owner + "." + field.name)) : std::nullopt;
    }
    const auto constant = graph.constant_of(id);
    return constant && constant->kind != Constant::Kind::string ? value_of_constant(*constant) :
                                                                  std::nullopt;
}

std::vector<Value> texts_of_lengths(const std::vector<Value>& lengths, bool is_truth)
{
    constexpr std::uint64_t most = 256;
    std::vector<Value> texts;
    for (const Value& length : lengths)
    {
        if (is_truth)
        {
            texts.emplace_back(std::string(length == Value(0) ? "a" : ""));
        }
        else if (length.is_word() && length.word() <= U256{most})
        {
            texts.emplace_back(std::string(length.word().limbs[0], 'a'));
        }
    }
    return texts;
}

std::vector<Value> satisfying(
    Opcode opcode, std::optional<bool> jumps, const Value& constant, ConstantSide side)
{
    if (!constant.is_word())
    {
        return {constant};
    }
    const Value below(constant.word() - U256{1});
    const Value above(constant.word() + U256{1});
    if (!jumps)
    {
        return {constant, below, above};
    }
    switch (relation_of(opcode, *jumps, side))
    {
        case Relation::eq:
            return {constant};
        case Relation::ne:
            return {above, below};
        case Relation::lt:
            return {below};
        case Relation::ge:
            return {constant, above};
        case Relation::gt:
            return {above};
        default:
            return {constant, below};
    }
}

bool holds(Opcode opcode, bool jumps, std::int64_t constant, ConstantSide side, std::int64_t value)
{
    switch (relation_of(opcode, jumps, side))
    {
        case Relation::eq:
            return value == constant;
        case Relation::ne:
            return value != constant;
        case Relation::lt:
            return value < constant;
        case Relation::ge:
            return value >= constant;
        case Relation::gt:
            return value > constant;
        default:
            return value <= constant;
    }
}

}  // namespace sbst::jvm::detail
