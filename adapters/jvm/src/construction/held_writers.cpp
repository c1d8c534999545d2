// SPDX-License-Identifier: Apache-2.0
#include "analysed_method.hpp"
#include "collection_calls.hpp"
#include "compared_values.hpp"
#include "parameter_origins.hpp"

#include <sbst/jvm/construction/held_writers.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace sbst::jvm
{

namespace detail
{

class HeldWriterFinder
{
public:
    HeldWriterFinder(const ClassFile& file, const HeldField& wanted)
      : m_file(file),
        m_wanted(wanted),
        m_of_element(find_writers(*wanted.element, wanted.field, wanted.part))
    {
        for (const Method& method : file.methods)
        {
            if (method.code)
            {
                m_found.methods.push_back(&method);
            }
        }
    }

    FieldWriters find()
    {
        for (std::size_t i = 0; i < m_found.methods.size(); ++i)
        {
            const Method& method = *m_found.methods[i];
            const AnalysedMethod& analysed = m_analysed.of(m_file, method);
            const bool is_open = !method.access.is_private() && !method.access.is_static() &&
                                 !method.is_constructor();
            for (std::uint32_t at = 0;
                 is_open && analysed.values && at < method.code->instructions.size(); ++at)
            {
                if (analysed.values->is_reached(at))
                {
                    look_at(i, at);
                }
            }
        }
        return std::move(m_found);
    }

private:
    /// What looks an element up: the place of the key among a method's own parameters.
    [[nodiscard]] std::optional<Parameters> keys_of_element(const ValueGraph& graph, ValueId id)
    {
        const FlowValue& value = graph[id];
        if (value.kind == ValueKind::element && value.operands.size() > 1 &&
            is_holder(graph, value.operands.front()))
        {
            return parameters_of(graph, value.operands[1]);
        }
        if (value.kind != ValueKind::result || value.operands.empty() ||
            !is_method_call(graph.instruction_of(id).opcode))
        {
            return std::nullopt;
        }
        const MemberRef& called = graph.member_of(id);
        if (collection_read(called) == CollectionRead::element &&
            is_holder(graph, value.operands.front()))
        {
            return value.operands.size() > 1 ? parameters_of(graph, value.operands[1]) :
                                               Parameters{};
        }
        return keys_by_lookup(graph, id);
    }

    /// A method of the class on the same object that returns an element.
    [[nodiscard]] std::optional<Parameters> keys_by_lookup(const ValueGraph& graph, ValueId id)
    {
        const FlowValue& value = graph[id];
        const MemberRef& called = graph.member_of(id);
        const Method* const method = called.owner == m_file.name ?
                                         m_file.find_method(called.name, called.descriptor) :
                                         nullptr;
        constexpr std::size_t most_nested = 3;
        constexpr std::size_t most_lookups = 10'000;
        if (method == nullptr || !is_receiver(graph, value.operands.front()) ||
            m_nested >= most_nested || ++m_lookups > most_lookups)
        {
            return std::nullopt;
        }
        const AnalysedMethod& inner = m_analysed.of(m_file, *method);
        for (std::uint32_t at = 0; inner.values && at < method->code->instructions.size(); ++at)
        {
            const auto operands = inner.values->operands_of(at);
            if (!is_return(method->code->instructions[at].opcode) || operands.empty())
            {
                continue;
            }
            ++m_nested;
            const auto keys = keys_of_element(*inner.values, operands.front());
            --m_nested;
            if (keys)
            {
                return arguments_for(*keys, graph, value.operands);
            }
        }
        return std::nullopt;
    }

    /// The caller's parameters on which those of a method with a receiver depend.
    [[nodiscard]] static Parameters arguments_for(
        const Parameters& parameters, const ValueGraph& graph, std::span<const ValueId> operands)
    {
        Parameters found;
        for (const std::uint32_t parameter : parameters)
        {
            if (parameter + 1 < operands.size())
            {
                const Parameters more = parameters_of(graph, operands[parameter + 1]);
                found.insert(more.begin(), more.end());
            }
        }
        return found;
    }

    [[nodiscard]] bool is_holder(const ValueGraph& graph, ValueId id) const
    {
        const FlowValue& value = graph[id];
        return value.kind == ValueKind::field && is_receiver(graph, value.operands.front()) &&
               graph.member_of(id).owner == m_file.name &&
               graph.member_of(id).name == m_wanted.holder;
    }

    void look_at(std::size_t method, std::uint32_t at)
    {
        const ValueGraph& graph = *m_analysed.of(m_file, *m_found.methods[method]).values;
        const Instruction& instruction = graph.method().code->instructions[at];
        const auto operands = graph.operands_of(at);
        if (operands.empty())
        {
            return;
        }
        if (instruction.opcode == Opcode::putfield && m_wanted.part == WrittenPart::value &&
            is_wanted_field(m_file.pool.member(static_cast<std::size_t>(instruction.operand))))
        {
            if (const auto keys = keys_of_element(graph, operands.front()))
            {
                add_write(method, at, *keys, operands.back());
            }
        }
        else if (is_method_call(instruction.opcode))
        {
            look_at_call(method, at);
        }
    }

    [[nodiscard]] bool is_wanted_field(const MemberRef& member) const
    {
        return member.owner == m_wanted.element->name && member.name == m_wanted.field;
    }

    void look_at_call(std::size_t method, std::uint32_t at)
    {
        const ValueGraph& graph = *m_analysed.of(m_file, *m_found.methods[method]).values;
        const Instruction& instruction = graph.method().code->instructions[at];
        const MemberRef& called = m_file.pool.member(static_cast<std::size_t>(instruction.operand));
        const auto operands = graph.operands_of(at);
        if (called.owner == m_wanted.element->name && instruction.opcode != Opcode::invokestatic)
        {
            if (const auto keys = keys_of_element(graph, operands.front()))
            {
                add_calls(method, at, *keys, at);
            }
            return;
        }
        if (!adds_element(called))
        {
            return;
        }
        const FlowValue& collection = graph[operands.front()];
        const bool is_inner = collection.kind == ValueKind::field &&
                              m_wanted.part == WrittenPart::element &&
                              is_wanted_field(graph.member_of(operands.front()));
        if (is_inner)
        {
            if (const auto keys = keys_of_element(graph, collection.operands.front()))
            {
                add_write(method, at, *keys, operands.back());
            }
        }
        else if (is_holder(graph, operands.front()) && operands.size() > 1 &&
                 graph[operands.back()].kind == ValueKind::made)
        {
            for (const ValueUse& use : graph.uses_of(operands.back()))
            {
                if (use.operand == 0 && makes_element(graph, use.instruction))
                {
                    add_calls(method, at, parameters_of(graph, operands[1]), use.instruction);
                }
            }
        }
    }

    [[nodiscard]] bool makes_element(const ValueGraph& graph, std::uint32_t at) const
    {
        const Instruction& instruction = graph.method().code->instructions[at];
        return instruction.opcode == Opcode::invokespecial &&
               m_file.pool.member(static_cast<std::size_t>(instruction.operand)).owner ==
                   m_wanted.element->name;
    }

    void add_write(std::size_t method, std::uint32_t at, const Parameters& keys, ValueId written)
    {
        const AnalysedMethod& analysed = m_analysed.of(m_file, *m_found.methods[method]);
        const Parameters values = parameters_of(*analysed.values, written);
        add({.method = method,
                .parameters = values.size(),
                .shares = {analysed.share_of_outcomes(at)}},
            {.instruction = at,
                .values = {values.begin(), values.end()},
                .keys = {keys.begin(), keys.end()},
                .constant = m_wanted.part == WrittenPart::value ?
                                constant_written(*analysed.values, written) :
                                std::nullopt});
    }

    /// What methods, or a constructor, of the element write when they are called at `call`.
    void add_calls(std::size_t method, std::uint32_t at, const Parameters& keys, std::uint32_t call)
    {
        const AnalysedMethod& analysed = m_analysed.of(m_file, *m_found.methods[method]);
        const ValueGraph& graph = *analysed.values;
        const Instruction& instruction = graph.method().code->instructions[call];
        const MemberRef& called = m_file.pool.member(static_cast<std::size_t>(instruction.operand));
        const auto operands = graph.operands_of(call);
        for (std::size_t i = 0; i < m_of_element.paths.size(); ++i)
        {
            const WritePath& inner = m_of_element.paths[i];
            const Method& writer = *m_of_element.methods[inner.method];
            const bool is_called = writer.name == called.name &&
                                   writer.descriptor == called.descriptor &&
                                   !writer.access.is_static();
            if (!is_called)
            {
                continue;
            }
            WriteDetail detail = m_of_element.details[i];
            const Parameters inner_values(detail.values.begin(), detail.values.end());
            const Parameters values = arguments_for(inner_values, graph, operands);
            const std::size_t place = detail.values.empty() ? 0 : detail.values.front() + 1;
            if (detail.values.size() == 1 && values.empty() && !detail.constant &&
                place < operands.size())
            {
                detail.constant = constant_written(graph, operands[place]);
            }
            WritePath path{.method = method, .parameters = values.size(), .shares = inner.shares};
            path.shares.insert(path.shares.begin(), analysed.share_of_outcomes(at));
            detail.instruction = at;
            detail.values.assign(values.begin(), values.end());
            detail.keys.assign(keys.begin(), keys.end());
            add(std::move(path), std::move(detail));
        }
    }

    void add(WritePath path, WriteDetail detail)
    {
        if (m_found.paths.size() < max_write_paths)
        {
            m_found.paths.push_back(std::move(path));
            m_found.details.push_back(std::move(detail));
        }
    }

    const ClassFile& m_file;
    HeldField m_wanted;
    FieldWriters m_of_element;
    AnalysedMethods m_analysed;
    FieldWriters m_found;
    std::size_t m_nested = 0;
    std::size_t m_lookups = 0;
};

}  // namespace detail

FieldWriters find_held_writers(const ClassFile& file, const HeldField& wanted)
{
    return detail::HeldWriterFinder(file, wanted).find();
}

}  // namespace sbst::jvm
