// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/dataflow/folding.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

namespace sbst::jvm
{

namespace
{

using ConstantKind = Constant::Kind;

Constant of_int(std::int64_t value)
{
    return {.kind = ConstantKind::integer, .integer = static_cast<std::int32_t>(value)};
}
Constant of_long(std::int64_t value)
{
    return {.kind = ConstantKind::long_integer, .integer = value};
}
Constant of_float(double value)
{
    return {.kind = ConstantKind::single_float, .number = static_cast<float>(value)};
}
Constant of_double(double value)
{
    return {.kind = ConstantKind::double_float, .number = value};
}

/// The operators of each group, in the order of their opcodes by type.
enum class Arithmetic : std::uint8_t
{
    add,
    subtract,
    multiply,
    divide,
    remainder
};

template <class Word>
std::optional<Word> whole(Arithmetic operation, Word left, Word right)
{
    using Unsigned = std::make_unsigned_t<Word>;
    const auto wrapped = [](Unsigned bits) { return static_cast<Word>(bits); };
    const auto a = static_cast<Unsigned>(left);
    const auto b = static_cast<Unsigned>(right);
    const bool overflows = left == std::numeric_limits<Word>::min() && right == -1;
    switch (operation)
    {
        case Arithmetic::add:
            return wrapped(a + b);
        case Arithmetic::subtract:
            return wrapped(a - b);
        case Arithmetic::multiply:
            return wrapped(a * b);
        case Arithmetic::divide:
            return right == 0 ? std::nullopt : std::optional(overflows ? left : left / right);
        case Arithmetic::remainder:
            return right == 0 ? std::nullopt : std::optional(overflows ? Word{0} : left % right);
    }
    return std::nullopt;
}

double real(Arithmetic operation, double left, double right)
{
    switch (operation)
    {
        case Arithmetic::add:
            return left + right;
        case Arithmetic::subtract:
            return left - right;
        case Arithmetic::multiply:
            return left * right;
        case Arithmetic::divide:
            return left / right;
        case Arithmetic::remainder:
            return std::fmod(left, right);
    }
    return 0;
}

/// A float is computed as a double and rounded, which gives the same for these operators.
std::optional<Constant> arithmetic(Opcode opcode, const Constant& left, const Constant& right)
{
    constexpr std::size_t types = 4;
    const std::size_t place = place_after(Opcode::iadd, opcode);
    const auto operation = static_cast<Arithmetic>(place / types);
    switch (place % types)
    {
        case 0:
        {
            const auto value = whole(operation, static_cast<std::int32_t>(left.integer),
                static_cast<std::int32_t>(right.integer));
            return value ? std::optional(of_int(*value)) : std::nullopt;
        }
        case 1:
        {
            const auto value = whole(operation, left.integer, right.integer);
            return value ? std::optional(of_long(*value)) : std::nullopt;
        }
        case 2:
            return of_float(real(operation, left.number, right.number));
        default:
            return of_double(real(operation, left.number, right.number));
    }
}

/// Shifts and bits: their opcodes take turns, int and long.
std::optional<Constant> bits(Opcode opcode, const Constant& left, const Constant& right)
{
    const bool is_long = place_after(Opcode::ishl, opcode) % 2 == 1;
    const auto word = [is_long](std::uint64_t value) {
        return is_long ? of_long(static_cast<std::int64_t>(value)) :
                         of_int(static_cast<std::int32_t>(static_cast<std::uint32_t>(value)));
    };
    const auto count = static_cast<unsigned>(right.integer) & (is_long ? 63U : 31U);
    const auto a = static_cast<std::uint64_t>(left.integer);
    const auto b = static_cast<std::uint64_t>(right.integer);
    switch (opcode)
    {
        case Opcode::ishl:
        case Opcode::lshl:
            return word(a << count);
        case Opcode::ishr:
        case Opcode::lshr:
            return word(static_cast<std::uint64_t>(left.integer >> count));
        case Opcode::iushr:
            return word(static_cast<std::uint32_t>(a) >> count);
        case Opcode::lushr:
            return word(a >> count);
        case Opcode::iand:
        case Opcode::land:
            return word(a & b);
        case Opcode::ior:
        case Opcode::lor:
            return word(a | b);
        default:
            return word(a ^ b);
    }
}

/// JVMS 2.8.3: towards zero, to the nearest that there is, NaN to 0.
template <class Word>
std::int64_t truncated(double value)
{
    constexpr auto least = std::numeric_limits<Word>::min();
    if (std::isnan(value))
    {
        return 0;
    }
    if (value <= static_cast<double>(least))
    {
        return least;
    }
    return value >= -static_cast<double>(least) ? std::numeric_limits<Word>::max() :
                                                  static_cast<Word>(value);
}

std::optional<Constant> converted(Opcode opcode, const Constant& value)
{
    switch (opcode)
    {
        case Opcode::i2l:
            return of_long(value.integer);
        case Opcode::l2i:
            return of_int(static_cast<std::int32_t>(static_cast<std::uint64_t>(value.integer)));
        case Opcode::i2f:
        case Opcode::l2f:
            return of_float(static_cast<double>(static_cast<float>(value.integer)));
        case Opcode::i2d:
        case Opcode::l2d:
            return of_double(static_cast<double>(value.integer));
        case Opcode::f2i:
        case Opcode::d2i:
            return of_int(truncated<std::int32_t>(value.number));
        case Opcode::f2l:
        case Opcode::d2l:
            return of_long(truncated<std::int64_t>(value.number));
        case Opcode::f2d:
            return of_double(value.number);
        case Opcode::d2f:
            return of_float(value.number);
        case Opcode::i2b:
            return of_int(static_cast<std::int8_t>(value.integer));
        case Opcode::i2c:
            return of_int(static_cast<std::uint16_t>(value.integer));
        case Opcode::i2s:
            return of_int(static_cast<std::int16_t>(value.integer));
        default:
            return std::nullopt;
    }
}

Constant order_of(std::int64_t less, std::int64_t greater)
{
    return of_int(greater - less);
}

std::optional<Constant> compared(Opcode opcode, const Constant& left, const Constant& right)
{
    if (opcode == Opcode::lcmp)
    {
        return order_of(left.integer < right.integer ? 1 : 0, left.integer > right.integer ? 1 : 0);
    }
    if (std::isnan(left.number) || std::isnan(right.number))
    {
        return of_int(opcode == Opcode::fcmpg || opcode == Opcode::dcmpg ? 1 : -1);
    }
    return order_of(left.number < right.number ? 1 : 0, left.number > right.number ? 1 : 0);
}

/// Whether a constant is what an operand of a number is.
bool is_number(const Constant& constant)
{
    return constant.kind != ConstantKind::string && constant.kind != ConstantKind::class_ref;
}

/// The two zeros are two constants, and a NaN is itself.
bool are_same(const Constant& left, const Constant& right)
{
    return left.kind == right.kind && left.integer == right.integer && left.text == right.text &&
           std::bit_cast<std::uint64_t>(left.number) == std::bit_cast<std::uint64_t>(right.number);
}

class Folder
{
public:
    explicit Folder(const ValueGraph& graph) : m_graph(graph) {}

