// SPDX-License-Identifier: Apache-2.0
#include "expectations.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace sbst::jvm::detail
{

namespace
{

std::optional<std::int64_t> integer_at(const ValueGraph& graph, ValueId id)
{
    const auto constant = graph.constant_of(id);
    const bool is_integer = constant && (constant->kind == Constant::Kind::integer ||
                                            constant->kind == Constant::Kind::long_integer);
    return is_integer ? std::optional(constant->integer) : std::nullopt;
}

void note_relation(const ValueGraph& graph, Opcode opcode, bool jumps,
    std::span<const ValueId> operands, Expectations& known)
{
    if (operands.size() == 1)
    {
        const FlowValue& value = graph[operands.front()];
        if (value.kind == ValueKind::operation &&
            graph.instruction_of(operands.front()).opcode == Opcode::lcmp)
        {
            note_relation(graph, opcode, jumps, value.operands, known);
            return;
        }
        known.add(operands.front(),
            Expectation{.relation = ExpectedRelation{opcode, jumps, 0, ConstantSide::right}});
        return;
    }
    for (const std::size_t side : {0U, 1U})
    {
        const auto constant = integer_at(graph, operands[side]);
        if (constant)
        {
            known.add(operands[1 - side],
                Expectation{.relation = ExpectedRelation{opcode, jumps, *constant,
                                side == 0 ? ConstantSide::left : ConstantSide::right}});
        }
    }
}

}  // namespace

bool may_meet(const Expectation& expectation, const ValueGraph& graph, ValueId id)
{
    if (graph[id].kind == ValueKind::null)
    {
        return !expectation.is_not_null;
    }
    const auto integer = expectation.relation ? integer_at(graph, id) : std::nullopt;
    const auto& relation = expectation.relation;
    return !integer ||
           holds(relation->opcode, relation->jumps, relation->constant, relation->side, *integer);
}

const Expectation* Expectations::of(ValueId id) const
{
    const auto known = m_known.find(id);
    return known != m_known.end() && known->second ? &*known->second : nullptr;
}

void Expectations::add(ValueId id, const Expectation& expectation)
{
    const auto [known, is_new] = m_known.try_emplace(id, expectation);
    if (!is_new && known->second != expectation)
    {
        known->second.reset();
    }
}

void Expectations::note(const AnalysedMethod& method, const DecidingBranch& branch)
{
    const ValueGraph& graph = *method.values;
    std::vector<DecidingBranch> open{branch};
    while (!open.empty())
    {
        const DecidingBranch one = open.back();
        open.pop_back();
        if (!m_noted.emplace(one.instruction, one.jumps).second)
        {
            continue;
        }
        const Opcode opcode = graph.method().code->instructions[one.instruction].opcode;
        const auto operands = graph.operands_of(one.instruction);
        if (one.jumps && !operands.empty())
        {
            if (opcode == Opcode::ifnull || opcode == Opcode::ifnonnull)
            {
                add(operands.front(),
                    Expectation{.is_not_null = (opcode == Opcode::ifnonnull) == *one.jumps});
            }
            else if (opcode >= Opcode::ifeq && opcode <= Opcode::if_icmple)
            {
                note_relation(graph, opcode, *one.jumps, operands, *this);
            }
        }
        for (const DecidingBranch& before : method.deciding(one.instruction))
        {
            open.push_back(before);
        }
    }
}

bool Expectations::is_required(const AnalysedMethod& method, std::uint32_t instruction) const
{
    const std::vector<DecidingBranch> deciding = method.deciding(instruction);
    return std::all_of(deciding.begin(), deciding.end(), [this](const DecidingBranch& branch) {
        return branch.jumps && m_noted.contains({branch.instruction, branch.jumps}) &&
               !m_noted.contains({branch.instruction, !*branch.jumps}) &&
               !m_noted.contains({branch.instruction, std::nullopt});
    });
}

}  // namespace sbst::jvm::detail
