// SPDX-License-Identifier: Apache-2.0
// Building operations: constants are folded, both orders of a commutative operation are one node,
// and an expression that equals a simpler one is replaced by it. Nothing here may change a value.
// Next: range.hpp.
#include "expression.hpp"

#include <algorithm>
#include <utility>

namespace sbst::evm::analysis
{

namespace
{

bool is_commutative(std::uint16_t opcode)
{
    return opcode == op_add || opcode == op_mul || opcode == op_eq || opcode == op_and ||
           opcode == op_or || opcode == op_xor;
}

std::optional<unsigned> exponent_of_two(const U256& value)
{
    const unsigned bits = bit_width(value);
    if (bits == 0 || U256::power_of_two(bits - 1) != value)
    {
        return std::nullopt;
    }
    return bits - 1;
}

}  // namespace

ExprId ExpressionTable::operation(std::uint16_t opcode, ExprId a, ExprId b, ExprId c)
{
    if (opcode == op_gt || opcode == op_sgt)
    {
        return operation(opcode == op_gt ? op_lt : op_slt, b, a, c);
    }
    if (const auto mapped = map_set(opcode, a, b))
    {
        return *mapped;
    }
    if (opcode == op_iszero || opcode == op_not || opcode <= op_sar)
    {
        if (m_nodes[a].kind == expr_constant &&
            (opcode == op_iszero || opcode == op_not || m_nodes[b].kind == expr_constant))
        {
            if (const auto value = fold(opcode, m_nodes[a].value, m_nodes[b].value))
            {
                return constant(*value);
            }
        }
    }
    if (is_commutative(opcode))
    {
        // One order for both forms: constants last, otherwise by id.
        const bool constant_first = is_constant(a) && !is_constant(b);
        if (constant_first || (is_constant(a) == is_constant(b) && b < a))
        {
            std::swap(a, b);
        }
    }
    if (opcode <= op_sar)
    {
        if (const auto simple = simplify(opcode, a, b))
        {
            return *simple;
        }
    }
    return build(opcode, a, b, c);
}

std::optional<ExprId> ExpressionTable::map_set(std::uint16_t opcode, ExprId a, ExprId b)
{
    const bool unary = opcode == op_iszero || opcode == op_not;
    const bool arithmetic =
        opcode != op_stop && opcode <= op_sar && opcode != op_addmod && opcode != op_mulmod;
    if (!arithmetic || (m_nodes[a].kind != expr_set && (unary || m_nodes[b].kind != expr_set)))
    {
        return std::nullopt;
    }
    const auto left = values_of(a);
    const auto right = unary ? std::vector<U256>{U256{}} : values_of(b);
    if (!left || !right || left->size() * right->size() > max_set_size)
    {
        return std::nullopt;
    }
    std::vector<U256> values;
    for (const U256& x : *left)
    {
        for (const U256& y : *right)
        {
            values.push_back(fold(opcode, x, y).value_or(U256{}));
        }
    }
    const bool is_one = std::all_of(
        values.begin(), values.end(), [&](const U256& value) { return value == values.front(); });
    return is_one ? constant(values.front()) : set(std::move(values));
}

std::optional<ExprId> ExpressionTable::simplify(std::uint16_t opcode, ExprId a, ExprId b)
{
    const bool equal_operands = a == b && m_nodes[a].is_identified;
    switch (opcode)
    {
        case op_add:
        case op_sub:
            return simplify_sum(opcode, a, b);
        case op_mul:
        case op_div:
        case op_mod:
        case op_exp:
            return simplify_product(opcode, a, b);
        case op_and:
        case op_or:
        case op_xor:
        case op_shl:
        case op_shr:
            return simplify_bits(opcode, a, b);
        case op_lt:
            return simplify_less(a, b);
        case op_slt:
            return equal_operands ? std::optional(zero()) : std::nullopt;
        case op_eq:
            if (equal_operands)
            {
                return constant(U256{1});
            }
            return std::nullopt;
        case op_iszero:
            // ISZERO ISZERO of a boolean is that boolean, and three are one.
            if (m_nodes[a].kind == op_iszero && is_boolean(m_nodes[a].args[0]))
            {
                return m_nodes[a].args[0];
            }
            if (m_nodes[a].kind == op_xor || m_nodes[a].kind == op_sub)
            {
                return operation(op_eq, m_nodes[a].args[0], m_nodes[a].args[1]);
            }
            if (m_nodes[a].kind == op_add && is_constant(m_nodes[a].args[1]))
            {
                return operation(
                    op_eq, m_nodes[a].args[0], constant(-m_nodes[m_nodes[a].args[1]].value));
            }
            return std::nullopt;
        case op_not:
            return m_nodes[a].kind == op_not ? std::optional(m_nodes[a].args[0]) : std::nullopt;
        default:
            return std::nullopt;
    }
}

std::optional<ExprId> ExpressionTable::simplify_sum(std::uint16_t opcode, ExprId a, ExprId b)
{
    if (opcode == op_sub)
    {
        if (a == b && m_nodes[a].is_identified)
        {
            return zero();
        }
        if (is_constant(b))
        {
            return operation(op_add, a, constant(-m_nodes[b].value));
        }
        if (is_constant(a) && m_nodes[a].value == U256::max())
        {
            return operation(op_not, b);
        }
        // (x + y) - x and (x + c) - (x + d)
        if (m_nodes[a].kind == op_add && m_nodes[b].is_identified)
        {
            if (m_nodes[a].args[0] == b)
            {
                return m_nodes[a].args[1];
            }
            if (m_nodes[a].args[1] == b)
            {
                return m_nodes[a].args[0];
            }
        }
        return std::nullopt;
    }
    if (b == zero())
    {
        return a;
    }
    if (!is_constant(b))
    {
        return std::nullopt;
    }
    if (m_nodes[a].kind == op_add && is_constant(m_nodes[a].args[1]))
    {
        const ExprId base = m_nodes[a].args[0];
        return operation(
            op_add, base, constant(m_nodes[m_nodes[a].args[1]].value + m_nodes[b].value));
    }
    return std::nullopt;
}

std::optional<ExprId> ExpressionTable::simplify_product(std::uint16_t opcode, ExprId a, ExprId b)
{
    const U256 one{1};
    if (opcode == op_exp)
    {
        return std::nullopt;
    }
    if (!is_constant(b))
    {
        return std::nullopt;
    }
    const U256 value = m_nodes[b].value;
    if (is_zero(value))
    {
        return zero();
    }
    if (value == one)
    {
        return opcode == op_mod ? zero() : a;
    }
    const auto exponent = exponent_of_two(value);
    if (!exponent)
    {
        return std::nullopt;
    }
    if (opcode == op_div)
    {
        return operation(op_shr, constant(U256{*exponent}), a);
    }
    if (opcode == op_mod)
    {
        return operation(op_and, a, constant(value - one));
    }
    return std::nullopt;
}

std::optional<ExprId> ExpressionTable::simplify_bits(std::uint16_t opcode, ExprId a, ExprId b)
{
    const bool equal_operands = a == b && m_nodes[a].is_identified;
    switch (opcode)
    {
        case op_and:
            if (equal_operands || (is_constant(b) && m_nodes[b].value == U256::max()))
            {
                return a;
            }
            if (b == zero())
            {
                return zero();
            }
            // x & c & d
            if (is_constant(b) && m_nodes[a].kind == op_and && is_constant(m_nodes[a].args[1]))
            {
                return operation(op_and, m_nodes[a].args[0],
                    constant(m_nodes[m_nodes[a].args[1]].value & m_nodes[b].value));
            }
            return std::nullopt;
        case op_or:
            return equal_operands || b == zero() ? std::optional(a) : std::nullopt;
        case op_xor:
            if (equal_operands)
            {
                return zero();
            }
            return b == zero() ? std::optional(a) : std::nullopt;
        case op_shl:
            // One form for a shift by a constant and the equal product.
            if (is_constant(a) && m_nodes[a].value < U256{256})
            {
                return operation(op_mul, b,
                    constant(U256::power_of_two(static_cast<unsigned>(low64(m_nodes[a].value)))));
            }
            return std::nullopt;
        default:  // SHR
            if (a == zero())
            {
                return b;
            }
            // (x << k) >> k keeps the low bits of x.
            if (is_constant(a) && m_nodes[a].value < U256{256} && m_nodes[b].kind == op_mul &&
                is_constant(m_nodes[b].args[1]) &&
                m_nodes[m_nodes[b].args[1]].value == U256{1} << m_nodes[a].value)
            {
                return operation(
                    op_and, m_nodes[b].args[0], constant(U256::max() >> m_nodes[a].value));
            }
            return std::nullopt;
    }
}

std::optional<ExprId> ExpressionTable::simplify_less(ExprId a, ExprId b)
{
    const Expression left = m_nodes[a];
    const Expression right = m_nodes[b];
    if (b == zero() || (a == b && left.is_identified))
    {
        return zero();
    }
    // x + y < x: the sum wrapped, which means ~y < x.
    if (left.kind == op_add && right.is_identified && (left.args[0] == b || left.args[1] == b))
    {
        ExprId other = left.args[0] == b ? left.args[1] : left.args[0];
        ExprId same_word = b;
        // One form for the comparison with either operand: constants first, else by id.
        if (is_constant(same_word) || (!is_constant(other) && same_word < other))
        {
            std::swap(other, same_word);
        }
        return operation(op_lt, operation(op_not, other), same_word);
    }
    // x < x - y: the difference wrapped, which means x < y.
    if (right.kind == op_sub && right.args[0] == a && left.is_identified)
    {
        return operation(op_lt, a, right.args[1]);
    }
    // x < x + c with c != 0: the sum did not wrap.
    if (right.kind == op_add && right.args[0] == a && is_constant(right.args[1]) &&
        left.is_identified)
    {
        return operation(op_iszero, operation(op_lt, constant(~m_nodes[right.args[1]].value), a));
    }
    if (left.kind == op_not && right.kind != op_not)
    {
        // ~x < c is ~c < x; ~x < y has one form as well.
        const ExprId x = left.args[0];
        if (is_constant(b))
        {
            return operation(op_lt, constant(~right.value), x);
        }
        if (b < x && !is_constant(x))
        {
            return operation(op_lt, operation(op_not, b), x);
        }
    }
    return std::nullopt;
}

}  // namespace sbst::evm::analysis
