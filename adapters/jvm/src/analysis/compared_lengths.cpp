// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/analysis/compared_lengths.hpp>

#include <cstdint>
#include <optional>

namespace sbst::jvm
{

namespace
{

/// Tells whether a method returns a length: `length()` of texts, `size()` of collections.
bool is_length(const MemberRef& method)
{
    return method.descriptor == "()I" && (method.name == "length" || method.name == "size");
}

class LengthReader
{
public:
    LengthReader(const ClassFile& file, const Code& code, std::size_t most)
      : m_file(&file), m_code(&code), m_most(most)
    {}

    std::set<std::size_t> read()
    {
        find_slots();
        for (std::size_t i = 0; i < m_code->instructions.size(); ++i)
        {
            if (pushes_length(i))
            {
                read_use(i);
            }
        }
        return std::move(m_lengths);
    }

private:
    [[nodiscard]] const Instruction& at(std::size_t i) const { return m_code->instructions[i]; }
    [[nodiscard]] std::size_t size() const { return m_code->instructions.size(); }

    [[nodiscard]] bool makes_length(std::size_t i) const
    {
        const Instruction& instruction = at(i);
        return instruction.opcode == Opcode::arraylength ||
               (is_method_call(instruction.opcode) &&
                   is_length(m_file->pool.member(static_cast<std::size_t>(instruction.operand))));
    }

    static bool stores_integer(Opcode opcode)
    {
        return opcode == Opcode::istore ||
               (opcode >= Opcode::istore_0 && opcode <= Opcode::istore_3);
    }
    static bool loads_integer(Opcode opcode)
    {
        return opcode == Opcode::iload || (opcode >= Opcode::iload_0 && opcode <= Opcode::iload_3);
    }

    /// Slots that hold a length somewhere in the method.
    void find_slots()
    {
        for (std::size_t i = 0; i + 1 < size(); ++i)
        {
            if (makes_length(i) && stores_integer(at(i + 1).opcode))
            {
                m_slots.insert(at(i + 1).operand);
            }
        }
    }

    [[nodiscard]] bool pushes_length(std::size_t i) const
    {
        return makes_length(i) ||
               (loads_integer(at(i).opcode) && m_slots.count(at(i).operand) != 0);
    }

    /// The constant that an instruction pushes, if it is an integer.
    [[nodiscard]] std::optional<std::int64_t> constant(std::size_t i) const
    {
        const auto pushed = i < size() ? pushed_constant(m_file->pool, at(i)) : std::nullopt;
        return pushed && pushed->kind == Constant::Kind::integer ? std::optional(pushed->integer) :
                                                                   std::nullopt;
    }

    [[nodiscard]] bool compares(std::size_t i) const
    {
        return i < size() && at(i).opcode >= Opcode::if_icmpeq && at(i).opcode <= Opcode::if_icmple;
    }

    void add(std::int64_t length)
    {
        if (length >= 0 && length <= static_cast<std::int64_t>(m_most))
        {
            m_lengths.insert(static_cast<std::size_t>(length));
        }
    }

    /// What the length at `i` meets next: `7; if_icmp`, or `if_icmp` with the constant before.
    void read_use(std::size_t i)
    {
        if (const auto after = constant(i + 1); after && compares(i + 2))
        {
            add(*after);
        }
        else if (compares(i + 1) && i >= 1)
        {
            // The object whose length it is may stand between.
            const auto before = constant(i - 1);
            const auto earlier = !before && i >= 2 ? constant(i - 2) : before;
            add(earlier.value_or(-1));
        }
        else if (i + 1 < size() && is_switch(at(i + 1).opcode))
        {
            const auto place = static_cast<std::size_t>(at(i + 1).operand);
            for (const SwitchCase& one : m_code->switches[place].cases)
            {
                add(one.key);
            }
        }
    }

    const ClassFile* m_file;
    const Code* m_code;
    std::size_t m_most;
    std::set<std::int32_t> m_slots;
    std::set<std::size_t> m_lengths;
};

}  // namespace

std::set<std::size_t> compared_lengths(const ClassFile& file, const Code& code, std::size_t most)
{
    return LengthReader(file, code, most).read();
}

}  // namespace sbst::jvm
