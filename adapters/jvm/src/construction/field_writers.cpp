// SPDX-License-Identifier: Apache-2.0
#include "analysed_method.hpp"
#include "collection_calls.hpp"
#include "member_lookup.hpp"

#include <sbst/jvm/construction/field_writers.hpp>
#include <sbst/jvm/dataflow/access_path.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

namespace sbst::jvm
{

namespace detail
{

/// Numbers of parameters, the receiver not counted.
using Parameters = std::set<std::uint32_t>;

/// A place in a method that writes, or calls another method on the same object.
struct WriteStep
{
    std::uint32_t instruction = 0;
    /// In `methods`; its own for a write.
    std::size_t called = 0;
};

/// Follows calls from each method of a class to the writes of one field.
class WriterFinder
{
public:
    WriterFinder(const ClassFile& file, std::string_view field, WrittenPart part)
      : m_file(file), m_field(field), m_part(part)
    {
        for (const Method& method : file.methods)
        {
            if (method.code)
            {
                m_found.methods.push_back(&method);
            }
        }
        for (const Method* const method : m_found.methods)
        {
            m_writes.push_back(find_steps(*method, true));
            m_calls.push_back(find_steps(*method, false));
        }
    }

    FieldWriters find()
    {
        find_reaching();
        for (std::size_t start = 0; start < m_found.methods.size(); ++start)
        {
            const Method& method = *m_found.methods[start];
            if (!method.access.is_private() && !method.is_static_initialiser())
            {
                m_chain.clear();
                m_visits = 0;
                m_paths_of_start = 0;
                follow(start);
            }
        }
        return std::move(m_found);
    }

private:
    const AnalysedMethod& analysed(std::size_t method)
    {
        return m_analysed.of(m_file, *m_found.methods[method]);
    }

    /// The writes of the field, or the calls of methods of the class on the same object.
    std::vector<WriteStep> find_steps(const Method& method, bool are_writes)
    {
        std::vector<WriteStep> steps;
        const AnalysedMethod& one = m_analysed.of(m_file, method);
        if (!one.values)
        {
            return steps;
        }
        for (std::uint32_t i = 0; i < method.code->instructions.size(); ++i)
        {
            if (!one.values->is_reached(i))
            {
                continue;
            }
            if (are_writes && writes(*one.values, i))
            {
                steps.push_back({.instruction = i});
            }
            const auto called = are_writes ? m_found.methods.end() : called_by(*one.values, i);
            if (called != m_found.methods.end())
            {
                steps.push_back({.instruction = i,
                    .called = static_cast<std::size_t>(called - m_found.methods.begin())});
            }
        }
        return steps;
    }

    [[nodiscard]] bool is_receiver(const ValueGraph& graph, ValueId id) const
    {
        return !graph.method().access.is_static() && graph[id].kind == ValueKind::parameter &&
               graph[id].place == 0;
    }

    [[nodiscard]] bool is_field(const MemberRef& member) const
    {
        return member.owner == m_file.name && member.name == m_field;
    }

    [[nodiscard]] bool writes(const ValueGraph& graph, std::uint32_t at) const
    {
        const Instruction& instruction = graph.method().code->instructions[at];
        const auto operands = graph.operands_of(at);
        const Opcode opcode = instruction.opcode;
        if (m_part == WrittenPart::element)
        {
            const bool is_store = opcode >= Opcode::iastore && opcode <= Opcode::sastore;
            const bool adds =
                is_method_call(opcode) &&
                adds_element(m_file.pool.member(static_cast<std::size_t>(instruction.operand)));
            return (is_store || adds) && operands.size() > 1 &&
                   holds_field(graph, operands.front());
        }
        const bool is_write = opcode == Opcode::putfield || opcode == Opcode::putstatic;
        return is_write &&
               is_field(m_file.pool.member(static_cast<std::size_t>(instruction.operand))) &&
               (opcode == Opcode::putstatic || is_receiver(graph, operands.front()));
    }

    /// Tells whether a value is what the field of the same object holds.
    [[nodiscard]] bool holds_field(const ValueGraph& graph, ValueId id) const
    {
        const FlowValue& value = graph[id];
        const bool is_own =
            value.kind == ValueKind::static_field ||
            (value.kind == ValueKind::field && is_receiver(graph, value.operands.front()));
        return is_own && is_field(graph.member_of(id));
    }

    [[nodiscard]] std::vector<const Method*>::const_iterator called_by(
        const ValueGraph& graph, std::uint32_t at) const
    {
        const Instruction& instruction = graph.method().code->instructions[at];
        const auto end = m_found.methods.end();
        if (!is_method_call(instruction.opcode))
        {
            return end;
        }
        const MemberRef& named = m_file.pool.member(static_cast<std::size_t>(instruction.operand));
        const bool is_own =
            named.owner == m_file.name && (instruction.opcode == Opcode::invokestatic ||
                                              is_receiver(graph, graph.operands_of(at).front()));
        return is_own ? std::find_if(m_found.methods.begin(), end,
                            [&named](const Method* method) {
                                return method->name == named.name &&
                                       method->descriptor == named.descriptor;
                            }) :
                        end;
    }

