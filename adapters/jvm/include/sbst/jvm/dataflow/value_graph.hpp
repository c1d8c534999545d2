// SPDX-License-Identifier: Apache-2.0
// The values of a method: where each comes from and which instructions use it, through the operand
// stack and the local variables. Next: access_path.hpp (values as people name them), folding.hpp.
#pragma once

#include <sbst/id.hpp>
#include <sbst/jvm/classfile/class_file.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sbst::jvm
{

struct ValueTag;
/// A value of one method.
using ValueId = StrongId<ValueTag>;

enum class ValueKind : std::uint8_t
{
    /// What the method was called with; the receiver is the first one.
    parameter,
    /// A number, a text or a class object: ValueGraph::constant_of.
    constant,
    null,
    /// What a field holds when it is read: of the object that is the operand.
    field,
    static_field,
    /// An element of an array: the array and the index are the operands.
    element,
    /// The length of an array.
    length,
    /// What a call returns; the receiver (if any) and the arguments are the operands.
    result,
    /// A new object or array; the lengths of an array are the operands.
    made,
    /// What arithmetic, a comparison of numbers, a conversion, a cast of a number, `iinc` or
    /// `instanceof` computes of its operands.
    operation,
    /// One of the operands, by the way on which the instruction was reached.
    merged,
    /// The exception at the start of a handler.
    caught,
    /// A local variable before anything was stored in it, or the second slot of a parameter.
    unset
};

struct FlowValue
{
    ValueKind kind = ValueKind::unset;
    /// The instruction where it arises; for `merged` and `caught` the first where it is there; for
    /// a parameter its number.
    std::uint32_t place = 0;
    std::vector<ValueId> operands{};
};

/// A place where an instruction takes a value.
struct ValueUse
{
    std::uint32_t instruction = 0;
    /// Its place among the instruction's operands, the deepest first.
    std::uint32_t operand = 0;

    friend bool operator==(const ValueUse&, const ValueUse&) = default;
};

/// Refers to the class file. A read of a field or an element is a value of its own each time; what
/// is written in between is not followed.
class ValueGraph
{
public:
    /// A method whose walk costs more (instructions by slots and handlers) has no graph.
    static constexpr std::size_t max_cost = 4'000'000;

    /// Nothing for a method without code, for one that costs too much, for code with subroutines
    /// and for code that the JVM's verifier would refuse. About O(instructions by slots).
    [[nodiscard]] static std::optional<ValueGraph> of(const ClassFile& file, const Method& method);

    /// In the order of their ids.
    [[nodiscard]] std::span<const FlowValue> values() const { return m_values; }
    [[nodiscard]] const FlowValue& operator[](ValueId id) const { return m_values[id.index()]; }
    /// By number, the receiver first; a long or a double is one.
    [[nodiscard]] std::span<const ValueId> parameters() const { return m_parameters; }
    [[nodiscard]] bool is_reached(std::uint32_t instruction) const
    {
        return m_instructions[instruction].is_reached;
    }
    /// What an instruction takes, the deepest first: for `putfield` the object and the value. A
    /// load or a store takes nothing: what it moves is the value itself.
    [[nodiscard]] std::span<const ValueId> operands_of(std::uint32_t instruction) const
    {
        return m_instructions[instruction].operands;
    }
    /// What an instruction computes; nothing for one that leaves nothing, or only moves values.
    [[nodiscard]] std::optional<ValueId> given_by(std::uint32_t instruction) const
    {
        return m_instructions[instruction].given;
    }
    /// By instruction, ascending.
    [[nodiscard]] std::span<const ValueUse> uses_of(ValueId id) const { return m_uses[id.index()]; }

    /// The field of `field` and `static_field`, and the method of `result`.
    [[nodiscard]] const MemberRef& member_of(ValueId id) const;
    /// Nothing for what is no constant.
    [[nodiscard]] std::optional<Constant> constant_of(ValueId id) const;
    [[nodiscard]] const Instruction& instruction_of(ValueId id) const
    {
        return m_method->code->instructions[m_values[id.index()].place];
    }
    [[nodiscard]] const ClassFile& file() const { return *m_file; }
    [[nodiscard]] const Method& method() const { return *m_method; }

private:
    friend class ValueGraphBuilder;

    struct OfInstruction
    {
        bool is_reached = false;
        std::vector<ValueId> operands{};
        std::optional<ValueId> given{};
    };

    ValueGraph(const ClassFile& file, const Method& method) : m_file(&file), m_method(&method) {}

    const ClassFile* m_file;
    const Method* m_method;
    std::vector<FlowValue> m_values;
    std::vector<ValueId> m_parameters;
    std::vector<OfInstruction> m_instructions;
    std::vector<std::vector<ValueUse>> m_uses;
};

}  // namespace sbst::jvm
