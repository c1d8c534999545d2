// SPDX-License-Identifier: Apache-2.0
#include "mutants.hpp"

#include "condition_text.hpp"

#include <sbst/jvm/language/type_names.hpp>

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

std::size_t number_of(Opcode opcode)
{
    return static_cast<std::size_t>(opcode);
}

std::size_t distance(Opcode from, Opcode to)
{
    return number_of(to) - number_of(from);
}

bool is_between(Opcode opcode, Opcode first, Opcode last)
{
    return opcode >= first && opcode <= last;
}

/// A variable as its uses know it.
struct Variable
{
    std::uint32_t slot = 0;
    std::string name;
    std::string descriptor;
};

bool is_wide(std::string_view descriptor)
{
    return descriptor == "J" || descriptor == "D";
}

/// The number of the kind of a load or store: I, J, F, D, A.
std::size_t kind_of(std::string_view descriptor)
{
    constexpr std::string_view others{"JFD"};
    const std::size_t found = others.find(descriptor.front());
    const bool is_reference = descriptor.front() == 'L' || descriptor.front() == '[';
    constexpr std::size_t reference = 4;
    return is_reference ? reference : found == std::string_view::npos ? 0 : found + 1;
}

constexpr std::size_t no_kind = std::numeric_limits<std::size_t>::max();

/// The same for an instruction; `no_kind` for others. There is one opcode per kind, then one per
/// kind and each of the first slots.
std::size_t kind_of_access(Opcode opcode, Opcode general, Opcode first_short)
{
    constexpr std::size_t kinds = 5;
    constexpr std::size_t short_slots = 4;
    if (opcode >= general && distance(general, opcode) < kinds)
    {
        return distance(general, opcode);
    }
    return opcode >= first_short && distance(first_short, opcode) < kinds * short_slots ?
               distance(first_short, opcode) / short_slots :
               no_kind;
}

std::size_t kind_of_load(Opcode opcode)
{
    return kind_of_access(opcode, Opcode::iload, Opcode::iload_0);
}

std::size_t kind_of_store(Opcode opcode)
{
    return kind_of_access(opcode, Opcode::istore, Opcode::istore_0);
}

class MutantFinder
{
public:
    MutantFinder(const ClassFile& file, const Method& method, const CompilerMade& made)
      : m_file(&file), m_code(&*method.code), m_made(&made)
    {
        add_parameters(method);
        find_stores();
    }

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
    void add_parameters(const Method& method)
    {
        const auto descriptor = parse_method_descriptor(method.descriptor);
        if (!descriptor)
        {
            return;
        }
        std::uint32_t slot = method.access.is_static() ? 0 : 1;
        for (std::size_t i = 0; i < descriptor->parameters.size(); ++i)
        {
            const std::string& type = descriptor->parameters[i];
            m_parameters.push_back({slot, fmt::format("argument {}", i + 1), type});
            slot += is_wide(type) ? 2U : 1U;
        }
    }

    /// A slot with stores of several kinds belongs to several variables.
    void find_stores()
    {
        const auto note = [this](std::size_t slot, std::size_t kind) {
            m_stored.resize(std::max(m_stored.size(), slot + 2), no_kind);
            std::size_t& known = m_stored[slot];
            known = known == no_kind || known == kind ? kind : several_kinds;
        };
        for (const Instruction& instruction : m_code->instructions)
        {
            const std::size_t kind = kind_of_store(instruction.opcode);
            if (kind != no_kind)
            {
                const auto slot = static_cast<std::size_t>(instruction.operand);
                note(slot, kind);
                if (kind == kind_of("J") || kind == kind_of("D"))
                {
                    note(slot + 1, several_kinds);
                }
            }
        }
    }

