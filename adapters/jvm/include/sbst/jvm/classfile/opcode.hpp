// SPDX-License-Identifier: Apache-2.0
// The instructions of the Java virtual machine and their operands. Next: class_file.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sbst::jvm
{

/// JVMS 6.5, by number; names that C++ reserves end in `_`.
// One name per line would hide the groups by number.
// NOLINTBEGIN(readability-identifier-naming): words of C++ need the mark
// clang-format off
enum class Opcode : std::uint8_t
{
    nop, aconst_null, iconst_m1, iconst_0, iconst_1, iconst_2, iconst_3, iconst_4, iconst_5,
    lconst_0, lconst_1, fconst_0, fconst_1, fconst_2, dconst_0, dconst_1, bipush, sipush, ldc,
    ldc_w, ldc2_w, iload, lload, fload, dload, aload, iload_0, iload_1, iload_2, iload_3,
    lload_0, lload_1, lload_2, lload_3, fload_0, fload_1, fload_2, fload_3, dload_0, dload_1,
    dload_2, dload_3, aload_0, aload_1, aload_2, aload_3, iaload, laload, faload, daload,
    aaload, baload, caload, saload, istore, lstore, fstore, dstore, astore, istore_0, istore_1,
    istore_2, istore_3, lstore_0, lstore_1, lstore_2, lstore_3, fstore_0, fstore_1, fstore_2,
    fstore_3, dstore_0, dstore_1, dstore_2, dstore_3, astore_0, astore_1, astore_2, astore_3,
    iastore, lastore, fastore, dastore, aastore, bastore, castore, sastore, pop, pop2, dup,
    dup_x1, dup_x2, dup2, dup2_x1, dup2_x2, swap, iadd, ladd, fadd, dadd, isub, lsub, fsub,
    dsub, imul, lmul, fmul, dmul, idiv, ldiv, fdiv, ddiv, irem, lrem, frem, drem, ineg, lneg,
    fneg, dneg, ishl, lshl, ishr, lshr, iushr, lushr, iand, land, ior, lor, ixor, lxor, iinc,
    i2l, i2f, i2d, l2i, l2f, l2d, f2i, f2l, f2d, d2i, d2l, d2f, i2b, i2c, i2s, lcmp, fcmpl,
    fcmpg, dcmpl, dcmpg, ifeq, ifne, iflt, ifge, ifgt, ifle, if_icmpeq, if_icmpne, if_icmplt,
    if_icmpge, if_icmpgt, if_icmple, if_acmpeq, if_acmpne, goto_, jsr, ret, tableswitch,
    lookupswitch, ireturn, lreturn, freturn, dreturn, areturn, return_, getstatic, putstatic,
    getfield, putfield, invokevirtual, invokespecial, invokestatic, invokeinterface,
    invokedynamic, new_, newarray, anewarray, arraylength, athrow, checkcast, instanceof,
    monitorenter, monitorexit, wide, multianewarray, ifnull, ifnonnull, goto_w, jsr_w
};
// clang-format on
// NOLINTEND(readability-identifier-naming)
inline constexpr std::size_t opcode_count = 202;

/// The operand that follows the opcode in the code.
enum class OperandKind : std::uint8_t
{
    none,
    /// A number, including one in the opcode's name (`iconst_2`, `bipush`).
    immediate,
    /// A slot of the frame, including one in the opcode's name (`aload_0`).
    local,
    increment,
    /// An entry of the constant pool.
    constant,
    field,
    method,
    interface_method,
    dynamic_call,
    type,
    array_type,
    dimensions,
    jump,
    wide_jump,
    table_switch,
    lookup_switch,
    wide_prefix
};

/// `if_icmplt`, as javap writes it.
[[nodiscard]] std::string_view to_string(Opcode opcode);
[[nodiscard]] OperandKind operand_kind(Opcode opcode);

/// The place of an instruction in a group that begins with `first`, from 0: 2 for `dadd` after
/// `ladd`. Precondition: it does not come before.
[[nodiscard]] constexpr std::size_t place_after(Opcode first, Opcode opcode)
{
    return static_cast<std::size_t>(opcode) - static_cast<std::size_t>(first);
}
/// A jump with two ways: `if...`, `ifnull`, `ifnonnull`.
[[nodiscard]] constexpr bool is_conditional_jump(Opcode opcode)
{
    return (opcode >= Opcode::ifeq && opcode <= Opcode::if_acmpne) || opcode == Opcode::ifnull ||
           opcode == Opcode::ifnonnull;
}
[[nodiscard]] constexpr bool is_switch(Opcode opcode)
{
    return opcode == Opcode::tableswitch || opcode == Opcode::lookupswitch;
}
/// `jsr`, which also returns (class files before version 51).
[[nodiscard]] constexpr bool is_subroutine_call(Opcode opcode)
{
    return opcode == Opcode::jsr || opcode == Opcode::jsr_w;
}
[[nodiscard]] constexpr bool is_goto(Opcode opcode)
{
    return opcode == Opcode::goto_ || opcode == Opcode::goto_w;
}
[[nodiscard]] constexpr bool is_return(Opcode opcode)
{
    return opcode >= Opcode::ireturn && opcode <= Opcode::return_;
}
/// Calls a method that the constant pool names; `invokedynamic` does not.
[[nodiscard]] constexpr bool is_method_call(Opcode opcode)
{
    return opcode >= Opcode::invokevirtual && opcode <= Opcode::invokeinterface;
}
/// Tells whether the next instruction may be executed right after it.
[[nodiscard]] constexpr bool falls_through(Opcode opcode)
{
    return !is_goto(opcode) && !is_subroutine_call(opcode) && !is_return(opcode) &&
           !is_switch(opcode) && opcode != Opcode::athrow && opcode != Opcode::ret;
}

}  // namespace sbst::jvm
