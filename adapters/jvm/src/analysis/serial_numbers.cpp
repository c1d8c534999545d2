// SPDX-License-Identifier: Apache-2.0
#include "serial_numbers.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace sbst::jvm
{

namespace
{

using Instructions = std::span<const Instruction>;

const MemberRef& member_of(const ClassFile& file, const Instruction& instruction)
{
    return file.pool.member(static_cast<std::size_t>(instruction.operand));
}

bool is_integer(const MemberRef& field)
{
    constexpr std::string_view types = "IJSB";
    return field.descriptor.size() == 1 &&
           types.find(field.descriptor[0]) != std::string_view::npos;
}

/// `getstatic n; dup; iconst_1; iadd; putstatic n` with the copy made before or after the addition,
/// or without one; with a long by the instructions of longs.
bool ends_with_counting(const ClassFile& file, Instructions code)
{
    constexpr std::size_t longest = 6;
    if (code.size() < 4 || code.back().opcode != Opcode::putstatic)
    {
        return false;
    }
    const Instructions last = code.last(std::min(code.size(), longest));
    const auto has = [&last](Opcode opcode) {
        return std::any_of(last.begin(), last.end(),
            [opcode](const Instruction& one) { return one.opcode == opcode; });
    };
    const bool is_read = std::any_of(last.begin(), last.end(), [&](const Instruction& one) {
        return one.opcode == Opcode::getstatic &&
               member_of(file, one) == member_of(file, last.back());
    });
    return is_read &&
           (has(Opcode::iadd) || has(Opcode::isub) || has(Opcode::ladd) || has(Opcode::lsub));
}

/// Tells whether the code counts in a static field.
bool counts(const ClassFile& file, Instructions code, const MemberRef* counter = nullptr)
{
    for (std::size_t i = 0; i < code.size(); ++i)
    {
        if (ends_with_counting(file, code.first(i + 1)) &&
            (counter == nullptr || member_of(file, code[i]) == *counter))
        {
            return true;
        }
    }
    return false;
}

/// A counter of java.util.concurrent.atomic in a static field.
bool is_atomic_counting(const ClassFile& file, Instructions code)
{
    constexpr std::array<std::string_view, 6> names{"getAndIncrement", "incrementAndGet",
        "getAndDecrement", "decrementAndGet", "getAndAdd", "addAndGet"};
    constexpr std::size_t longest = 4;
    if (code.empty() || code.back().opcode != Opcode::invokevirtual)
    {
        return false;
    }
    const MemberRef& called = member_of(file, code.back());
    const Instructions last = code.last(std::min(code.size(), longest));
    return called.owner.starts_with("java/util/concurrent/atomic/Atomic") &&
           std::find(names.begin(), names.end(), called.name) != names.end() &&
           std::any_of(last.begin(), last.end(),
               [](const Instruction& one) { return one.opcode == Opcode::getstatic; });
}

/// A call of a static method of the class, without parameters, that counts.
bool is_call_of_counter(const ClassFile& file, const Instruction& last)
{
    if (last.opcode != Opcode::invokestatic)
    {
        return false;
    }
    const MemberRef& called = member_of(file, last);
    const Method* method =
        called.owner == file.name ? file.find_method(called.name, called.descriptor) : nullptr;
    if (method == nullptr || !method->code || !method->descriptor.starts_with("()"))
    {
        return false;
    }
    const Instructions code = method->code->instructions;
    for (std::size_t i = 0; i < code.size(); ++i)
    {
        if (is_atomic_counting(file, code.first(i + 1)))
        {
            return true;
        }
    }
    return counts(file, code);
}

bool is_conversion(Opcode opcode)
{
    return opcode == Opcode::i2l || opcode == Opcode::l2i || opcode == Opcode::i2s ||
           opcode == Opcode::i2b;
}

/// @param code a constructor's, up to the value that is stored next.
bool ends_with_number(const ClassFile& file, Instructions whole, Instructions code)
{
    while (!code.empty() && is_conversion(code.back().opcode))
    {
        code = code.first(code.size() - 1);
    }
    if (code.empty())
    {
        return false;
    }
    const Instruction& last = code.back();
    return ends_with_counting(file, code) || is_atomic_counting(file, code) ||
           is_call_of_counter(file, last) ||
           (last.opcode == Opcode::getstatic && counts(file, whole, &member_of(file, last)));
}

}  // namespace

bool is_serial_number(const ClassFile& file, std::string_view field)
{
    const auto numbers = [&](const Method& method) {
        if (!method.is_constructor() || !method.code)
        {
            return false;
        }
        const Instructions code = method.code->instructions;
        for (std::size_t i = 0; i < code.size(); ++i)
        {
            if (code[i].opcode != Opcode::putfield)
            {
                continue;
            }
            const MemberRef& written = member_of(file, code[i]);
            if (written.owner == file.name && written.name == field && is_integer(written) &&
                ends_with_number(file, code, code.first(i)))
            {
                return true;
            }
        }
        return false;
    };
    return std::any_of(file.methods.begin(), file.methods.end(), numbers);
}

bool returns_serial_number(const ClassFile& file, const Method& method)
{
    constexpr std::size_t length = 3;  // aload_0, getfield, a return
    if (!method.code || method.code->instructions.size() != length)
    {
        return false;
    }
    const Instruction& read = method.code->instructions[1];
    return read.opcode == Opcode::getfield && member_of(file, read).owner == file.name &&
           is_serial_number(file, member_of(file, read).name);
}

}  // namespace sbst::jvm
