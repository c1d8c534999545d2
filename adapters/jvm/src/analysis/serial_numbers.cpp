// SPDX-License-Identifier: Apache-2.0
#include "serial_numbers.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace sbst::jvm
{

namespace
{

const MemberRef& member_of(const ClassFile& file, const Instruction& instruction)
{
    return file.pool.member(static_cast<std::size_t>(instruction.operand));
}

/// `getstatic n; dup; iconst_1; iadd; putstatic n` or with the copy made after the addition; with a
/// long the same by other instructions. `i2l` may follow.
bool ends_with_counting(const ClassFile& file, std::span<const Instruction> before)
{
    constexpr std::size_t length = 5;
    if (before.size() < length || before.back().opcode != Opcode::putstatic)
    {
        return false;
    }
    const std::span<const Instruction> last = before.last(length);
    const auto has = [&last](Opcode opcode) {
        return std::any_of(last.begin(), last.end(),
            [opcode](const Instruction& one) { return one.opcode == opcode; });
    };
    return last.front().opcode == Opcode::getstatic &&
           member_of(file, last.front()) == member_of(file, last.back()) &&
           ((has(Opcode::iadd) && has(Opcode::dup)) || (has(Opcode::ladd) && has(Opcode::dup2)));
}

/// `getstatic n`, in a method that also writes n.
bool ends_with_counter(
    const ClassFile& file, const Method& method, std::span<const Instruction> before)
{
    if (before.empty() || before.back().opcode != Opcode::getstatic)
    {
        return false;
    }
    const MemberRef& counter = member_of(file, before.back());
    return std::any_of(method.code->instructions.begin(), method.code->instructions.end(),
        [&](const Instruction& one) {
            return one.opcode == Opcode::putstatic && member_of(file, one) == counter;
        });
}

/// `getstatic n; invokevirtual java/util/concurrent/atomic/AtomicInteger.getAndIncrement`.
bool ends_with_atomic_counting(const ClassFile& file, std::span<const Instruction> before)
{
    if (before.size() < 2 || before.back().opcode != Opcode::invokevirtual ||
        before[before.size() - 2].opcode != Opcode::getstatic)
    {
        return false;
    }
    const MemberRef& called = member_of(file, before.back());
    return called.owner.starts_with("java/util/concurrent/atomic/Atomic") &&
           (called.name == "getAndIncrement" || called.name == "incrementAndGet");
}

}  // namespace

bool is_serial_number(const ClassFile& file, std::string_view field)
{
    const auto numbers = [&](const Method& method) {
        if (!method.is_constructor() || !method.code)
        {
            return false;
        }
        const std::span<const Instruction> code = method.code->instructions;
        for (std::size_t i = 0; i < code.size(); ++i)
        {
            if (code[i].opcode != Opcode::putfield)
            {
                continue;
            }
            const MemberRef& written = member_of(file, code[i]);
            const bool is_widened = i > 0 && code[i - 1].opcode == Opcode::i2l;
            const auto before = code.first(is_widened ? i - 1 : i);
            if (written.owner == file.name && written.name == field &&
                (ends_with_counting(file, before) || ends_with_counter(file, method, before) ||
                    ends_with_atomic_counting(file, before)))
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
    if (!method.code || method.code->instructions.size() != 3)
    {
        return false;
    }
    const Instruction& read = method.code->instructions[1];
    return read.opcode == Opcode::getfield && member_of(file, read).owner == file.name &&
           is_serial_number(file, member_of(file, read).name);
}

}  // namespace sbst::jvm
