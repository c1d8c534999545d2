// SPDX-License-Identifier: Apache-2.0
#include "output_goals.hpp"

#include <sbst/criteria/goal_selection.hpp>
#include <sbst/criteria/output.hpp>
#include <sbst/evm/abi/codec.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace sbst::evm
{

namespace
{

std::optional<OutputSort> sort_of(const AbiType& type)
{
    switch (type.kind())
    {
        case AbiKind::boolean:
            return OutputSort::boolean;
        case AbiKind::bytes:
        case AbiKind::string:
        case AbiKind::array:
            return OutputSort::container;
        case AbiKind::signed_integer:
            return OutputSort::number;
        case AbiKind::unsigned_integer:
        case AbiKind::address:
        case AbiKind::fixed_bytes:
            return OutputSort::natural;
        case AbiKind::function:
        case AbiKind::fixed_array:
        case AbiKind::tuple:
            break;
    }
    return std::nullopt;
}

OutputValue value_of(const Value& value, OutputSort sort)
{
    OutputValue result;
    if (value.is_text() || value.is_list())
    {
        const std::size_t size = value.is_text() ? value.text().size() : value.list().size();
        // Bytes of a fixed number are zero when each of them is.
        const bool is_zero_text = sort == OutputSort::natural && value.is_text() &&
                                  value.text().find_first_not_of('\0') == std::string::npos;
        result.magnitude = Distance(U256(is_zero_text ? 0 : size));
        return result;
    }
    U256 word = value.word();
    if (sort == OutputSort::number && is_negative(word))
    {
        result.is_negative = true;
        word = -word;
    }
    result.magnitude = Distance(word);
    return result;
}

}  // namespace

OutputGoals::OutputGoals(const ContractAbi& abi, const ContractSurface& surface,
    const ContractAnalysis& runtime, const GoalSelection& selection, ContractGoals& goals)
  : m_abi(&abi)
{
    std::set<std::size_t> called;
    for (const CallTarget& target : surface.targets)
    {
        if (target.kind == CallTarget::Kind::function)
        {
            called.insert(target.function);
        }
    }
    for (const std::size_t function : called)
    {
        add_function(function, runtime, selection, goals);
    }
    add_events(runtime, selection, goals);
}

void OutputGoals::add_function(std::size_t function, const ContractAnalysis& runtime,
    const GoalSelection& selection, ContractGoals& goals)
{
    const AbiFunction& known = m_abi->functions[function];
    CodeGoal detail;
    detail.function = known.display_name;
    for (std::uint32_t i = 0; i < runtime.entries.size(); ++i)
    {
        if (runtime.entries[i].fact == function)
        {
            detail.entry = i;
            detail.functions = {i};
            detail.pc = runtime.entries[i].pc;
            detail.goal_class = runtime.entries[i].is_getter ? GoalClass::getter : GoalClass::user;
        }
    }
    const AbiParameters& outputs = known.outputs;
    std::vector<std::optional<std::size_t>>& parts = m_parts[function];
    for (std::size_t i = 0; i < outputs.types.size(); ++i)
    {
        const std::optional<OutputSort> sort = sort_of(outputs.types[i]);
        parts.push_back(sort ? std::optional(m_table.add(*sort)) : std::nullopt);
        if (!sort)
        {
            continue;
        }
        const std::string name = i < outputs.names.size() && !outputs.names[i].empty() ?
                                     outputs.names[i] :
                                     fmt::format("value {}", i + 1);
        const std::string which = outputs.types.size() > 1 ? name + " " : "";
        add_goals(*parts.back(), fmt::format("{} returns {}", known.display_name, which), detail,
            selection, goals);
    }
}

void OutputGoals::add_events(
    const ContractAnalysis& runtime, const GoalSelection& selection, ContractGoals& goals)
{
    CodeGoal detail;
    detail.is_also_in_creation = true;
    for (std::uint32_t i = 0; i < runtime.entries.size(); ++i)
    {
        detail.functions.push_back(i);
    }
    for (const AbiEvent& event : m_abi->events)
    {
        if (!event.is_anonymous && !m_events.contains(event.topic))
        {
            const std::size_t part = m_table.add(OutputSort::event);
            m_events.emplace(event.topic, part);
            add_goals(part, fmt::format("event {} ", event.signature), detail, selection, goals);
        }
    }
}

void OutputGoals::add_goals(std::size_t part, const std::string& head, const CodeGoal& detail,
    const GoalSelection& selection, ContractGoals& goals) const
{
    const std::vector<GoalClass>& classes = selection.classes;
    const std::vector<std::string_view>& names = output_classes(m_table.sort(part));
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        CodeGoal known = detail;
        known.criterion = OutputCriterion::id;
        known.source_pc = detail.pc;
        known.reason = m_table.sort(part) == OutputSort::event ? "an event happens or not" : "";
        known.distance = known.reason.empty() ? DistanceKind::numeric : DistanceKind::flag;
        Goal goal =
            output_goal(OutputId(m_table.first_of(part).index() + i), head + std::string(names[i]));
        goal.goal_class = to_string(known.goal_class);
        goal.group = goal.goal_class;
        goal.place.function = known.function;
        goal.is_shown =
            std::find(classes.begin(), classes.end(), known.goal_class) != classes.end();
        select_goal(goal, selection.criteria);
        goals.graph.add(std::move(goal));
        goals.details.push_back(std::move(known));
    }
}

void OutputGoals::note(std::optional<std::size_t> function, const Result& result,
    const Address& contract, std::vector<OutputTrace>& outputs) const
{
    for (const Log& log : result.logs)
    {
        const auto event = log.topic_count == 0 || log.address != contract ?
                               m_events.end() :
                               m_events.find(log.topics.front());
        if (event != m_events.end())
        {
            m_table.note(event->second, {}, outputs);
        }
    }
    const auto parts = function ? m_parts.find(*function) : m_parts.end();
    if (parts == m_parts.end() || parts->second.empty())
    {
        return;
    }
    const auto values = try_decode(m_abi->functions[*function].outputs.types, result.output);
    for (std::size_t i = 0; values && i < values->size(); ++i)
    {
        if (const auto part = parts->second[i])
        {
            m_table.note(*part, value_of((*values)[i], m_table.sort(*part)), outputs);
        }
    }
}

}  // namespace sbst::evm
