// SPDX-License-Identifier: Apache-2.0
#include "operands.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <array>
#include <cassert>

namespace sbst::jvm
{

namespace
{

/// Instructions whose operands their opcode tells: slots of up to three taken values, and of what
/// they leave.
struct Shape
{
    Opcode first;
    Opcode last;
    std::array<std::uint8_t, 3> taken;
    std::uint8_t given;
};

constexpr std::array listed_shapes{Shape{Opcode::nop, Opcode::nop, {}, 0},
    Shape{Opcode::aconst_null, Opcode::iconst_5, {}, 1},
    Shape{Opcode::lconst_0, Opcode::lconst_1, {}, 2},
    Shape{Opcode::fconst_0, Opcode::fconst_2, {}, 1},
    Shape{Opcode::dconst_0, Opcode::dconst_1, {}, 2}, Shape{Opcode::bipush, Opcode::ldc_w, {}, 1},
    Shape{Opcode::ldc2_w, Opcode::ldc2_w, {}, 2}, Shape{Opcode::iaload, Opcode::iaload, {1, 1}, 1},
    Shape{Opcode::laload, Opcode::laload, {1, 1}, 2},
    Shape{Opcode::faload, Opcode::faload, {1, 1}, 1},
    Shape{Opcode::daload, Opcode::daload, {1, 1}, 2},
    Shape{Opcode::aaload, Opcode::saload, {1, 1}, 1},
    Shape{Opcode::iastore, Opcode::iastore, {1, 1, 1}, 0},
    Shape{Opcode::lastore, Opcode::lastore, {1, 1, 2}, 0},
    Shape{Opcode::fastore, Opcode::fastore, {1, 1, 1}, 0},
    Shape{Opcode::dastore, Opcode::dastore, {1, 1, 2}, 0},
    Shape{Opcode::aastore, Opcode::sastore, {1, 1, 1}, 0}, Shape{Opcode::i2l, Opcode::i2l, {1}, 2},
    Shape{Opcode::i2f, Opcode::i2f, {1}, 1}, Shape{Opcode::i2d, Opcode::i2d, {1}, 2},
    Shape{Opcode::l2i, Opcode::l2f, {2}, 1}, Shape{Opcode::l2d, Opcode::l2d, {2}, 2},
    Shape{Opcode::f2i, Opcode::f2i, {1}, 1}, Shape{Opcode::f2l, Opcode::f2d, {1}, 2},
    Shape{Opcode::d2i, Opcode::d2i, {2}, 1}, Shape{Opcode::d2l, Opcode::d2l, {2}, 2},
    Shape{Opcode::d2f, Opcode::d2f, {2}, 1}, Shape{Opcode::i2b, Opcode::i2s, {1}, 1},
    Shape{Opcode::lcmp, Opcode::lcmp, {2, 2}, 1}, Shape{Opcode::fcmpl, Opcode::fcmpg, {1, 1}, 1},
    Shape{Opcode::dcmpl, Opcode::dcmpg, {2, 2}, 1}, Shape{Opcode::ifeq, Opcode::ifle, {1}, 0},
    Shape{Opcode::if_icmpeq, Opcode::if_acmpne, {1, 1}, 0},
    Shape{Opcode::goto_, Opcode::goto_, {}, 0}, Shape{Opcode::tableswitch, Opcode::ireturn, {1}, 0},
    Shape{Opcode::lreturn, Opcode::lreturn, {2}, 0},
    Shape{Opcode::freturn, Opcode::freturn, {1}, 0},
    Shape{Opcode::dreturn, Opcode::dreturn, {2}, 0},
    Shape{Opcode::areturn, Opcode::areturn, {1}, 0}, Shape{Opcode::return_, Opcode::return_, {}, 0},
    Shape{Opcode::new_, Opcode::new_, {}, 1}, Shape{Opcode::newarray, Opcode::arraylength, {1}, 1},
    Shape{Opcode::athrow, Opcode::athrow, {1}, 0},
    Shape{Opcode::checkcast, Opcode:: instanceof, {1}, 1},
    Shape{Opcode::monitorenter, Opcode::monitorexit, {1}, 0},
    Shape{Opcode::ifnull, Opcode::ifnonnull, {1}, 0}, Shape{Opcode::goto_w, Opcode::goto_w, {}, 0}};

struct KnownShape
{
    bool is_known = false;
    std::array<std::uint8_t, 3> taken{};
    std::uint8_t given = 0;
};

constexpr std::array<KnownShape, opcode_count> shapes = [] {
    std::array<KnownShape, opcode_count> found{};
    for (const Shape& shape : listed_shapes)
    {
        for (auto i = static_cast<std::size_t>(shape.first);
             i <= static_cast<std::size_t>(shape.last); ++i)
        {
            found[i] = {true, shape.taken, shape.given};
        }
    }
    // Arithmetic is ordered by type: int, long, float, double; bit operations only have int and
    // long.
    for (auto i = static_cast<std::size_t>(Opcode::iadd);
         i <= static_cast<std::size_t>(Opcode::lxor); ++i)
    {
        const auto size = static_cast<std::uint8_t>(i % 2 == 1 ? 2 : 1);
        const bool is_negation = i >= static_cast<std::size_t>(Opcode::ineg) &&
                                 i <= static_cast<std::size_t>(Opcode::dneg);
        const bool is_shift = i >= static_cast<std::size_t>(Opcode::ishl) &&
                              i <= static_cast<std::size_t>(Opcode::lushr);
        const std::uint8_t second = is_negation ? std::uint8_t{0} :
                                    is_shift    ? std::uint8_t{1} :
                                                  size;
        found[i] = {true, {size, second}, size};
    }
    return found;
}();
static_assert(static_cast<std::size_t>(Opcode::ladd) % 2 == 1);
static_assert(static_cast<std::size_t>(Opcode::lshl) % 2 == 1);

void find_of_call(const ClassConstants& pool, const Instruction& instruction, Operands& operands)
{
    const MemberRef& called = pool.member(static_cast<std::size_t>(instruction.operand));
    const auto types = parse_method_descriptor(called.descriptor);
    assert(types);
    const bool has_receiver =
        instruction.opcode != Opcode::invokestatic && instruction.opcode != Opcode::invokedynamic;
    if (has_receiver)
    {
        operands.taken.push_back(1);
    }
    for (const std::string& type : types->parameters)
    {
        operands.taken.push_back(slots_of(type));
    }
    operands.given = slots_of(types->result);
}

void find_of_field(const ClassConstants& pool, const Instruction& instruction, Operands& operands)
{
    const MemberRef& field = pool.member(static_cast<std::size_t>(instruction.operand));
    const std::uint8_t slots = slots_of(field.descriptor);
    const bool is_static =
        instruction.opcode == Opcode::getstatic || instruction.opcode == Opcode::putstatic;
    if (!is_static)
    {
        operands.taken.push_back(1);
    }
    if (instruction.opcode == Opcode::getstatic || instruction.opcode == Opcode::getfield)
    {
        operands.given = slots;
    }
    else
    {
        operands.taken.push_back(slots);
    }
}

}  // namespace

std::uint8_t slots_of(std::string_view descriptor)
{
    return descriptor == "V" ? 0 : descriptor == "J" || descriptor == "D" ? 2 : 1;
}

bool find_operands(const ClassConstants& pool, const Instruction& instruction, Operands& operands)
{
    operands.taken.clear();
    operands.given = 0;
    const KnownShape& shape = shapes[static_cast<std::size_t>(instruction.opcode)];
    if (shape.is_known)
    {
        for (std::size_t i = 0; i < shape.taken.size() && shape.taken[i] > 0; ++i)
        {
            operands.taken.push_back(shape.taken[i]);
        }
        operands.given = shape.given;
        return true;
    }
    switch (operand_kind(instruction.opcode))
    {
        case OperandKind::field:
            find_of_field(pool, instruction, operands);
            return true;
        case OperandKind::method:
        case OperandKind::interface_method:
        case OperandKind::dynamic_call:
            find_of_call(pool, instruction, operands);
            return true;
        case OperandKind::dimensions:
            operands.taken.assign(static_cast<std::size_t>(instruction.second), 1);
            operands.given = 1;
            return true;
        default:
            return false;
    }
}

}  // namespace sbst::jvm
