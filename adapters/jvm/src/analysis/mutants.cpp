// SPDX-License-Identifier: Apache-2.0
#include "mutants.hpp"

#include "condition_text.hpp"
#include "fixed_operands.hpp"
#include "local_variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace sbst::jvm
{

namespace
{

bool is_between(Opcode opcode, Opcode first, Opcode last)
{
    return opcode >= first && opcode <= last;
}

class MutantFinder
{
public:
    MutantFinder(const ClassFile& file, const Method& method, const CompilerMade& made)
      : m_file(&file),
        m_code(&*method.code),
        m_made(&made),
        m_variables(method),
        m_operands(file.pool, *method.code)
    {}

    std::vector<Mutant> find()
    {
        for (std::uint32_t i = 0; i < m_code->instructions.size(); ++i)
        {
            at(i);
        }
        std::stable_sort(m_mutants.begin(), m_mutants.end(),
            [](const Mutant& a, const Mutant& b) { return rank_of(a.kind) < rank_of(b.kind); });
        m_mutants.resize(std::min(m_mutants.size(), most_mutants_of_method));
        std::stable_sort(m_mutants.begin(), m_mutants.end(),
            [](const Mutant& a, const Mutant& b) { return a.instruction < b.instruction; });
        return std::move(m_mutants);
    }

private:
    void at(std::uint32_t i)
    {
        const Instruction& instruction = m_code->instructions[i];
        const Opcode opcode = instruction.opcode;
        if (is_between(opcode, Opcode::iadd, Opcode::drem))
        {
            const auto original = static_cast<WordOperator>(place_after(Opcode::iadd, opcode) / 4);
            const bool is_whole = place_after(Opcode::iadd, opcode) % 4 < 2;
            add_operators(i, MutationOperator::arithmetic, original, is_whole);
        }
        else if (is_between(opcode, Opcode::ishl, Opcode::lxor))
        {
            // Shifts, then bitwise operators, each for ints and longs.
            const std::size_t number = place_after(Opcode::ishl, opcode) / 2;
            constexpr std::array<WordOperator, 6> operators{WordOperator::shift_left,
                WordOperator::shift_right, WordOperator::shift_right_unsigned,
                WordOperator::bit_and, WordOperator::bit_or, WordOperator::bit_xor};
            add_operators(i, MutationOperator::bitwise, operators.at(number), true);
        }
        else if (is_conditional_jump(opcode))
        {
            add_jump(i);
        }
        else if (kind_of_load(opcode) != no_kind)
        {
            add_load(i);
        }
        else if (opcode == Opcode::getfield || opcode == Opcode::getstatic)
        {
            const MemberRef& field =
                m_file->pool.member(static_cast<std::size_t>(instruction.operand));
            add_unary(i, field.descriptor, field.name);
        }
        else if (opcode == Opcode::iinc)
        {
            add_step(i);
        }
        else if (const auto constant = pushed_constant(m_file->pool, instruction))
        {
            add_constants(i, *constant);
        }
    }

    void add_operators(std::uint32_t i, MutationOperator kind, WordOperator original, bool is_whole)
    {
        for (const WordOperator changed : replacements_of(original))
        {
            m_mutants.push_back({.instruction = i,
                .kind = kind,
                .place = MutationPlace::arithmetic,
                .change = static_cast<std::uint32_t>(changed),
                .text = fmt::format("{} becomes {}", symbol_of(original), symbol_of(changed)),
                .is_key = !is_whole || is_subsuming(original, changed),
                .is_equivalent = m_operands.is_equivalent(i, original, changed)});
        }
    }

    void add_jump(std::uint32_t i)
    {
        const auto made = m_made->jumps.find(i);
        if (made != m_made->jumps.end() && (made->second.when_true != JavaGoalClass::user ||
                                               made->second.when_false != JavaGoalClass::user))
        {
            return;
        }
        const std::string condition = condition_text(*m_file, *m_code, i);
        const Opcode opcode = m_code->instructions[i].opcode;
        if (opcode > Opcode::if_icmple || is_of_boolean(i))
        {
            m_mutants.push_back({.instruction = i,
                .kind = MutationOperator::relation,
                .place = MutationPlace::reached,
                .change = 0,
                .text = fmt::format("if ({}) becomes if (!({}))", condition, condition)});
            return;
        }
        constexpr std::array<Relation, 6> relations{
            Relation::eq, Relation::ne, Relation::lt, Relation::ge, Relation::gt, Relation::le};
        const Opcode first = opcode >= Opcode::if_icmpeq ? Opcode::if_icmpeq : Opcode::ifeq;
        const Relation original = relations.at(place_after(first, opcode));
        const bool is_of_jump = is_condition_of_jump(*m_code, i);
        const auto shown = [&](Relation relation) {
            return symbol_of(is_of_jump ? relation : contrary(relation));
        };
        for (const Relation changed : replacements_of(original))
        {
            m_mutants.push_back({.instruction = i,
                .kind = MutationOperator::relation,
                .place = MutationPlace::relation,
                .change = static_cast<std::uint32_t>(changed),
                .text = fmt::format(
                    "if ({}): {} becomes {}", condition, shown(original), shown(changed)),
                .is_key = is_subsuming(original, changed),
                .is_equivalent = m_operands.is_equivalent(i, original, changed)});
        }
    }

    /// Tells whether a jump on one operand asks for a boolean.
    [[nodiscard]] bool is_of_boolean(std::uint32_t jump) const
    {
        const Opcode opcode = m_code->instructions[jump].opcode;
        if (jump == 0 || (opcode != Opcode::ifeq && opcode != Opcode::ifne))
        {
            return false;
        }
        const std::uint32_t i = jump - 1;
        const Instruction& producer = m_code->instructions[i];
        if (producer.opcode == Opcode:: instanceof)
        {
            return true;
        }
        if (is_method_call(producer.opcode) || producer.opcode == Opcode::getfield ||
            producer.opcode == Opcode::getstatic)
        {
            return m_file->pool.member(static_cast<std::size_t>(producer.operand))
                .descriptor.ends_with('Z');
        }
        const std::optional<Variable> variable =
            kind_of_load(producer.opcode) == 0 ? m_variables.at(i) : std::nullopt;
        return variable && variable->descriptor == "Z";
    }

    void add_load(std::uint32_t i)
    {
        const std::optional<Variable> loaded = m_variables.at(i);
        if (!loaded || kind_of(loaded->descriptor) != kind_of_load(m_code->instructions[i].opcode))
        {
            return;
        }
        // Parameters always have a value. Old compilers write ranges for other variables that begin
        // before some path has given them one.
        std::vector<Variable> others = m_variables.parameters(i);
        std::erase_if(others, [&](const Variable& other) {
            return other.slot == loaded->slot || other.descriptor != loaded->descriptor ||
                   !m_variables.keeps_type(other);
        });
        std::stable_sort(others.begin(), others.end(), [&](const Variable& a, const Variable& b) {
            return steps_between(a, *loaded) < steps_between(b, *loaded);
        });
        others.resize(std::min(others.size(), most_variables));
        for (const Variable& other : others)
        {
            m_mutants.push_back({.instruction = i,
                .kind = MutationOperator::variable,
                .place = MutationPlace::variable,
                .change = other.slot,
                .text = fmt::format("{} becomes {}", loaded->name, other.name)});
        }
        add_unary(i, loaded->descriptor, loaded->name);
    }

    static std::uint32_t steps_between(const Variable& a, const Variable& b)
    {
        return std::max(a.slot, b.slot) - std::min(a.slot, b.slot);
    }

    void add_unary(std::uint32_t i, const std::string& descriptor, const std::string& name)
    {
        if (descriptor.size() != 1 || descriptor == "Z")
        {
            return;
        }
        constexpr std::array<std::string_view, 3> changes{"-{}", "{} + 1", "{} - 1"};
        for (std::size_t change = 0; change < changes.size(); ++change)
        {
            m_mutants.push_back({.instruction = i,
                .kind = MutationOperator::unary,
                .place = MutationPlace::unary,
                .change = static_cast<std::uint32_t>(change),
                .text = fmt::format(
                    "{} becomes {}", name, fmt::format(fmt::runtime(changes.at(change)), name))});
        }
    }

    void add_step(std::uint32_t i)
    {
        const std::int32_t step = m_code->instructions[i].second;
        if (step != 0)
        {
            const std::optional<Variable> variable = m_variables.at(i);
            add_reached(i, fmt::format("{} += {} becomes -= {}",
                               variable ? variable->name : "a variable", step, step));
        }
    }

    void add_constants(std::uint32_t i, const Constant& constant)
    {
        switch (constant.kind)
        {
            case Constant::Kind::integer:
            case Constant::Kind::long_integer:
                add_numbers(i, constant.integer, constant.kind == Constant::Kind::integer);
                break;
            case Constant::Kind::single_float:
            case Constant::Kind::double_float:
                add_fractions(i, constant);
                break;
            case Constant::Kind::string:
                if (!constant.text.empty())
                {
                    add_reached(
                        i, fmt::format("a text of {} bytes becomes \"\"", constant.text.size()));
                }
                break;
            case Constant::Kind::class_ref:
                break;
        }
    }

    void add_fractions(std::uint32_t i, const Constant& constant)
    {
        const double number = constant.number;
        const bool is_float = constant.kind == Constant::Kind::single_float;
        const auto rounded = [is_float](double value) {
            return is_float ? static_cast<double>(static_cast<float>(value)) : value;
        };
        const std::array<double, 5> values{
            0.0, 1.0, -1.0, rounded(number + 1), rounded(number - 1)};
        std::vector<double> done{number};
        for (std::size_t change = 0; change < values.size(); ++change)
        {
            const double changed = values.at(change);
            // What is no number does not change.
            if (!std::isnan(number) && std::find(done.begin(), done.end(), changed) == done.end())
            {
                done.push_back(changed);
                add_reached(i, fmt::format("{} becomes {}", number, changed),
                    static_cast<ConstantChange>(change));
            }
        }
    }

    /// One more and one less wrap like the type.
    void add_numbers(std::uint32_t i, std::int64_t number, bool is_int)
    {
        // An int may be a boolean.
        if (is_int && (number == 0 || number == 1))
        {
            add_reached(i, fmt::format("{} becomes {}", number, 1 - number),
                number == 0 ? ConstantChange::one : ConstantChange::zero);
            return;
        }
        const auto bits = static_cast<std::uint64_t>(number);
        const auto wrapped = [is_int](std::uint64_t word) {
            return is_int ? static_cast<std::int64_t>(static_cast<std::int32_t>(word)) :
                            static_cast<std::int64_t>(word);
        };
        const std::array<std::int64_t, 5> values{0, 1, -1, wrapped(bits + 1), wrapped(bits - 1)};
        std::vector<std::int64_t> done{number};
        for (std::size_t change = 0; change < values.size(); ++change)
        {
            const std::int64_t changed = values.at(change);
            if (std::find(done.begin(), done.end(), changed) == done.end())
            {
                done.push_back(changed);
                add_reached(i, fmt::format("{} becomes {}", number, changed),
                    static_cast<ConstantChange>(change));
            }
        }
    }

    /// @param change for a number; the first one for all else.
    void add_reached(
        std::uint32_t i, std::string text, ConstantChange change = ConstantChange::zero)
    {
        m_mutants.push_back({.instruction = i,
            .kind = MutationOperator::constant,
            .place = MutationPlace::reached,
            .change = static_cast<std::uint32_t>(change),
            .text = std::move(text)});
    }

    const ClassFile* m_file;
    const Code* m_code;
    const CompilerMade* m_made;
    LocalVariables m_variables;
    FixedOperands m_operands;
    std::vector<Mutant> m_mutants;
};

}  // namespace

std::vector<Mutant> find_mutants(
    const ClassFile& file, const Method& method, const CompilerMade& made)
{
    return method.code ? MutantFinder(file, method, made).find() : std::vector<Mutant>();
}

}  // namespace sbst::jvm
