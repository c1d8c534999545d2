// SPDX-License-Identifier: Apache-2.0
#include "collection_calls.hpp"
#include "slicer.hpp"

#include <algorithm>

namespace sbst::jvm::detail
{

void Slicer::note_comparison(
    SliceFrame& frame, std::span<const ValueId> operands, Opcode opcode, std::optional<bool> jumps)
{
    if (operands.size() == 1)
    {
        const ValueGraph& graph = *frame.analysed->values;
        const FlowValue& value = graph[operands.front()];
        const bool is_comparison = value.kind == ValueKind::operation &&
                                   graph.instruction_of(operands.front()).opcode >= Opcode::lcmp &&
                                   graph.instruction_of(operands.front()).opcode <= Opcode::dcmpg;
        if (is_comparison)
        {
            // A comparison of wide numbers, whose sign the jump looks at.
            note_comparison(frame, value.operands, opcode, jumps);
            return;
        }
        note_constant(frame, operands.front(), opcode, jumps, {Value(0), ConstantSide::right});
        return;
    }
    bool has_constant = false;
    for (const std::size_t side : {0U, 1U})
    {
        const auto constant = constant_at(frame, operands[side]);
        has_constant = has_constant || constant;
        if (constant)
        {
            note_constant(frame, operands[1 - side], opcode, jumps,
                {*constant, side == 0 ? ConstantSide::left : ConstantSide::right});
        }
    }
    const Relation relation =
        jumps ? relation_of(opcode, *jumps, ConstantSide::right) : Relation::ne;
    const bool is_equal =
        relation == Relation::eq || relation == Relation::le || relation == Relation::ge;
    const ValueGraph& graph = *frame.analysed->values;
    if (!has_constant && is_equal && !is_computed(graph, operands[0]) &&
        !is_computed(graph, operands[1]))
    {
        note_equal(frame, operands[0], operands[1]);
    }
}

void Slicer::note_constant(SliceFrame& frame, ValueId id, Opcode opcode, std::optional<bool> jumps,
    const ComparedConstant& constant)
{
    if (is_membership(*frame.analysed->values, id))
    {
        note_membership(frame, id, opcode, jumps);
        return;
    }
    add_compared(frame, id, satisfying(opcode, jumps, constant.value, constant.side));
    if (jumps && constant.value.is_word() && !is_computed(*frame.analysed->values, id))
    {
        Relation relation = relation_of(opcode, *jumps, constant.side);
        const ValueGraph& graph = *frame.analysed->values;
        if (graph[id].kind == ValueKind::result &&
            is_method_call(graph.instruction_of(id).opcode) && tells_emptiness(graph.member_of(id)))
        {
            // True for a count of 0.
            relation = contrary(relation);
        }
        m_slice[place_of(frame, id)].asked.push_back({relation, constant.value});
    }
}

void Slicer::note_identity(SliceFrame& frame, std::span<const ValueId> operands, bool is_equal)
{
    const Relation relation = is_equal ? Relation::eq : Relation::ne;
    bool has_name = false;
    for (std::size_t side = 0; side < operands.size(); ++side)
    {
        const auto name = operands.size() == 1 ?
                              std::optional<Value>(Value(std::string(null_name))) :
                              name_at(frame, operands[1 - side]);
        if (name && name->is_text())
        {
            has_name = true;
            m_slice[place_of(frame, operands[side])].asked.push_back({relation, *name});
        }
    }
    if (!has_name && is_equal && operands.size() > 1)
    {
        note_equal(frame, operands[0], operands[1]);
    }
}

void Slicer::note_equal(SliceFrame& frame, ValueId one, ValueId other)
{
    const std::size_t a = place_of(frame, one);
    const std::size_t b = place_of(frame, other);
    m_slice[a].equals.push_back(b);
    m_slice[b].equals.push_back(a);
}

void Slicer::note_membership(
    SliceFrame& frame, ValueId id, Opcode opcode, std::optional<bool> jumps)
{
    if (jumps && (opcode == Opcode::ifeq || opcode == Opcode::ifne))
    {
        const bool is_absent = (opcode == Opcode::ifeq) == *jumps;
        m_slice[place_of(frame, id)].asked.push_back(
            {is_absent ? Relation::eq : Relation::ne, Value(std::string(null_name))});
    }
}

void Slicer::add_compared(SliceFrame& frame, ValueId id, std::vector<Value> values)
{
    const ValueGraph& graph = *frame.analysed->values;
    const bool is_call =
        graph[id].kind == ValueKind::result && is_method_call(graph.instruction_of(id).opcode);
    if (is_call && tells_emptiness(graph.member_of(id)))
    {
        // The count itself is in the slice.
        std::transform(values.begin(), values.end(), values.begin(),
            [](const Value& value) { return Value(value == Value(0) ? 1 : 0); });
    }
    append(m_slice[place_of(frame, id)].compared, values);
    if (is_call && tells_length(graph.member_of(id)) && !graph[id].operands.empty())
    {
        const bool is_truth = graph.member_of(id).name == "isEmpty";
        append(m_slice[place_of(frame, graph[id].operands.front())].compared,
            texts_of_lengths(values, is_truth));
    }
}

void Slicer::note_beside_constants(SliceFrame& frame, std::span<const ValueId> operands)
{
    for (const ValueId one : operands)
    {
        const auto constant = constant_at(frame, one);
        for (const ValueId other : operands)
        {
            if (constant && other != one)
            {
                add_compared(frame, other, {*constant});
            }
        }
    }
}

}  // namespace sbst::jvm::detail
