// SPDX-License-Identifier: Apache-2.0
#include "code_walk.hpp"

#include <sbst/jvm/dataflow/value_graph.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace sbst::jvm
{

/// The domain of the walk: each value is a node, made when it is first seen.
class ValueGraphBuilder
{
public:
    using Value = ValueId;

    ValueGraphBuilder(const ClassFile& file, const Method& method) : m_graph(file, method)
    {
        m_graph.m_instructions.resize(method.code->instructions.size());
        m_unset = add({.kind = ValueKind::unset});
        add_parameters();
    }

    /// @throws NotWalkable.
    ValueGraph build()
    {
        CodeWalk walk(m_graph.m_file->pool, *m_graph.m_method->code, *this);
        walk.run();
        for (std::uint32_t i = 0; i < m_graph.m_instructions.size(); ++i)
        {
            m_graph.m_instructions[i].is_reached = walk.is_reached(i);
        }
        drop_plain_merges();
        note_uses();
        return std::move(m_graph);
    }

    [[nodiscard]] ValueId at_start(std::size_t slot) const
    {
        return slot < m_at_start.size() ? m_at_start[slot] : m_unset;
    }

    ValueId caught(std::uint32_t handler)
    {
        const auto [entry, is_new] = m_caught.try_emplace(handler);
        if (is_new)
        {
            entry->second = add({.kind = ValueKind::caught, .place = handler});
        }
        return entry->second;
    }

    ValueId join(std::uint32_t at, std::size_t place, std::span<const ValueId> ways)
    {
        const auto known = m_merged.find({at, place});
        if (known == m_merged.end() && ways.size() == 1)
        {
            return ways.front();
        }
        // Once merged it stays so, or a loop would go on for ever.
        const ValueId merged = known == m_merged.end() ? add_merged(at, place) : known->second;
        m_graph.m_values[merged.index()].operands.clear();
        for (const ValueId way : ways)
        {
            add_way(merged, way);
        }
        return merged;
    }

    ValueId widen(std::uint32_t at, std::size_t place, ValueId known, ValueId other)
    {
        const auto found = m_merged.find({at, place});
        const bool is_merged = found != m_merged.end();
        const ValueId merged = is_merged ? found->second : add_merged(at, place);
        if (!is_merged)
        {
            add_way(merged, known);
        }
        add_way(merged, other);
        return merged;
    }

    ValueId step(std::uint32_t at, std::span<const ValueId> operands)
    {
        ValueGraph::OfInstruction& instruction = m_graph.m_instructions[at];
        instruction.operands.assign(operands.begin(), operands.end());
        const Opcode opcode = m_graph.m_method->code->instructions[at].opcode;
        if (opcode == Opcode::checkcast)
        {
            return operands.front();
        }
        const std::optional<ValueKind> kind = kind_of_given(at);
        if (!kind)
        {
            return m_unset;
        }
        if (!instruction.given)
        {
            instruction.given = add({.kind = *kind, .place = at});
        }
        m_graph.m_values[instruction.given->index()].operands = instruction.operands;
        return *instruction.given;
    }

private:
    ValueId add(FlowValue value)
    {
        m_graph.m_values.push_back(std::move(value));
        return ValueId(m_graph.m_values.size() - 1);
    }

    void add_parameters()
    {
        const auto add_one = [this](std::size_t slots) {
            const auto number = static_cast<std::uint32_t>(m_graph.m_parameters.size());
            const ValueId id = add({.kind = ValueKind::parameter, .place = number});
            m_graph.m_parameters.push_back(id);
            m_at_start.insert(m_at_start.end(), slots, id);
        };
        if (!m_graph.m_method->access.is_static())
        {
            add_one(1);
        }
        const auto types = parse_method_descriptor(m_graph.m_method->descriptor);
        for (const std::string& type : types->parameters)
        {
            add_one(slots_of(type));
        }
    }

    ValueId add_merged(std::uint32_t at, std::size_t place)
    {
        const ValueId merged = add({.kind = ValueKind::merged, .place = at});
        m_merged.emplace(std::pair(at, place), merged);
        return merged;
    }

    void add_way(ValueId merged, ValueId way)
    {
        std::vector<ValueId>& ways = m_graph.m_values[merged.index()].operands;
        if (way != merged && std::find(ways.begin(), ways.end(), way) == ways.end())
        {
            ways.push_back(way);
        }
    }

    /// Nothing for an instruction that leaves nothing.
    [[nodiscard]] std::optional<ValueKind> kind_of_given(std::uint32_t at) const
    {
        const ClassConstants& pool = m_graph.m_file->pool;
        const Instruction& instruction = m_graph.m_method->code->instructions[at];
        switch (instruction.opcode)
        {
            case Opcode::aconst_null:
                return ValueKind::null;
            case Opcode::getfield:
                return ValueKind::field;
            case Opcode::getstatic:
                return ValueKind::static_field;
            case Opcode::arraylength:
                return ValueKind::length;
            case Opcode::new_:
            case Opcode::newarray:
            case Opcode::anewarray:
            case Opcode::multianewarray:
                return ValueKind::made;
            case Opcode::iinc:
                return ValueKind::operation;
            default:
                break;
        }
        if (instruction.opcode >= Opcode::iconst_m1 && instruction.opcode <= Opcode::ldc2_w)
        {
            return ValueKind::constant;
        }
        if (instruction.opcode >= Opcode::iaload && instruction.opcode <= Opcode::saload)
        {
            return ValueKind::element;
        }
        Operands operands;
        if (!find_operands(pool, instruction, operands) || operands.given == 0)
        {
            return std::nullopt;
        }
        const bool is_call =
            is_method_call(instruction.opcode) || instruction.opcode == Opcode::invokedynamic;
        return is_call ? ValueKind::result : ValueKind::operation;
    }

    /// A merge whose ways are all the same value, itself apart, is that value: those of a variable
    /// that a loop does not change.
    void drop_plain_merges()
    {
        const std::size_t count = m_graph.m_values.size();
        std::vector<ValueId> meant(count);
        for (std::size_t i = 0; i < count; ++i)
        {
            meant[i] = ValueId(i);
        }
        const auto find = [&meant](ValueId id) {
            while (meant[id.index()] != id)
            {
                id = meant[id.index()];
            }
            return id;
        };
        for (bool has_changed = true; has_changed;)
        {
            has_changed = false;
            for (std::size_t i = 0; i < count; ++i)
            {
                const FlowValue& value = m_graph.m_values[i];
                const bool is_open = value.kind == ValueKind::merged && meant[i] == ValueId(i);
                const auto only = is_open ? only_way(ValueId(i), find) : std::nullopt;
                if (only)
                {
                    meant[i] = *only;
                    has_changed = true;
                }
            }
        }
        const auto replace = [&find](std::vector<ValueId>& ids) {
            std::transform(ids.begin(), ids.end(), ids.begin(), find);
        };
        for (FlowValue& value : m_graph.m_values)
        {
            replace(value.operands);
            if (value.kind == ValueKind::merged)
            {
                keep_different(value.operands);
            }
        }
        for (ValueGraph::OfInstruction& instruction : m_graph.m_instructions)
        {
            replace(instruction.operands);
        }
    }

    template <class Find>
    [[nodiscard]] std::optional<ValueId> only_way(ValueId merged, const Find& find) const
    {
        std::optional<ValueId> only;
        for (const ValueId way : m_graph.m_values[merged.index()].operands)
        {
            const ValueId meant = find(way);
            if (meant == merged)
            {
                continue;
            }
            if (only && *only != meant)
            {
                return std::nullopt;
            }
            only = meant;
        }
        return only;
    }

    static void keep_different(std::vector<ValueId>& ids)
    {
        std::sort(ids.begin(), ids.end());
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    }

    void note_uses()
    {
        m_graph.m_uses.resize(m_graph.m_values.size());
        for (std::uint32_t i = 0; i < m_graph.m_instructions.size(); ++i)
        {
            const std::vector<ValueId>& operands = m_graph.m_instructions[i].operands;
            for (std::uint32_t k = 0; k < operands.size(); ++k)
            {
                m_graph.m_uses[operands[k].index()].push_back({i, k});
            }
        }
    }

    ValueGraph m_graph;
    ValueId m_unset;
    /// By slot.
    std::vector<ValueId> m_at_start;
    std::map<std::uint32_t, ValueId> m_caught;
    /// By instruction and place in its frame.
    std::map<std::pair<std::uint32_t, std::size_t>, ValueId> m_merged;
};

std::optional<ValueGraph> ValueGraph::of(const ClassFile& file, const Method& method)
{
    if (!method.code || cost_of_walk(*method.code) > max_cost)
    {
        return std::nullopt;
    }
    try
    {
        return ValueGraphBuilder(file, method).build();
    }
    catch (const NotWalkable&)
    {
        return std::nullopt;
    }
}

const MemberRef& ValueGraph::member_of(ValueId id) const
{
    return m_file->pool.member(static_cast<std::size_t>(instruction_of(id).operand));
}

std::optional<Constant> ValueGraph::constant_of(ValueId id) const
{
    return m_values[id.index()].kind == ValueKind::constant ?
               pushed_constant(m_file->pool, instruction_of(id)) :
               std::nullopt;
}

}  // namespace sbst::jvm