    std::optional<Constant> fold(ValueId id)
    {
        constexpr std::size_t most_deep = 64;
        const FlowValue& value = m_graph[id];
        if (value.kind == ValueKind::constant)
        {
            return m_graph.constant_of(id);
        }
        const bool is_folded =
            value.kind == ValueKind::merged || value.kind == ValueKind::operation;
        if (!is_folded || m_depth >= most_deep)
        {
            return std::nullopt;
        }
        // What comes round to itself is no constant: nothing is known while it is open.
        const auto [known, is_new] = m_known.try_emplace(id);
        if (!is_new)
        {
            return known->second;
        }
        ++m_depth;
        std::optional<Constant> found =
            value.kind == ValueKind::merged ? same_of(value) : computed(id, value);
        --m_depth;
        return m_known[id] = std::move(found);
    }

private:
    std::optional<Constant> same_of(const FlowValue& merged)
    {
        std::optional<Constant> same;
        for (const ValueId way : merged.operands)
        {
            const std::optional<Constant> one = fold(way);
            if (!one || (same && !are_same(*same, *one)))
            {
                return std::nullopt;
            }
            same = one;
        }
        return same;
    }

    std::optional<Constant> computed(ValueId id, const FlowValue& operation)
    {
        std::vector<Constant> operands;
        for (const ValueId operand : operation.operands)
        {
            const std::optional<Constant> one = fold(operand);
            if (!one || !is_number(*one))
            {
                return std::nullopt;
            }
            operands.push_back(*one);
        }
        const Instruction& instruction = m_graph.instruction_of(id);
        return operands.size() == 2 ? of_two(instruction.opcode, operands[0], operands[1]) :
               operands.size() == 1 ? of_one(instruction, operands[0]) :
                                      std::nullopt;
    }

    static std::optional<Constant> of_two(
        Opcode opcode, const Constant& left, const Constant& right)
    {
        if (opcode >= Opcode::iadd && opcode <= Opcode::drem)
        {
            return arithmetic(opcode, left, right);
        }
        if (opcode >= Opcode::ishl && opcode <= Opcode::lxor)
        {
            return bits(opcode, left, right);
        }
        return opcode >= Opcode::lcmp && opcode <= Opcode::dcmpg ? compared(opcode, left, right) :
                                                                   std::nullopt;
    }

    static std::optional<Constant> of_one(const Instruction& instruction, const Constant& value)
    {
        switch (instruction.opcode)
        {
            case Opcode::iinc:
                return of_int(
                    static_cast<std::int32_t>(value.integer) + std::int64_t{instruction.second});
            case Opcode::ineg:
                return of_int(-std::int64_t{static_cast<std::int32_t>(value.integer)});
            case Opcode::lneg:
                return of_long(
                    static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(value.integer)));
            case Opcode::fneg:
                return of_float(-value.number);
            case Opcode::dneg:
                return of_double(-value.number);
            default:
                return converted(instruction.opcode, value);
        }
    }

    const ValueGraph& m_graph;
    std::size_t m_depth = 0;
    std::map<ValueId, std::optional<Constant>> m_known;
};

}  // namespace

std::optional<Constant> folded(const ValueGraph& graph, ValueId id)
{
    return Folder(graph).fold(id);
}

}  // namespace sbst::jvm
