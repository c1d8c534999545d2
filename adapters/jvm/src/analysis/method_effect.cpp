// SPDX-License-Identifier: Apache-2.0
#include "method_effect.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::jvm
{

namespace
{

/// Slots that an instruction pops and pushes, for instructions without other effects: the results
/// are numbers or null. A long or a double has two slots.
struct StackUse
{
    Opcode first;
    Opcode last;
    std::uint8_t pops;
    std::uint8_t pushes;
};

constexpr std::array stack_uses{StackUse{Opcode::nop, Opcode::nop, 0, 0},
    StackUse{Opcode::aconst_null, Opcode::iconst_5, 0, 1},
    StackUse{Opcode::lconst_0, Opcode::lconst_1, 0, 2},
    StackUse{Opcode::fconst_0, Opcode::fconst_2, 0, 1},
    StackUse{Opcode::dconst_0, Opcode::dconst_1, 0, 2},
    StackUse{Opcode::bipush, Opcode::sipush, 0, 1}, StackUse{Opcode::ldc2_w, Opcode::ldc2_w, 0, 2},
    StackUse{Opcode::iload, Opcode::iload, 0, 1}, StackUse{Opcode::lload, Opcode::lload, 0, 2},
    StackUse{Opcode::fload, Opcode::fload, 0, 1}, StackUse{Opcode::dload, Opcode::dload, 0, 2},
    StackUse{Opcode::iload_0, Opcode::iload_3, 0, 1},
    StackUse{Opcode::lload_0, Opcode::lload_3, 0, 2},
    StackUse{Opcode::fload_0, Opcode::fload_3, 0, 1},
    StackUse{Opcode::dload_0, Opcode::dload_3, 0, 2},
    StackUse{Opcode::iaload, Opcode::iaload, 2, 1}, StackUse{Opcode::laload, Opcode::laload, 2, 2},
    StackUse{Opcode::faload, Opcode::faload, 2, 1}, StackUse{Opcode::daload, Opcode::daload, 2, 2},
    StackUse{Opcode::baload, Opcode::saload, 2, 1}, StackUse{Opcode::pop, Opcode::pop, 1, 0},
    StackUse{Opcode::pop2, Opcode::pop2, 2, 0}, StackUse{Opcode::iinc, Opcode::iinc, 0, 0},
    StackUse{Opcode::i2l, Opcode::i2l, 1, 2}, StackUse{Opcode::i2f, Opcode::i2f, 1, 1},
    StackUse{Opcode::i2d, Opcode::i2d, 1, 2}, StackUse{Opcode::l2i, Opcode::l2f, 2, 1},
    StackUse{Opcode::l2d, Opcode::l2d, 2, 2}, StackUse{Opcode::f2i, Opcode::f2i, 1, 1},
    StackUse{Opcode::f2l, Opcode::f2d, 1, 2}, StackUse{Opcode::d2i, Opcode::d2i, 2, 1},
    StackUse{Opcode::d2l, Opcode::d2l, 2, 2}, StackUse{Opcode::d2f, Opcode::d2f, 2, 1},
    StackUse{Opcode::i2b, Opcode::i2s, 1, 1}, StackUse{Opcode::lcmp, Opcode::lcmp, 4, 1},
    StackUse{Opcode::fcmpl, Opcode::fcmpg, 2, 1}, StackUse{Opcode::dcmpl, Opcode::dcmpg, 4, 1},
    StackUse{Opcode::ifeq, Opcode::ifle, 1, 0},
    StackUse{Opcode::if_icmpeq, Opcode::if_acmpne, 2, 0},
    StackUse{Opcode::goto_, Opcode::goto_, 0, 0},
    StackUse{Opcode::tableswitch, Opcode::ireturn, 1, 0},
    StackUse{Opcode::lreturn, Opcode::lreturn, 2, 0},
    StackUse{Opcode::freturn, Opcode::freturn, 1, 0},
    StackUse{Opcode::dreturn, Opcode::dreturn, 2, 0},
    StackUse{Opcode::return_, Opcode::return_, 0, 0},
    StackUse{Opcode::arraylength, Opcode::arraylength, 1, 1},
    StackUse{Opcode::athrow, Opcode::athrow, 1, 0},
    StackUse{Opcode:: instanceof, Opcode:: instanceof, 1, 1},
    StackUse{Opcode::monitorenter, Opcode::monitorexit, 1, 0},
    StackUse{Opcode::ifnull, Opcode::ifnonnull, 1, 0},
    StackUse{Opcode::goto_w, Opcode::goto_w, 0, 0}};

using StackUses = std::array<std::optional<StackUse>, opcode_count>;

constexpr StackUses uses_by_opcode = [] {
    StackUses uses{};
    for (const StackUse& use : stack_uses)
    {
        for (auto i = static_cast<std::size_t>(use.first); i <= static_cast<std::size_t>(use.last);
             ++i)
        {
            uses[i] = use;
        }
    }
    // Arithmetic is ordered by type: int, long, float, double; bit operations only have int and
    // long.
    const auto set = [&uses](std::size_t opcode, std::uint8_t pops, std::uint8_t pushes) {
        const auto name = static_cast<Opcode>(opcode);
        uses[opcode] = StackUse{name, name, pops, pushes};
    };
    for (auto i = static_cast<std::size_t>(Opcode::iadd);
         i <= static_cast<std::size_t>(Opcode::dneg); ++i)
    {
        const auto size = static_cast<std::uint8_t>(i % 2 == 1 ? 2 : 1);
        const bool is_negation = i >= static_cast<std::size_t>(Opcode::ineg);
        set(i, static_cast<std::uint8_t>(is_negation ? size : 2 * size), size);
    }
    for (auto i = static_cast<std::size_t>(Opcode::ishl);
         i <= static_cast<std::size_t>(Opcode::lxor); ++i)
    {
        const auto size = static_cast<std::uint8_t>(i % 2 == 1 ? 2 : 1);
        const bool is_shift = i <= static_cast<std::size_t>(Opcode::lushr);
        set(i, static_cast<std::uint8_t>(is_shift ? size + 1 : 2 * size), size);
    }
    return uses;
}();
static_assert(static_cast<std::size_t>(Opcode::ladd) % 2 == 1);
static_assert(static_cast<std::size_t>(Opcode::lshl) % 2 == 1);

std::size_t slots_of(std::string_view descriptor)
{
    return descriptor == "V" ? 0 : descriptor == "J" || descriptor == "D" ? 2 : 1;
}

bool is_reference(std::string_view descriptor)
{
    return descriptor.starts_with('L') || descriptor.starts_with('[');
}

struct EffectFrame
{
    std::vector<Origin> stack;
    std::vector<Origin> locals;

    friend bool operator==(const EffectFrame&, const EffectFrame&) = default;
};

/// Never leaves this file: the JVM would not run the code.
struct BadCode
{};

/// The cost: slots of all frames, and visits to handlers.
std::size_t cost_of(const Code& code)
{
    return code.instructions.size() *
           (code.max_locals + std::size_t{code.max_stack} + code.handlers.size() + 1);
}

/// Follows values through one method until nothing changes.
class EffectFinder
{
public:
    EffectFinder(const ClassFile& file, const Method& method, const CallEffect& effect_of)
      : m_file(file),
        m_method(method),
        m_code(*method.code),
        m_effect_of(effect_of),
        m_frames(m_code.instructions.size())
    {}

    MethodEffect find()
    {
        flow_to(0, entry_frame());
        while (!m_open.empty())
        {
            const std::uint32_t i = *m_open.begin();
            m_open.erase(m_open.begin());
            m_frame = *m_frames[i];
            flow_to_handlers(i);
            step(i);
            flow_on(i);
        }
        return m_effect;
    }

private:
    [[nodiscard]] EffectFrame entry_frame() const
    {
        EffectFrame frame;
        frame.locals.assign(m_code.max_locals, Origin::other);
        if (!m_method.access.is_static() && !frame.locals.empty())
        {
            frame.locals[0] = Origin::receiver;
        }
        return frame;
    }

    void flow_to(std::uint32_t i, const EffectFrame& frame)
    {
        if (i >= m_frames.size())
        {
            throw BadCode{};
        }
        std::optional<EffectFrame>& known = m_frames[i];
        if (!known)
        {
            known = frame;
            m_open.insert(i);
            return;
        }
        if (known->stack.size() != frame.stack.size())
        {
            throw BadCode{};
        }
        const EffectFrame before = *known;
        const auto worst = [](Origin a, Origin b) { return std::max(a, b); };
        std::transform(known->stack.begin(), known->stack.end(), frame.stack.begin(),
            known->stack.begin(), worst);
        std::transform(known->locals.begin(), known->locals.end(), frame.locals.begin(),
            known->locals.begin(), worst);
        if (*known != before)
        {
            m_open.insert(i);
        }
    }

    void flow_to_handlers(std::uint32_t i)
    {
        for (const ExceptionHandler& handler : m_code.handlers)
        {
            if (handler.start <= i && i < handler.end)
            {
                // The frame before the instruction: a store changes the frame after it.
                flow_to(handler.handler, {{Origin::other}, m_frame.locals});
            }
        }
    }

    void flow_on(std::uint32_t i)
    {
        const Instruction& instruction = m_code.instructions[i];
        const OperandKind kind = operand_kind(instruction.opcode);
        if (kind == OperandKind::jump || kind == OperandKind::wide_jump)
        {
            flow_to(static_cast<std::uint32_t>(instruction.operand), m_frame);
        }
        else if (is_switch(instruction.opcode))
        {
            const SwitchTable& table =
                m_code.switches[static_cast<std::size_t>(instruction.operand)];
            flow_to(table.default_target, m_frame);
            for (const SwitchCase& one : table.cases)
            {
                flow_to(one.target, m_frame);
            }
        }
        if (falls_through(instruction.opcode))
        {
            flow_to(i + 1, m_frame);
        }
    }

    Origin pop()
    {
        if (m_frame.stack.empty())
        {
            throw BadCode{};
        }
        const Origin top = m_frame.stack.back();
        m_frame.stack.pop_back();
        return top;
    }
    void pop(std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i)
        {
            static_cast<void>(pop());
        }
    }
    void push(Origin origin, std::size_t slots = 1)
    {
        if (m_frame.stack.size() + slots > m_code.max_stack)
        {
            throw BadCode{};
        }
        for (std::size_t i = 0; i < slots; ++i)
        {
            m_frame.stack.push_back(origin);
        }
    }
    Origin& local(std::size_t slot)
    {
        if (slot >= m_frame.locals.size())
        {
            throw BadCode{};
        }
        return m_frame.locals[slot];
    }
    void write_to(Origin object) { m_effect.writes = std::max(m_effect.writes, object); }

    void step(std::uint32_t i)
    {
        const Instruction& instruction = m_code.instructions[i];
        const Opcode opcode = instruction.opcode;
        if (const auto& use = uses_by_opcode[static_cast<std::size_t>(opcode)])
        {
            pop(use->pops);
            push(Origin::fresh, use->pushes);
            return;
        }
        switch (operand_kind(opcode))
        {
            case OperandKind::local:
                step_local(instruction);
                return;
            case OperandKind::constant:
                push(Origin::other);
                return;
            case OperandKind::field:
                step_field(instruction);
                return;
            case OperandKind::method:
            case OperandKind::interface_method:
            case OperandKind::dynamic_call:
                step_call(instruction);
                return;
            case OperandKind::none:
                step_plain(opcode);
                return;
            default:
                step_making(instruction);
        }
    }

    void step_local(const Instruction& instruction)
    {
        const Opcode opcode = instruction.opcode;
        const auto slot = static_cast<std::size_t>(instruction.operand);
        if (opcode == Opcode::aload || (opcode >= Opcode::aload_0 && opcode <= Opcode::aload_3))
        {
            push(local(slot));
            return;
        }
        if (opcode == Opcode::ret)
        {
            throw BadCode{};
        }
        local(slot) = pop();
        const bool is_double = opcode == Opcode::lstore || opcode == Opcode::dstore ||
                               (opcode >= Opcode::lstore_0 && opcode <= Opcode::lstore_3) ||
                               (opcode >= Opcode::dstore_0 && opcode <= Opcode::dstore_3);
        if (is_double)
        {
            local(slot + 1) = pop();
        }
    }

    void step_field(const Instruction& instruction)
    {
        const MemberRef& field = m_file.pool.member(static_cast<std::size_t>(instruction.operand));
        const std::size_t slots = slots_of(field.descriptor);
        const Origin value = is_reference(field.descriptor) ? Origin::other : Origin::fresh;
        switch (instruction.opcode)
        {
            case Opcode::getstatic:
                push(value, slots);
                return;
            case Opcode::getfield:
                pop(1);
                push(value, slots);
                return;
            case Opcode::putstatic:
                pop(slots);
                write_to(Origin::other);
                return;
            default:
                pop(slots);
                write_to(pop());
        }
    }

    void step_call(const Instruction& instruction)
    {
        const MemberRef& called = m_file.pool.member(static_cast<std::size_t>(instruction.operand));
        const auto types = parse_method_descriptor(called.descriptor);
        for (const std::string& type : types->parameters)
        {
            pop(slots_of(type));
        }
        const bool has_receiver = instruction.opcode != Opcode::invokestatic &&
                                  instruction.opcode != Opcode::invokedynamic;
        const Origin receiver = has_receiver ? pop() : Origin::other;
        const MethodEffect effect = m_effect_of(instruction);
        const auto seen_here = [receiver](Origin origin) {
            return origin == Origin::receiver ? receiver : origin;
        };
        write_to(seen_here(effect.writes));
        push(is_reference(types->result) ? seen_here(effect.result) : Origin::fresh,
            slots_of(types->result));
    }

    void step_plain(Opcode opcode)
    {
        if (opcode == Opcode::areturn)
        {
            m_effect.result = std::max(m_effect.result, pop());
        }
        else if (opcode == Opcode::aaload)
        {
            pop(2);
            push(Origin::other);
        }
        else if (opcode >= Opcode::iastore && opcode <= Opcode::sastore)
        {
            const bool is_double = opcode == Opcode::lastore || opcode == Opcode::dastore;
            pop(is_double ? 3 : 2);
            write_to(pop());
        }
        else if (opcode >= Opcode::dup && opcode <= Opcode::swap)
        {
            step_stack(opcode);
        }
        else
        {
            throw BadCode{};
        }
    }

    /// Copies the top slots below others; works on slots, whatever the values.
    void step_stack(Opcode opcode)
    {
        const auto copy_below = [this](std::size_t count, std::size_t skipped) {
            if (m_frame.stack.size() < count + skipped ||
                m_frame.stack.size() + count > m_code.max_stack)
            {
                throw BadCode{};
            }
            for (std::size_t i = 0; i < count; ++i)
            {
                const auto place = static_cast<std::ptrdiff_t>(count + skipped);
                const Origin copied =
                    *(m_frame.stack.end() - static_cast<std::ptrdiff_t>(count - i));
                m_frame.stack.insert(m_frame.stack.end() - place, copied);
            }
        };
        switch (opcode)
        {
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
        const Origin top = pop();
        const Origin below = pop();
        push(top);
        push(below);
    }

    void step_making(const Instruction& instruction)
    {
        switch (instruction.opcode)
        {
            case Opcode::new_:
                push(Origin::fresh);
                return;
            case Opcode::newarray:
            case Opcode::anewarray:
                pop(1);
                push(Origin::fresh);
                return;
            case Opcode::multianewarray:
                pop(static_cast<std::size_t>(instruction.second));
                push(Origin::fresh);
                return;
            case Opcode::checkcast:
                push(pop());
                return;
            default:
                // Subroutines.
                throw BadCode{};
        }
    }

    const ClassFile& m_file;
    const Method& m_method;
    const Code& m_code;
    const CallEffect& m_effect_of;
    /// Frames before each instruction; nothing when it was not reached yet.
    std::vector<std::optional<EffectFrame>> m_frames;
    std::set<std::uint32_t> m_open;
    EffectFrame m_frame;
    MethodEffect m_effect;
};

}  // namespace

MethodEffect join(MethodEffect a, MethodEffect b)
{
    return {std::max(a.writes, b.writes), std::max(a.result, b.result)};
}

MethodEffect find_effect(const ClassFile& file, const Method& method, const CallEffect& effect_of)
{
    if (!method.code || cost_of(*method.code) > max_effect_cost)
    {
        return unknown_effect;
    }
    try
    {
        return EffectFinder{file, method, effect_of}.find();
    }
    catch (const BadCode&)
    {
        return unknown_effect;
    }
}

}  // namespace sbst::jvm