    void at(std::uint32_t i)
    {
        const Instruction& instruction = m_code->instructions[i];
        const Opcode opcode = instruction.opcode;
        if (is_between(opcode, Opcode::iadd, Opcode::drem))
        {
            const auto original = static_cast<WordOperator>(distance(Opcode::iadd, opcode) / 4);
            const bool is_whole = distance(Opcode::iadd, opcode) % 4 < 2;
            add_operators(i, MutationOperator::arithmetic, original, is_whole);
        }
        else if (is_between(opcode, Opcode::ishl, Opcode::lxor))
        {
            // Shifts, then bitwise operators, each for ints and longs.
            const std::size_t number = distance(Opcode::ishl, opcode) / 2;
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
                .is_key = !is_whole || is_subsuming(original, changed)});
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
        const Relation original = relations.at(distance(first, opcode));
        const bool is_of_jump = is_condition_of_jump(*m_code, i);
        const auto shown = [&](Relation relation) {
            return symbol_of(is_of_jump ? relation : negated(relation));
        };
        for (const Relation changed : replacements_of(original))
        {
            m_mutants.push_back({.instruction = i,
                .kind = MutationOperator::relation,
                .place = MutationPlace::relation,
                .change = static_cast<std::uint32_t>(changed),
                .text = fmt::format(
                    "if ({}): {} becomes {}", condition, shown(original), shown(changed)),
                .is_key = is_subsuming(original, changed)});
        }
    }

    static Relation negated(Relation relation)
    {
        constexpr std::array<Relation, 6> opposites{
            Relation::ne, Relation::eq, Relation::ge, Relation::gt, Relation::le, Relation::lt};
        return opposites.at(static_cast<std::size_t>(relation));
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
            kind_of_load(producer.opcode) == 0 ? variable_at(i) : std::nullopt;
        return variable && variable->descriptor == "Z";
    }

    void add_load(std::uint32_t i)
    {
        const std::optional<Variable> loaded = variable_at(i);
        if (!loaded || kind_of(loaded->descriptor) != kind_of_load(m_code->instructions[i].opcode))
        {
            return;
        }
        // Parameters always have a value. Old compilers write ranges for other variables that begin
        // before some path has given them one.
        std::vector<Variable> others = m_parameters;
        name(others, i);
        std::erase_if(others, [&](const Variable& other) {
            return other.slot == loaded->slot || other.descriptor != loaded->descriptor ||
                   !keeps_kind(other);
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

    /// Gives variables the names of the debug information.
    void name(std::vector<Variable>& variables, std::uint32_t i) const
    {
        const std::vector<Variable> known = in_scope(i);
        for (Variable& variable : variables)
        {
            const auto found = std::find_if(known.begin(), known.end(),
                [&](const Variable& one) { return one.slot == variable.slot; });
            if (found != known.end() && found->descriptor == variable.descriptor)
            {
                variable.name = found->name;
            }
        }
    }

    static std::uint32_t steps_between(const Variable& a, const Variable& b)
    {
        return std::max(a.slot, b.slot) - std::min(a.slot, b.slot);
    }

    /// No code uses its slots for another type; the second one of a long or double is not stored at
    /// all.
    [[nodiscard]] bool keeps_kind(const Variable& variable) const
    {
        const auto stored = [this](std::size_t slot) {
            return slot < m_stored.size() ? m_stored[slot] : no_kind;
        };
        const std::size_t own = stored(variable.slot);
        return (own == no_kind || own == kind_of(variable.descriptor)) &&
               (!is_wide(variable.descriptor) || stored(variable.slot + 1) == no_kind);
    }

    [[nodiscard]] std::optional<Variable> variable_at(std::uint32_t i) const
    {
        const auto slot = static_cast<std::uint32_t>(m_code->instructions[i].operand);
        for (const Variable& variable : in_scope(i))
        {
            if (variable.slot == slot)
            {
                return variable;
            }
        }
        return std::nullopt;
    }

    /// Variables with a value before the instruction, without `this`.
    [[nodiscard]] std::vector<Variable> in_scope(std::uint32_t i) const
    {
        std::vector<Variable> found;
        for (const LocalVariable& variable : m_code->variables)
        {
            if (variable.start <= i && i < variable.end && variable.name != "this" &&
                is_field_descriptor(variable.descriptor))
            {
                found.push_back({variable.slot, variable.name, variable.descriptor});
            }
        }
        for (const Variable& parameter : m_parameters)
        {
            const bool is_known = std::any_of(found.begin(), found.end(),
                [&](const Variable& known) { return known.slot == parameter.slot; });
            if (!is_known)
            {
                found.push_back(parameter);
            }
        }
        return found;
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
            const std::optional<Variable> variable = variable_at(i);
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
        std::vector<double> done{number};
        for (const double changed : {0.0, 1.0, -1.0, rounded(number + 1), rounded(number - 1)})
        {
            // What is no number does not change.
            if (!std::isnan(number) && std::find(done.begin(), done.end(), changed) == done.end())
            {
                done.push_back(changed);
                add_reached(i, fmt::format("{} becomes {}", number, changed));
            }
        }
    }

    /// One more and one less wrap like the type.
    void add_numbers(std::uint32_t i, std::int64_t number, bool is_int)
    {
        // An int may be a boolean.
        if (is_int && (number == 0 || number == 1))
        {
            add_reached(i, fmt::format("{} becomes {}", number, 1 - number));
            return;
        }
        const auto bits = static_cast<std::uint64_t>(number);
        const auto wrapped = [is_int](std::uint64_t word) {
            return is_int ? static_cast<std::int64_t>(static_cast<std::int32_t>(word)) :
                            static_cast<std::int64_t>(word);
        };
        std::vector<std::int64_t> done{number};
        for (const std::int64_t changed : {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1},
                 wrapped(bits + 1), wrapped(bits - 1)})
        {
            if (std::find(done.begin(), done.end(), changed) == done.end())
            {
                done.push_back(changed);
                add_reached(i, fmt::format("{} becomes {}", number, changed));
            }
        }
    }

    void add_reached(std::uint32_t i, std::string text)
    {
        m_mutants.push_back({.instruction = i,
            .kind = MutationOperator::constant,
            .place = MutationPlace::reached,
            .change = 0,
            .text = std::move(text)});
    }

    static constexpr std::size_t several_kinds = no_kind - 1;

    const ClassFile* m_file;
    const Code* m_code;
    const CompilerMade* m_made;
    std::vector<Variable> m_parameters;
    /// By slot: the kind of its stores.
    std::vector<std::size_t> m_stored;
    std::vector<Mutant> m_mutants;
};

}  // namespace

std::vector<Mutant> find_mutants(
    const ClassFile& file, const Method& method, const CompilerMade& made)
{
    return method.code ? MutantFinder(file, method, made).find() : std::vector<Mutant>();
}

}  // namespace sbst::jvm
