// SPDX-License-Identifier: Apache-2.0
#include "compared_values.hpp"

#include <cmath>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

/// In the order of the opcodes: each even one is the contrary of the next.
enum class Relation : unsigned
{
    equal,
    unequal,
    less,
    at_least,
    greater,
    at_most
};

Relation relation_of(Opcode opcode)
{
    const Opcode first = opcode >= Opcode::if_icmpeq ? Opcode::if_icmpeq : Opcode::ifeq;
    return static_cast<Relation>(static_cast<unsigned>(opcode) - static_cast<unsigned>(first));
}

Relation contrary(Relation relation)
{
    return static_cast<Relation>(static_cast<unsigned>(relation) ^ 1U);
}

/// `c < x` is `x > c`.
Relation mirrored(Relation relation)
{
    switch (relation)
    {
        case Relation::less:
            return Relation::greater;
        case Relation::greater:
            return Relation::less;
        case Relation::at_least:
            return Relation::at_most;
        case Relation::at_most:
            return Relation::at_least;
        default:
            return relation;
    }
}

/// The relation of a value to the constant.
Relation relation_of(Opcode opcode, bool jumps, ConstantSide side)
{
    Relation relation = relation_of(opcode);
    relation = jumps ? relation : contrary(relation);
    return side == ConstantSide::left ? mirrored(relation) : relation;
}

}  // namespace

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
        case Relation::equal:
            return {constant};
        case Relation::unequal:
            return {above, below};
        case Relation::less:
            return {below};
        case Relation::at_least:
            return {constant, above};
        case Relation::greater:
            return {above};
        default:
            return {constant, below};
    }
}

bool holds(Opcode opcode, bool jumps, std::int64_t constant, ConstantSide side, std::int64_t value)
{
    switch (relation_of(opcode, jumps, side))
    {
        case Relation::equal:
            return value == constant;
        case Relation::unequal:
            return value != constant;
        case Relation::less:
            return value < constant;
        case Relation::at_least:
            return value >= constant;
        case Relation::greater:
            return value > constant;
        default:
            return value <= constant;
    }
}

}  // namespace sbst::jvm::detail
