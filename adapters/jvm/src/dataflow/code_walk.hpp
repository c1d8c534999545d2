// SPDX-License-Identifier: Apache-2.0
// Follows the values on a method's stack and in its local variables until nothing changes: the
// abstract interpretation that all data flow of this adapter stands on. What a value is belongs to
// the domain. Next: value_graph.cpp, the exact one; ../analysis/method_effect.cpp, a coarse one.
#pragma once

#include "operands.hpp"

#include <sbst/jvm/classfile/class_file.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace sbst::jvm
{

/// What code that the JVM's verifier refuses, or code with subroutines, makes of a walk.
struct NotWalkable
{};

/// The stack and the local variables before an instruction, by slot: both slots of a long or a
/// double hold the same value.
template <class Value>
struct WalkFrame
{
    std::vector<Value> stack;
    std::vector<Value> locals;

    friend bool operator==(const WalkFrame&, const WalkFrame&) = default;
};

/// The cost of a walk: slots of all frames, and visits to handlers.
[[nodiscard]] inline std::size_t cost_of_walk(const Code& code)
{
    return code.instructions.size() *
           (code.max_locals + std::size_t{code.max_stack} + code.handlers.size() + 1);
}

/// A domain has a type `Value`, which compares by `==`, and
///
/// - `Value at_start(std::size_t slot)`: of a local variable when the method is entered;
/// - `Value caught(std::uint32_t handler)`: the exception, at the handler's first instruction;
/// - `Value join(std::uint32_t at, std::size_t place, std::span<const Value> ways)`: of the values
///   that a place may have before an instruction to which several ways lead, one or more different
///   ones; the place counts local variables, then the stack. It must settle: after finitely many
///   joins at a place it returns the same again for the same ways;
/// - `Value widen(std::uint32_t at, std::size_t place, Value known, Value other)`: of two that
///   differ, at the start of a handler, to which each instruction of its range leads;
/// - `Value step(std::uint32_t at, std::span<const Value> operands)`: what an instruction leaves,
///   if it leaves anything, and the place to note what it does. Called once or more for each
///   instruction that is reached; the last call has the final operands. `iinc` has the variable as
///   its operand.
template <class Domain>
class CodeWalk
{
public:
    using Value = typename Domain::Value;

    /// Keeps references. Precondition: the method has code.
    CodeWalk(const ClassConstants& pool, const Code& code, Domain& domain)
      : m_pool(pool),
        m_code(code),
        m_domain(domain),
        m_entries(entries_of(code)),
        m_frames(code.instructions.size())
    {}

    /// @throws NotWalkable.
    void run()
    {
        WalkFrame<Value> entry;
        for (std::size_t slot = 0; slot < m_code.max_locals; ++slot)
        {
            entry.locals.push_back(m_domain.at_start(slot));
        }
        flow_to(0, m_frames.size(), entry);
        while (!m_open.empty())
        {
            const std::uint32_t i = *m_open.begin();
            m_open.erase(m_open.begin());
            if (!join_ways(i))
            {
                continue;
            }
            m_frame = *m_frames[i];
            flow_to_handlers(i);
            step(i);
            flow_on(i);
        }
    }

    /// Tells whether the method can reach an instruction.
    [[nodiscard]] bool is_reached(std::uint32_t i) const { return m_frames[i].has_value(); }

private:
    /// How an instruction is entered.
    enum class Entry : std::uint8_t
    {
        one_way,
        several_ways,
        handler
    };

    /// Counts ways from code that is not reached, too.
    static std::vector<Entry> entries_of(const Code& code)
    {
        std::vector<std::uint8_t> ways(code.instructions.size() + 1, 0);
        const auto add = [&ways](std::size_t target) {
            std::uint8_t& count = ways[std::min(target, ways.size() - 1)];
            count = static_cast<std::uint8_t>(std::min(count + 1, 2));
        };
        add(0);
        for (std::size_t i = 0; i < code.instructions.size(); ++i)
        {
            for_each_target(code, code.instructions[i], add);
            if (falls_through(code.instructions[i].opcode))
            {
                add(i + 1);
            }
        }
        std::vector<Entry> entries;
        entries.reserve(ways.size());
        for (const std::uint8_t count : ways)
        {
            entries.push_back(count > 1 ? Entry::several_ways : Entry::one_way);
        }
        for (const ExceptionHandler& handler : code.handlers)
        {
            entries[handler.handler] = Entry::handler;
        }
        return entries;
    }

    template <class Function>
    static void for_each_target(
        const Code& code, const Instruction& instruction, const Function& function)
    {
        const OperandKind kind = operand_kind(instruction.opcode);
        if (kind == OperandKind::jump || kind == OperandKind::wide_jump)
        {
            function(static_cast<std::size_t>(instruction.operand));
        }
        else if (is_switch(instruction.opcode))
        {
            const SwitchTable& table = code.switches[static_cast<std::size_t>(instruction.operand)];
            function(table.default_target);
            for (const SwitchCase& one : table.cases)
            {
                function(one.target);
            }
        }
    }

    /// @param from the instruction before it; the number of instructions at the method's entry.
    void flow_to(std::size_t i, std::size_t from, const WalkFrame<Value>& frame)
    {
        if (i >= m_frames.size())
        {
            throw NotWalkable{};
        }
        if (m_entries[i] == Entry::several_ways)
        {
            const auto [way, is_new] = m_ways[i].try_emplace(from, frame);
            if (is_new || !(way->second == frame))
            {
                way->second = frame;
                m_open.insert(static_cast<std::uint32_t>(i));
            }
            return;
        }
        std::optional<WalkFrame<Value>>& known = m_frames[i];
        check_heights(known, frame);
        WalkFrame<Value> next = m_entries[i] == Entry::handler && known ?
                                    widened(static_cast<std::uint32_t>(i), *known, frame) :
                                    frame;
        if (!known || !(*known == next))
        {
            known = std::move(next);
            m_open.insert(static_cast<std::uint32_t>(i));
        }
    }

    static void check_heights(
        const std::optional<WalkFrame<Value>>& known, const WalkFrame<Value>& frame)
    {
        if (known && known->stack.size() != frame.stack.size())
        {
            throw NotWalkable{};
        }
    }

    /// Joins the ways to an instruction; false when that changes nothing since the last time.
    bool join_ways(std::uint32_t i)
    {
        if (m_entries[i] != Entry::several_ways)
        {
            return true;
        }
        WalkFrame<Value> next = joined(i);
        const bool has_changed = !m_frames[i] || !(*m_frames[i] == next);
        m_frames[i] = std::move(next);
        return has_changed;
    }

    WalkFrame<Value> widened(
        std::uint32_t i, const WalkFrame<Value>& known, const WalkFrame<Value>& frame)
    {
        WalkFrame<Value> next = known;
        for (std::size_t slot = 0; slot < next.locals.size(); ++slot)
        {
            if (!(known.locals[slot] == frame.locals[slot]))
            {
                next.locals[slot] = m_domain.widen(i, slot, known.locals[slot], frame.locals[slot]);
            }
        }
        for (std::size_t slot = 0; slot < next.stack.size(); ++slot)
        {
            if (!(known.stack[slot] == frame.stack[slot]))
            {
                next.stack[slot] = m_domain.widen(
                    i, next.locals.size() + slot, known.stack[slot], frame.stack[slot]);
            }
        }
        return next;
    }

    /// What all ways that are known so far make together.
    WalkFrame<Value> joined(std::uint32_t i)
    {
        const std::map<std::size_t, WalkFrame<Value>>& ways = m_ways[i];
        WalkFrame<Value> next = ways.begin()->second;
        for (const auto& [from, way] : ways)
        {
            check_heights(next, way);
        }
        const auto join = [&](std::vector<Value>& values, std::size_t first_place,
                              const auto& values_of) {
            for (std::size_t slot = 0; slot < values.size(); ++slot)
            {
                m_values.clear();
                for (const auto& [from, way] : ways)
                {
                    const Value value = values_of(way)[slot];
                    if (std::find(m_values.begin(), m_values.end(), value) == m_values.end())
                    {
                        m_values.push_back(value);
                    }
                }
                values[slot] = m_domain.join(i, first_place + slot, m_values);
            }
        };
        join(next.locals, 0, [](const WalkFrame<Value>& way) -> const auto& { return way.locals; });
        join(next.stack, m_code.max_locals,
            [](const WalkFrame<Value>& way) -> const auto& { return way.stack; });
        return next;
    }

    void flow_to_handlers(std::uint32_t i)
    {
        for (const ExceptionHandler& handler : m_code.handlers)
        {
            if (handler.start <= i && i < handler.end)
            {
                // The frame before the instruction: a store changes the frame after it.
                flow_to(handler.handler, i, {{m_domain.caught(handler.handler)}, m_frame.locals});
            }
        }
    }

    void flow_on(std::uint32_t i)
    {
        const Instruction& instruction = m_code.instructions[i];
        for_each_target(
            m_code, instruction, [this, i](std::size_t target) { flow_to(target, i, m_frame); });
        if (falls_through(instruction.opcode))
        {
            flow_to(std::size_t{i} + 1, i, m_frame);
        }
    }

    Value pop(std::size_t slots = 1)
    {
        if (m_frame.stack.size() < slots)
        {
            throw NotWalkable{};
        }
        const Value value = m_frame.stack.back();
        m_frame.stack.resize(m_frame.stack.size() - slots);
        return value;
    }
    void push(Value value, std::size_t slots = 1)
    {
        if (m_frame.stack.size() + slots > m_code.max_stack)
        {
            throw NotWalkable{};
        }
        for (std::size_t i = 0; i < slots; ++i)
        {
            m_frame.stack.push_back(value);
        }
    }
    Value& local(std::size_t slot)
    {
        if (slot >= m_frame.locals.size())
        {
            throw NotWalkable{};
        }
        return m_frame.locals[slot];
    }

    void step(std::uint32_t i)
    {
        const Instruction& instruction = m_code.instructions[i];
        const Opcode opcode = instruction.opcode;
        if (operand_kind(opcode) == OperandKind::local)
        {
            step_local(instruction);
        }
        else if (operand_kind(opcode) == OperandKind::increment)
        {
            Value& variable = local(static_cast<std::size_t>(instruction.operand));
            const Value before = variable;
            variable = m_domain.step(i, std::span(&before, 1));
        }
        else if (opcode >= Opcode::pop && opcode <= Opcode::swap)
        {
            step_stack(opcode);
        }
        else
        {
            step_operation(i);
        }
    }

    void step_operation(std::uint32_t i)
    {
        if (!find_operands(m_pool, m_code.instructions[i], m_operands))
        {
            throw NotWalkable{};
        }
        m_values.clear();
        for (std::size_t k = m_operands.taken.size(); k-- > 0;)
        {
            m_values.push_back(pop(m_operands.taken[k]));
        }
        std::reverse(m_values.begin(), m_values.end());
        const Value given = m_domain.step(i, std::span<const Value>(m_values));
        push(given, m_operands.given);
    }

    void step_local(const Instruction& instruction)
    {
        const Opcode opcode = instruction.opcode;
        const auto slot = static_cast<std::size_t>(instruction.operand);
        if (opcode == Opcode::ret)
        {
            throw NotWalkable{};
        }
        const bool is_load = opcode <= Opcode::aload_3;
        const std::size_t slots = is_double(opcode) ? 2 : 1;
        if (is_load)
        {
            push(local(slot), slots);
            return;
        }
        const Value value = pop(slots);
        for (std::size_t i = 0; i < slots; ++i)
        {
            local(slot + i) = value;
        }
    }

    /// A load or a store of a long or a double.
    static bool is_double(Opcode opcode)
    {
        const auto is_in = [opcode](Opcode first, Opcode last) {
            return opcode >= first && opcode <= last;
        };
        return opcode == Opcode::lload || opcode == Opcode::dload || opcode == Opcode::lstore ||
               opcode == Opcode::dstore || is_in(Opcode::lload_0, Opcode::lload_3) ||
               is_in(Opcode::dload_0, Opcode::dload_3) ||
               is_in(Opcode::lstore_0, Opcode::lstore_3) ||
               is_in(Opcode::dstore_0, Opcode::dstore_3);
    }

    /// Works on slots, whatever the values.
    void step_stack(Opcode opcode)
    {
        switch (opcode)
        {
            case Opcode::pop:
                pop(1);
                return;
            case Opcode::pop2:
                pop(2);
                return;
            case Opcode::dup:
                return copy_below(1, 0);
            case Opcode::dup_x1:
                return copy_below(1, 1);
            case Opcode::dup_x2:
                return copy_below(1, 2);
            case Opcode::dup2:
                return copy_below(2, 0);
            case Opcode::dup2_x1:
                return copy_below(2, 1);
            case Opcode::dup2_x2:
                return copy_below(2, 2);
            default:
                break;
        }
        const Value top = pop();
        const Value below = pop();
        push(top);
        push(below);
    }

    /// Copies the top slots below them and some others.
    void copy_below(std::size_t count, std::size_t skipped)
    {
        std::vector<Value>& stack = m_frame.stack;
        if (stack.size() < count + skipped || stack.size() + count > m_code.max_stack)
        {
            throw NotWalkable{};
        }
        for (std::size_t i = 0; i < count; ++i)
        {
            const Value copied = stack[stack.size() - (count - i)];
            stack.insert(
                std::prev(stack.end(), static_cast<std::ptrdiff_t>(count + skipped)), copied);
        }
    }

    const ClassConstants& m_pool;
    const Code& m_code;
    Domain& m_domain;
    std::vector<Entry> m_entries;
    /// By instruction that several ways lead to, and the one before it: the frame that comes.
    std::map<std::size_t, std::map<std::size_t, WalkFrame<Value>>> m_ways;
    /// Frames before each instruction; nothing when it was not reached yet.
    std::vector<std::optional<WalkFrame<Value>>> m_frames;
    std::set<std::uint32_t> m_open;
    WalkFrame<Value> m_frame;
    Operands m_operands;
    std::vector<Value> m_values;
};

}  // namespace sbst::jvm
