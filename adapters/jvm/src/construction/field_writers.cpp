// SPDX-License-Identifier: Apache-2.0
#include "analysed_method.hpp"
#include "collection_calls.hpp"
#include "compared_values.hpp"
#include "parameter_origins.hpp"

#include <sbst/jvm/construction/field_writers.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <utility>

namespace sbst::jvm
{

namespace detail
{

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
        m_found.first = m_part == WrittenPart::value ? first() : first_element();
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
                   holds_field(graph, outermost(graph, operands.front()).value);
        }
        const bool is_write = opcode == Opcode::putfield || opcode == Opcode::putstatic;
        return is_write &&
               is_field(m_file.pool.member(static_cast<std::size_t>(instruction.operand))) &&
               (opcode == Opcode::putstatic || is_receiver(graph, operands.front()));
    }

    /// The array or collection that holds a value as an element of an element.
    struct Outermost
    {
        ValueId value;
        /// On which the indices and keys depend that lead from there to the value.
        Parameters keys{};
    };

    [[nodiscard]] static Outermost outermost(const ValueGraph& graph, ValueId id)
    {
        Outermost found{.value = id};
        constexpr std::size_t most_nested = 4;
        for (std::size_t i = 0; i < most_nested; ++i)
        {
            const FlowValue& value = graph[found.value];
            const bool is_read =
                value.kind == ValueKind::result && value.operands.size() > 1 &&
                is_method_call(graph.instruction_of(found.value).opcode) &&
                collection_read(graph.member_of(found.value)) == CollectionRead::element;
            if (!is_read && value.kind != ValueKind::element)
            {
                break;
            }
            found.keys.merge(parameters_of(graph, value.operands[1]));
            found.value = value.operands.front();
        }
        return found;
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

    /// A static method that calls a constructor of the class.
    [[nodiscard]] static bool makes_object(const ValueGraph& graph, std::uint32_t at)
    {
        return graph.method().access.is_static() &&
               graph.method().code->instructions[at].opcode == Opcode::invokespecial &&
               graph[graph.operands_of(at).front()].kind == ValueKind::made;
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
            named.owner == m_file.name &&
            (instruction.opcode == Opcode::invokestatic ||
                is_receiver(graph, graph.operands_of(at).front()) || makes_object(graph, at));
        return is_own ? std::find_if(m_found.methods.begin(), end,
                            [&named](const Method* method) {
                                return method->name == named.name &&
                                       method->descriptor == named.descriptor;
                            }) :
                        end;
    }

    /// A new collection has no elements, but for those of constructors.
    [[nodiscard]] std::optional<Value> first_element() const
    {
        const Field* const field = m_file.find_field(m_field);
        const bool is_empty = field != nullptr && !field->descriptor.starts_with("[");
        return is_empty ? std::optional(Value(std::string(null_name))) : std::nullopt;
    }

    /// What all constructors leave: the last constant that each writes, or what the JVM does.
    [[nodiscard]] std::optional<Value> first()
    {
        const Field* const field = m_file.find_field(m_field);
        if (field == nullptr || field->access.is_static())
        {
            return std::nullopt;
        }
        const bool is_object =
            field->descriptor.starts_with("L") || field->descriptor.starts_with("[");
        std::optional<Value> common;
        for (std::size_t i = 0; i < m_found.methods.size(); ++i)
        {
            const auto calls = [&](auto&& is_one) {
                return std::any_of(m_calls[i].begin(), m_calls[i].end(),
                    [&](const WriteStep& call) { return is_one(call.called); });
            };
            const auto is_constructor = [this](std::size_t method) {
                return m_found.methods[method]->is_constructor();
            };
            if (!is_constructor(i) || (m_writes[i].empty() && calls(is_constructor)))
            {
                continue;
            }
            if (!analysed(i).values || calls([&](std::size_t method) {
                    return m_reaches[method] && !is_constructor(method);
                }))
            {
                return std::nullopt;
            }
            std::optional<Value> left = is_object ? Value(std::string(null_name)) : Value(0);
            for (const WriteStep& write : m_writes[i])
            {
                const ValueGraph& graph = *analysed(i).values;
                left = analysed(i).deciding(write.instruction).empty() ?
                           constant_written(graph, graph.operands_of(write.instruction).back()) :
                           std::nullopt;
            }
            if (!left || (common && *common != *left))
            {
                return std::nullopt;
            }
            common = left;
        }
        return common;
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
        Parameters parameters = parameters_of(graph, written_operand(graph, write.instruction));
        // What is added to a set, or under a key, comes behind the collection.
        Parameters keys = m_part == WrittenPart::element ? keys_of(graph, operands) : Parameters{};
        WritePath path{.shares = {analysed(method).share_of_outcomes(write.instruction)}};
        const auto constant =
            m_part == WrittenPart::value ? constant_of(graph, operands.back()) : std::nullopt;
        for (std::size_t i = m_chain.size(); i-- > 0;)
        {
            const auto& link = m_chain[i];
            parameters = arguments_for(parameters, link);
            keys = arguments_for(keys, link);
            path.shares.push_back(analysed(link.method).share_of_outcomes(link.instruction));
        }
        std::reverse(path.shares.begin(), path.shares.end());
        path.method = m_chain.empty() ? method : m_chain.front().method;
        path.parameters = parameters.size();
        m_found.paths.push_back(std::move(path));
        m_found.details.push_back(
            {.instruction = m_chain.empty() ? write.instruction : m_chain.front().instruction,
                .values = {parameters.begin(), parameters.end()},
                .keys = {keys.begin(), keys.end()},
                .constant = constant,
                .adds_one = m_part == WrittenPart::value && adds_one(graph, operands.back()),
                .is_factory = std::any_of(m_chain.begin(), m_chain.end(), [this](const Link& link) {
                    return makes_object(*analysed(link.method).values, link.instruction);
                })});
    }

    /// What is added to an inner collection is no key of it.
    [[nodiscard]] static Parameters keys_of(
        const ValueGraph& graph, std::span<const ValueId> operands)
    {
        Parameters keys = outermost(graph, operands.front()).keys;
        if (keys.empty() || operands.size() > 2)
        {
            keys.merge(parameters_of(graph, operands[1]));
        }
        return keys;
    }

    /// The value itself, or the one that a method of the chain passes down.
    [[nodiscard]] std::optional<Value> constant_of(const ValueGraph& start, ValueId id)
    {
        const ValueGraph* graph = &start;
        for (auto link = m_chain.rbegin();
             link != m_chain.rend() && (*graph)[id].kind == ValueKind::parameter; ++link)
        {
            const std::uint32_t place = (*graph)[id].place;
            graph = &*analysed(link->method).values;
            const auto operands = graph->operands_of(link->instruction);
            if (place >= operands.size())
            {
                return std::nullopt;
            }
            id = operands[place];
        }
        return constant_written(*graph, id);
    }

    [[nodiscard]] bool adds_one(const ValueGraph& graph, ValueId id) const
    {
        const FlowValue& value = graph[id];
        const Opcode opcode =
            value.kind == ValueKind::operation ? graph.instruction_of(id).opcode : Opcode::nop;
        if (opcode != Opcode::iadd && opcode != Opcode::ladd)
        {
            return false;
        }
        const auto is_one = [&graph](ValueId operand) {
            const auto constant = graph.constant_of(operand);
            return constant && constant->integer == 1;
        };
        return (holds_field(graph, value.operands[0]) && is_one(value.operands[1])) ||
               (holds_field(graph, value.operands[1]) && is_one(value.operands[0]));
    }

    /// The last one, but for a function that says what to do with the value before it.
    [[nodiscard]] ValueId written_operand(const ValueGraph& graph, std::uint32_t at) const
    {
        const auto operands = graph.operands_of(at);
        const Instruction& instruction = graph.method().code->instructions[at];
        const bool is_merge =
            is_method_call(instruction.opcode) && operands.size() > 3 &&
            m_file.pool.member(static_cast<std::size_t>(instruction.operand)).name == "merge";
        return is_merge ? operands[2] : operands.back();
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