    /// Which methods write the field, or call one that does.
    void find_reaching()
    {
        for (const auto& writes : m_writes)
        {
            m_reaches.push_back(!writes.empty());
        }
        for (bool has_changed = true; has_changed;)
        {
            has_changed = false;
            for (std::size_t i = 0; i < m_calls.size(); ++i)
            {
                const bool does = std::any_of(m_calls[i].begin(), m_calls[i].end(),
                    [this](const WriteStep& call) { return m_reaches[call.called]; });
                has_changed = has_changed || (does && !m_reaches[i]);
                m_reaches[i] = m_reaches[i] || does;
            }
        }
    }

    /// Adds the paths that begin with the chain so far and this method.
    void follow(std::size_t method)
    {
        const bool is_known = std::any_of(m_chain.begin(), m_chain.end(),
            [method](const Link& link) { return link.method == method; });
        constexpr std::size_t most_visits = 1000;
        if (is_known || !m_reaches[method] || m_chain.size() >= max_write_path ||
            ++m_visits > most_visits)
        {
            return;
        }
        for (const WriteStep& write : m_writes[method])
        {
            add_path(method, write);
        }
        for (const WriteStep& call : m_calls[method])
        {
            m_chain.push_back({method, call.instruction});
            follow(call.called);
            m_chain.pop_back();
        }
    }

    void add_path(std::size_t method, const WriteStep& write)
    {
        if (m_found.paths.size() >= max_write_paths || m_paths_of_start >= max_paths_of_method)
        {
            return;
        }
        ++m_paths_of_start;
        const ValueGraph& graph = *analysed(method).values;
        const auto operands = graph.operands_of(write.instruction);
        Parameters parameters = parameters_of(graph, operands.back());
        // What is added to a set, or under a key, comes behind the collection.
        Parameters keys =
            m_part == WrittenPart::element ? parameters_of(graph, operands[1]) : Parameters{};
        WritePath path{.shares = {analysed(method).share_of_outcomes(write.instruction)}};
        for (auto link = m_chain.rbegin(); link != m_chain.rend(); ++link)
        {
            parameters = arguments_for(parameters, *link);
            keys = arguments_for(keys, *link);
            path.shares.push_back(analysed(link->method).share_of_outcomes(link->instruction));
        }
        std::reverse(path.shares.begin(), path.shares.end());
        path.method = m_chain.empty() ? method : m_chain.front().method;
        path.parameters = parameters.size();
        m_found.paths.push_back(std::move(path));
        m_found.details.push_back(
            {.instruction = m_chain.empty() ? write.instruction : m_chain.front().instruction,
                .values = {parameters.begin(), parameters.end()},
                .keys = {keys.begin(), keys.end()}});
    }

    /// The parameters on which a value depends, boxed or not.
    static Parameters parameters_of(const ValueGraph& graph, ValueId id)
    {
        const std::uint32_t first = graph.method().access.is_static() ? 0 : 1;
        Parameters found;
        std::set<ValueId> seen;
        std::vector<ValueId> open = sources_of(graph, id);
        while (!open.empty())
        {
            const ValueId source = open.back();
            open.pop_back();
            if (!seen.insert(source).second)
            {
                continue;
            }
            if (passes_on(graph, source))
            {
                const auto more = sources_of(graph, graph[source].operands.front());
                open.insert(open.end(), more.begin(), more.end());
                continue;
            }
            for (const AccessPath& path : paths_of(graph, source))
            {
                if (path.root == AccessPath::Root::parameter && path.number >= first)
                {
                    found.insert(path.number - first);
                }
            }
        }
        return found;
    }

    static bool passes_on(const ValueGraph& graph, ValueId id)
    {
        const FlowValue& value = graph[id];
        return value.kind == ValueKind::result && !value.operands.empty() &&
               is_method_call(graph.instruction_of(id).opcode) &&
               passes_operand_on(graph.member_of(id));
    }

    struct Link
    {
        std::size_t method = 0;
        std::uint32_t instruction = 0;
    };

    /// The parameters of the caller on which those of the called method depend.
    Parameters arguments_for(const Parameters& parameters, const Link& link)
    {
        const ValueGraph& graph = *analysed(link.method).values;
        const auto operands = graph.operands_of(link.instruction);
        const Opcode opcode = graph.method().code->instructions[link.instruction].opcode;
        const std::size_t first = opcode == Opcode::invokestatic ? 0 : 1;
        Parameters found;
        for (const std::uint32_t parameter : parameters)
        {
            const Parameters more = parameters_of(graph, operands[first + parameter]);
            found.insert(more.begin(), more.end());
        }
        return found;
    }

    const ClassFile& m_file;
    std::string_view m_field;
    WrittenPart m_part;
    AnalysedMethods m_analysed;
    FieldWriters m_found;
    /// By method.
    std::vector<std::vector<WriteStep>> m_writes;
    std::vector<std::vector<WriteStep>> m_calls;
    /// By method.
    std::vector<bool> m_reaches;
    std::vector<Link> m_chain;
    std::size_t m_visits = 0;
    std::size_t m_paths_of_start = 0;
};

}  // namespace detail

FieldWriters find_writers(const ClassFile& file, std::string_view field, WrittenPart part)
{
    return detail::WriterFinder(file, field, part).find();
}

}  // namespace sbst::jvm
