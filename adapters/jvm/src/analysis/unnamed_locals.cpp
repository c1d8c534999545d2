// SPDX-License-Identifier: Apache-2.0
#include "unnamed_locals.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace sbst::jvm
{

namespace
{

bool stores_local(Opcode opcode)
{
    return opcode >= Opcode::istore && opcode <= Opcode::astore_3;
}

/// Stores and increments of a slot where no name has it.
std::vector<std::uint32_t> unnamed_writes(const Code& code, std::uint32_t slot)
{
    std::vector<std::uint32_t> writes;
    for (std::uint32_t i = 1; i < code.instructions.size(); ++i)
    {
        const Instruction& instruction = code.instructions[i];
        const bool is_write =
            instruction.opcode == Opcode::iinc || stores_local(instruction.opcode);
        // The scope of a name begins behind the first store.
        if (is_write && static_cast<std::uint32_t>(instruction.operand) == slot &&
            variable_at(code, slot, i) == nullptr && variable_at(code, slot, i + 1) == nullptr)
        {
            writes.push_back(i);
        }
    }
    return writes;
}

/// Where the text is pushed in `copy = text; number = -1; if (copy.equals("a")) number = 0; ...`.
std::optional<std::uint32_t> end_of_switched_text(
    const Code& code, const std::vector<std::uint32_t>& stores)
{
    const auto begin = std::find_if(stores.rbegin(), stores.rend(), [&code](std::uint32_t store) {
        return store >= 2 && code.instructions[store - 1].opcode == Opcode::iconst_m1 &&
               stores_local(code.instructions[store - 2].opcode);
    });
    return begin == stores.rend() ? std::nullopt : std::optional(*begin - 2);
}

}  // namespace

const LocalVariable* variable_at(const Code& code, std::uint32_t slot, std::uint32_t place)
{
    const auto behind = std::upper_bound(code.variables.begin(), code.variables.end(),
        std::pair{slot, place}, [](const auto& wanted, const LocalVariable& one) {
            return wanted < std::pair{one.slot, one.start};
        });
    if (behind == code.variables.begin())
    {
        return nullptr;
    }
    const LocalVariable& last = *std::prev(behind);
    return last.slot == slot && place < last.end ? &last : nullptr;
}

bool is_straight(const Code& code, std::uint32_t first, std::uint32_t last)
{
    return std::none_of(
        code.instructions.begin(), code.instructions.end(), [&](const Instruction& instruction) {
            const auto target = static_cast<std::uint32_t>(instruction.operand);
            const bool jumps =
                is_conditional_jump(instruction.opcode) || is_goto(instruction.opcode);
            return jumps && target > first && target <= last;
        });
}

UnnamedValue value_of_unnamed(const ClassFile& file, const Code& code, std::uint32_t load)
{
    if (code.variables.empty())
    {
        return {};
    }
    const std::vector<std::uint32_t> writes =
        unnamed_writes(code, static_cast<std::uint32_t>(code.instructions[load].operand));
    const auto counts = [&code](std::uint32_t i) {
        return code.instructions[i].opcode == Opcode::iinc;
    };
    const auto behind = std::lower_bound(writes.begin(), writes.end(), load);
    if (behind != writes.end() && counts(*behind))
    {
        return {.is_counter = true};
    }
    if (behind == writes.begin() || counts(*std::prev(behind)))
    {
        return {};
    }
    const std::uint32_t last = *std::prev(behind);
    if (!pushed_constant(file.pool, code.instructions[last - 1]))
    {
        return {.end = last};
    }
    return {.end = end_of_switched_text(code, {writes.begin(), behind})};
}

}  // namespace sbst::jvm
