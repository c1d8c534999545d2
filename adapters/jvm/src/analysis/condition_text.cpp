// SPDX-License-Identifier: Apache-2.0
#include "condition_text.hpp"

#include "enum_switches.hpp"
#include "short_names.hpp"
#include "unnamed_locals.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace sbst::jvm
{

namespace
{

constexpr std::size_t max_text = 40;
constexpr int max_operand_depth = 4;
// Number of instructions before the jump that are considered.
constexpr std::uint32_t max_span = 64;
constexpr std::string_view unknown = "...";

/// `String`, `long[]`: the text for a class constant, which for an array is a descriptor.
std::string class_text(std::string_view name)
{
    return name.starts_with('[') ? short_type(name) : std::string{name_without_package(name)};
}

/// The instructions that push one value: the text and the first one.
struct Expression
{
    std::string text;
    std::uint32_t first = 0;
    /// It is declared as a `char`, or is an element of an array of these.
    bool is_char = false;
    /// A table from the ordinals of an enumeration to the keys of a switch.
    bool is_switch_map = false;
    /// Set for a constant that the source may have as a character.
    std::optional<std::int64_t> integer{};
};

constexpr std::int64_t most_char = 0xffff;

bool is_letter_or_digit(std::int64_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// An operand beside one that is a character; where the order matters, it may be a bound instead.
std::string text_beside(const Expression& operand, bool is_beside_char, bool is_ordered = false)
{
    const bool is_character = is_beside_char && operand.integer && *operand.integer >= 0 &&
                              *operand.integer <= most_char &&
                              (!is_ordered || is_letter_or_digit(*operand.integer));
    return is_character ? character_text(*operand.integer) : operand.text;
}

constexpr std::string_view call_of_ordinal = ".ordinal()";

/// `kind` of `$SwitchMap$Kind[kind.ordinal()]`.
std::string switched_enum(const std::string& ordinal)
{
    return ordinal.ends_with(call_of_ordinal) ?
               ordinal.substr(0, ordinal.size() - call_of_ordinal.size()) :
               std::string{unknown};
}

/// Methods of strings that take a character as an `int`.
bool takes_character(const MemberRef& called)
{
    return called.owner == "java/lang/String" &&
           (called.name == "indexOf" || called.name == "lastIndexOf") &&
           called.descriptor.starts_with("(I");
}

/// Goes backwards over the instructions that push an operand.
class Describer
{
public:
    Describer(const ClassFile& file, const Code& code) : m_file(file), m_code(code) {}

    [[nodiscard]] std::string condition(std::uint32_t jump)
    {
        m_earliest = jump - std::min(jump, max_span);
        const Opcode opcode = m_code.instructions[jump].opcode;
        if (is_switch(opcode))
        {
            return text_or_dots(ending_before(jump, 0));
        }
        m_is_of_jump = is_condition_of_jump(m_code, jump);
        if (opcode == Opcode::ifnull || opcode == Opcode::ifnonnull)
        {
            return fmt::format("{} {} null", text_or_dots(ending_before(jump, 0)),
                (opcode == Opcode::ifnull) == m_is_of_jump ? "==" : "!=");
        }
        if (opcode >= Opcode::ifeq && opcode <= Opcode::ifle)
        {
            return compare_to_zero(jump);
        }
        // if_icmp.. and if_acmp.. come in the order of the operators, the latter with two.
        const auto first = opcode >= Opcode::if_acmpeq ? Opcode::if_acmpeq : Opcode::if_icmpeq;
        return comparison(jump,
            operation_shown(static_cast<std::size_t>(opcode) - static_cast<std::size_t>(first)));
    }

    [[nodiscard]] bool is_over_characters(std::uint32_t a_switch)
    {
        m_earliest = a_switch - std::min(a_switch, max_span);
        const MaybeExpression selector = ending_before(a_switch, 0);
        return selector && selector->is_char;
    }

private:
    using MaybeExpression = std::optional<Expression>;

    /// Negated: eq, ne, lt, ge, gt, le as they are numbered.
    static constexpr std::array<std::string_view, 6> negated{"!=", "==", ">=", "<", "<=", ">"};

    /// Opposites are neighbours.
    [[nodiscard]] std::size_t operation_shown(std::size_t operation) const
    {
        return m_is_of_jump ? operation ^ 1U : operation;
    }

    static std::string text_or_dots(const MaybeExpression& expression)
    {
        return expression && expression->text.size() <= max_text ? expression->text :
                                                                   std::string{unknown};
    }

    /// Two operands end before `user`.
    [[nodiscard]] std::string comparison(std::uint32_t user, std::size_t operation) const
    {
        MaybeExpression right = ending_before(user, 0);
        MaybeExpression left = right ? ending_before(right->first, 0) : std::nullopt;
        if (left)
        {
            const bool is_ordered = operation >= 2;
            left->text = text_beside(*left, right->is_char, is_ordered);
            right->text = text_beside(*right, left->is_char, is_ordered);
        }
        return fmt::format("{} {} {}", text_or_dots(left), negated[operation], text_or_dots(right));
    }

    [[nodiscard]] std::string compare_to_zero(std::uint32_t jump)
    {
        const std::size_t operation =
            operation_shown(static_cast<std::size_t>(m_code.instructions[jump].opcode) -
                            static_cast<std::size_t>(Opcode::ifeq));
        if (jump == 0)
        {
            return fmt::format("{} {} 0", unknown, negated[operation]);
        }
        const Instruction& before = m_code.instructions[jump - 1];
        if (before.opcode >= Opcode::lcmp && before.opcode <= Opcode::dcmpg)
        {
            return comparison(jump - 1, operation);
        }
        // Nothing tells whether a variable without a name is a boolean.
        m_unnamed_left = operand_kind(before.opcode) == OperandKind::local ? 0 : m_unnamed_left;
        const std::string operand = text_or_dots(ending_before(jump, 0));
        if (operation < 2 && is_boolean(before))
        {
            const bool is_type_test = before.opcode == Opcode:: instanceof ;
            return operation == 0 ? operand :
                   is_type_test   ? fmt::format("!({})", operand) :
                                    "!" + operand;
        }
        return fmt::format("{} {} 0", operand, negated[operation]);
    }

    [[nodiscard]] bool is_boolean(const Instruction& instruction) const
    {
        if (instruction.opcode == Opcode:: instanceof)
        {
            return true;
        }
        switch (operand_kind(instruction.opcode))
        {
            case OperandKind::field:
                return member(instruction).descriptor == "Z";
            case OperandKind::method:
            case OperandKind::interface_method:
            case OperandKind::dynamic_call:
                return member(instruction).descriptor.ends_with(")Z");
            case OperandKind::local:
            {
                const LocalVariable* variable = variable_of(instruction);
                return variable != nullptr && variable->descriptor == "Z";
            }
            default:
                return false;
        }
    }

    [[nodiscard]] const MemberRef& member(const Instruction& instruction) const
    {
        return m_file.pool.member(static_cast<std::size_t>(instruction.operand));
    }

    [[nodiscard]] MaybeExpression ending_before(std::uint32_t end, int depth) const
    {
        if (end <= m_earliest || depth > max_operand_depth)
        {
            return std::nullopt;
        }
        const std::uint32_t i = end - 1;
        const Instruction& instruction = m_code.instructions[i];
        if (const auto constant = pushed_constant(m_file.pool, instruction))
        {
            Expression pushed{constant_text(*constant), i};
            if (constant->kind == Constant::Kind::integer)
            {
                pushed.integer = constant->integer;
            }
            return pushed;
        }
        switch (operand_kind(instruction.opcode))
        {
            case OperandKind::local:
                return load(i);
            case OperandKind::field:
                return field(i, depth);
            case OperandKind::method:
            case OperandKind::interface_method:
                return call(i, depth);
            case OperandKind::type:
                return typed(i, depth);
            case OperandKind::none:
                return operation(i, depth);
            default:
                return std::nullopt;
        }
    }

    [[nodiscard]] static std::string constant_text(const Constant& constant)
    {
        switch (constant.kind)
        {
            case Constant::Kind::integer:
            case Constant::Kind::long_integer:
                return fmt::format("{}", constant.integer);
            case Constant::Kind::single_float:
            case Constant::Kind::double_float:
                return fmt::format("{}", constant.number);
            case Constant::Kind::class_ref:
                return fmt::format("{}.class", class_text(constant.text));
            case Constant::Kind::string:
                break;
        }
        const bool is_plain = std::all_of(constant.text.begin(), constant.text.end(),
            [](char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\'; });
        return is_plain ? fmt::format("\"{}\"", constant.text) : "\"...\"";
    }

    [[nodiscard]] const LocalVariable* variable_of(const Instruction& instruction) const
    {
        const auto place = static_cast<std::uint32_t>(&instruction - m_code.instructions.data());
        return variable_at(m_code, static_cast<std::uint32_t>(instruction.operand), place);
    }

    /// What a variable of the compiler's own holds, where others have names.
    [[nodiscard]] MaybeExpression unnamed(std::uint32_t load) const
    {
        if (m_unnamed_left == 0)
        {
            return std::nullopt;
        }
        --m_unnamed_left;
        const UnnamedValue value = value_of_unnamed(m_file, m_code, load);
        if (value.is_counter)
        {
            return Expression{"index", load};
        }
        if (!value.end)
        {
            return std::nullopt;
        }
        // As ending_before(), however far from the condition.
        Describer there(m_file, m_code);
        there.m_unnamed_left = m_unnamed_left / 2;
        there.m_earliest = *value.end - std::min(*value.end, max_span);
        const MaybeExpression found = there.ending_before(*value.end, 0);
        return found && is_straight(m_code, found->first, *value.end) ? found : std::nullopt;
    }

    [[nodiscard]] MaybeExpression load(std::uint32_t i) const
    {
        const Instruction& instruction = m_code.instructions[i];
        if (instruction.opcode >= Opcode::istore || instruction.opcode == Opcode::ret)
        {
            return std::nullopt;
        }
        const LocalVariable* variable = variable_of(instruction);
        if (variable != nullptr)
        {
            return Expression{variable->name, i, variable->descriptor == "C"};
        }
        MaybeExpression stored = unnamed(i);
        if (!stored)
        {
            return Expression{fmt::format("var{}", instruction.operand), i};
        }
        stored->first = i;
        return stored;
    }

    [[nodiscard]] MaybeExpression field(std::uint32_t i, int depth) const
    {
        const Instruction& instruction = m_code.instructions[i];
        const MemberRef& read = member(instruction);
        if (instruction.opcode == Opcode::getstatic)
        {
            const bool is_own = read.owner == m_file.name;
            return Expression{is_own ?
                                  read.name :
                                  fmt::format("{}.{}", name_without_package(read.owner), read.name),
                i, read.descriptor == "C", is_switch_map(read)};
        }
        if (instruction.opcode != Opcode::getfield)
        {
            return std::nullopt;
        }
        MaybeExpression object = ending_before(i, depth + 1);
        if (!object)
        {
            return std::nullopt;
        }
        object->text = object->text == "this" ? read.name : object->text + "." + read.name;
        object->is_char = read.descriptor == "C";
        return object;
    }

    [[nodiscard]] MaybeExpression call(std::uint32_t i, int depth) const
    {
        const Instruction& instruction = m_code.instructions[i];
        const MemberRef& called = member(instruction);
        const auto types = parse_method_descriptor(called.descriptor);
        if (!types || types->result == "V")
        {
            return std::nullopt;
        }
        std::vector<std::string> arguments;
        std::uint32_t first = i;
        for (std::size_t count = types->parameters.size(); count > 0; --count)
        {
            MaybeExpression argument = ending_before(first, depth + 1);
            if (!argument)
            {
                return std::nullopt;
            }
            first = argument->first;
            const bool is_of_char =
                types->parameters[count - 1] == "C" || (count == 1 && takes_character(called));
            argument->text = text_beside(*argument, is_of_char);
            arguments.insert(arguments.begin(), text_or_dots(argument));
        }
        std::string receiver = std::string{name_without_package(called.owner)} + ".";
        if (instruction.opcode != Opcode::invokestatic)
        {
            MaybeExpression object = ending_before(first, depth + 1);
            if (!object)
            {
                return std::nullopt;
            }
            first = object->first;
            receiver = object->text == "this" ? "" : text_or_dots(object) + ".";
        }
        else if (called.owner == m_file.name)
        {
            receiver.clear();
        }
        return Expression{
            fmt::format("{}{}({})", receiver, called.name, fmt::join(arguments, ", ")), first,
            types->result == "C"};
    }

    [[nodiscard]] MaybeExpression typed(std::uint32_t i, int depth) const
    {
        const Instruction& instruction = m_code.instructions[i];
        MaybeExpression object = ending_before(i, depth + 1);
        if (instruction.opcode == Opcode::checkcast)
        {
            return object;
        }
        if (instruction.opcode != Opcode:: instanceof || !object)
        {
            return std::nullopt;
        }
        object->is_char = false;
        object->text += fmt::format(" instanceof {}",
            class_text(m_file.pool.text(static_cast<std::size_t>(instruction.operand))));
        return object;
    }

    [[nodiscard]] MaybeExpression operation(std::uint32_t i, int depth) const
    {
        const Opcode opcode = m_code.instructions[i].opcode;
        if (opcode == Opcode::aconst_null)
        {
            return Expression{"null", i};
        }
        const bool is_load = opcode >= Opcode::iaload && opcode <= Opcode::saload;
        const bool is_binary = (opcode >= Opcode::iadd && opcode <= Opcode::drem) ||
                               (opcode >= Opcode::ishl && opcode <= Opcode::lxor);
        const bool is_conversion = opcode >= Opcode::i2l && opcode <= Opcode::i2s;
        if (!is_load && !is_binary && !is_conversion && opcode != Opcode::arraylength)
        {
            return std::nullopt;
        }
        MaybeExpression last = ending_before(i, depth + 1);
        if (!last)
        {
            return last;
        }
        if (is_conversion || opcode == Opcode::arraylength)
        {
            return Expression{opcode == Opcode::arraylength ? last->text + ".length" : last->text,
                last->first, opcode == Opcode::i2c};
        }
        const MaybeExpression before = ending_before(last->first, depth + 1);
        if (!before)
        {
            return before;
        }
        if (before->is_switch_map)
        {
            return Expression{switched_enum(last->text), before->first};
        }
        // `c - '0'`, but `c + 1`, and `c - 87`.
        const bool is_of_char =
            opcode == Opcode::isub && before->is_char &&
            (last->integer == '0' || last->integer == 'A' || last->integer == 'a');
        return Expression{is_load ? fmt::format("{}[{}]", before->text, last->text) :
                                    fmt::format("({} {} {})", before->text, sign(opcode),
                                        text_beside(*last, is_of_char)),
            before->first, opcode == Opcode::caload};
    }

    static std::string_view sign(Opcode opcode)
    {
        // Four types an operation, except for the bits' two.
        constexpr std::array<std::string_view, 5> arithmetic{"+", "-", "*", "/", "%"};
        constexpr std::array<std::string_view, 6> bits{"<<", ">>", ">>>", "&", "|", "^"};
        const auto number = static_cast<std::size_t>(opcode);
        return opcode <= Opcode::drem ?
                   arithmetic[(number - static_cast<std::size_t>(Opcode::iadd)) / 4] :
                   bits[(number - static_cast<std::size_t>(Opcode::ishl)) / 2];
    }

    const ClassFile& m_file;
    const Code& m_code;
    std::uint32_t m_earliest = 0;
    bool m_is_of_jump = false;
    /// Variables without a name that may still be looked up: each costs a walk over the code.
    mutable int m_unnamed_left = 4;
};

}  // namespace

bool is_condition_of_jump(const Code& code, std::uint32_t instruction)
{
    const Instruction& jump = code.instructions[instruction];
    if (is_switch(jump.opcode) || instruction == 0)
    {
        return false;
    }
    if (static_cast<std::uint64_t>(jump.operand) <= instruction)
    {
        return true;
    }
    // For NaN the former two give -1, the latter two 1.
    const Opcode before = code.instructions[instruction - 1].opcode;
    const bool is_below = before == Opcode::fcmpl || before == Opcode::dcmpl;
    const bool is_above = before == Opcode::fcmpg || before == Opcode::dcmpg;
    return (is_below && (jump.opcode == Opcode::ifgt || jump.opcode == Opcode::ifge)) ||
           (is_above && (jump.opcode == Opcode::iflt || jump.opcode == Opcode::ifle));
}

std::string condition_text(const ClassFile& file, const Code& code, std::uint32_t instruction)
{
    return Describer{file, code}.condition(instruction);
}

bool is_over_characters(const ClassFile& file, const Code& code, std::uint32_t instruction)
{
    return Describer{file, code}.is_over_characters(instruction);
}

}  // namespace sbst::jvm
