// SPDX-License-Identifier: Apache-2.0
#include "slice_frame.hpp"

#include "collection_calls.hpp"
#include "compared_values.hpp"
#include "member_lookup.hpp"

#include <sbst/jvm/dataflow/access_path.hpp>

namespace sbst::jvm::detail
{

std::optional<Value> name_at(const SliceFrame& frame, ValueId id)
{
    const auto given = frame.names.find(id);
    return given != frame.names.end() ? std::optional(given->second) :
                                        constant_written(*frame.analysed->values, id);
}

std::optional<Value> constant_at(const SliceFrame& frame, ValueId id)
{
    const auto given = frame.constants.find(id);
    const auto constant = given != frame.constants.end() ? std::optional(given->second) :
                                                           frame.analysed->values->constant_of(id);
    return constant ? value_of_constant(*constant) : std::nullopt;
}

std::optional<Constant> key_at(const SliceFrame& frame, ValueId id)
{
    const ValueGraph& graph = *frame.analysed->values;
    const FlowValue& value = graph[id];
    const bool is_passed = value.kind == ValueKind::result && !value.operands.empty() &&
                           is_method_call(graph.instruction_of(id).opcode) &&
                           passes_operand_on(graph.member_of(id));
    const ValueId key = is_passed ? value.operands.front() : id;
    const auto given = frame.constants.find(key);
    const auto constant =
        given != frame.constants.end() ? std::optional(given->second) : graph.constant_of(key);
    return constant && value_of_constant(*constant) ? constant : std::nullopt;
}

std::vector<Constant> keys_at(const SliceFrame& frame, ValueId id)
{
    if (const auto key = key_at(frame, id))
    {
        return {*key};
    }
    const ValueGraph& graph = *frame.analysed->values;
    std::vector<Constant> keys;
    for (const ValueId source : sources_of(graph, id))
    {
        const auto key = key_at(frame, source);
        const bool is_parameter = graph[source].kind == ValueKind::parameter;
        if (is_parameter && key)
        {
            keys.push_back(*key);
        }
        else if (is_parameter || !key)
        {
            return {};
        }
    }
    return keys;
}

bool is_computed(const ValueGraph& graph, ValueId id)
{
    const Opcode opcode =
        graph[id].kind == ValueKind::operation ? graph.instruction_of(id).opcode : Opcode::i2l;
    return opcode < Opcode::i2l || opcode > Opcode::i2s;
}

bool is_membership(const ValueGraph& graph, ValueId id)
{
    return graph[id].kind == ValueKind::result && is_method_call(graph.instruction_of(id).opcode) &&
           tells_membership(graph.member_of(id));
}

bool wants_true(const SliceFrame& frame, ValueId id)
{
    const Expectation* const expected = frame.expected.of(id);
    const auto takes = [expected](std::int64_t truth) {
        const ExpectedRelation& relation = *expected->relation;
        return holds(relation.opcode, relation.jumps, relation.constant, relation.side, truth);
    };
    return expected != nullptr && expected->relation && takes(1) && !takes(0);
}

std::vector<std::uint32_t> wanted_returns(const SliceFrame& frame, const Expectation* expected)
{
    const ValueGraph& graph = *frame.analysed->values;
    const std::vector<Instruction>& instructions = frame.method->code->instructions;
    std::vector<std::uint32_t> all;
    std::vector<std::uint32_t> wanted;
    for (std::uint32_t i = 0; i < instructions.size(); ++i)
    {
        const auto operands = graph.operands_of(i);
        if (!is_return(instructions[i].opcode) || operands.empty())
        {
            continue;
        }
        all.push_back(i);
        if (expected == nullptr || may_meet(*expected, graph, operands.front()))
        {
            wanted.push_back(i);
        }
    }
    return wanted.empty() ? all : wanted;
}

bool is_held_by_parameter(const AnalysedMethod& analysed, ValueId id)
{
    const ValueGraph& graph = *analysed.values;
    while (!graph[id].operands.empty())
    {
        const FlowValue& value = graph[id];
        const bool is_read = value.kind == ValueKind::result &&
                             is_method_call(graph.instruction_of(id).opcode) &&
                             collection_read(graph.member_of(id)) == CollectionRead::element;
        if (!is_read && value.kind != ValueKind::field && value.kind != ValueKind::element)
        {
            return false;
        }
        id = value.operands.front();
    }
    return graph[id].kind == ValueKind::parameter;
}

bool is_field_of_parameter(const AnalysedMethod& analysed, ValueId id)
{
    const ValueGraph& graph = *analysed.values;
    while (graph[id].kind == ValueKind::field)
    {
        id = graph[id].operands.front();
        if (graph[id].kind == ValueKind::parameter)
        {
            return true;
        }
    }
    return false;
}

std::optional<std::uint32_t> only_return(const ValueGraph& graph)
{
    std::optional<std::uint32_t> found;
    bool throws = false;
    const std::vector<Instruction>& instructions = graph.method().code->instructions;
    for (std::uint32_t i = 0; i < instructions.size(); ++i)
    {
        if (!graph.is_reached(i))
        {
            continue;
        }
        throws = throws || instructions[i].opcode == Opcode::athrow;
        if (is_return(instructions[i].opcode))
        {
            if (found)
            {
                return std::nullopt;
            }
            found = i;
        }
    }
    return throws ? found : std::nullopt;
}

void note_deciding(SliceFrame& frame, std::uint32_t instruction)
{
    for (const DecidingBranch& branch : frame.analysed->deciding(instruction))
    {
        frame.expected.note(*frame.analysed, branch);
    }
}

void expect_of_operands(SliceFrame& frame, ValueId id)
{
    const ValueGraph& graph = *frame.analysed->values;
    const FlowValue& value = graph[id];
    const Opcode opcode =
        value.kind == ValueKind::result ? graph.instruction_of(id).opcode : Opcode::nop;
    const bool has_object = value.kind == ValueKind::field || value.kind == ValueKind::element ||
                            value.kind == ValueKind::length ||
                            (is_method_call(opcode) && opcode != Opcode::invokestatic);
    if (has_object && !value.operands.empty() &&
        frame.expected.is_required(*frame.analysed, value.place))
    {
        frame.expected.add(value.operands.front(), {.is_not_null = true});
    }
    if (value.kind == ValueKind::merged)
    {
        const Expectation* const expected = frame.expected.of(id);
        for (const ValueId way : value.operands)
        {
            if (expected != nullptr)
            {
                frame.expected.add(way, *expected);
            }
        }
    }
}

}  // namespace sbst::jvm::detail
