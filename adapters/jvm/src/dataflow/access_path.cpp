// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/dataflow/access_path.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace sbst::jvm
{

namespace
{

PathStep step_of(const MemberRef& field)
{
    return {.kind = PathStep::Kind::field,
        .owner = field.owner,
        .name = field.name,
        .descriptor = field.descriptor};
}

/// Collects the paths of a value, from the value to its roots.
class PathFinder
{
public:
    PathFinder(const ValueGraph& graph, std::size_t most) : m_graph(graph), m_most(most) {}

    std::vector<AccessPath> find(ValueId id)
    {
        follow(id, {});
        return {m_found.begin(), m_found.end()};
    }

private:
    /// @param steps from the end of the path.
    void follow(ValueId id, std::vector<PathStep> steps)
    {
        // Merges of merges have many ways to the same roots.
        constexpr std::size_t most_visits = 1000;
        // What comes round to itself is followed round once.
        constexpr std::size_t most_open = 2;
        if (m_found.size() >= m_most || steps.size() > max_path_steps || ++m_visits > most_visits ||
            m_open.count(id) >= most_open)
        {
            return;
        }
        const auto open = m_open.insert(id);
        const FlowValue& value = m_graph[id];
        switch (value.kind)
        {
            case ValueKind::merged:
                for (const ValueId way : value.operands)
                {
                    follow(way, steps);
                }
                break;
            case ValueKind::field:
                steps.push_back(step_of(m_graph.member_of(id)));
                follow(value.operands.front(), std::move(steps));
                break;
            case ValueKind::element:
                steps.push_back({.kind = PathStep::Kind::element});
                follow(value.operands.front(), std::move(steps));
                break;
            case ValueKind::length:
                steps.push_back({.kind = PathStep::Kind::length});
                follow(value.operands.front(), std::move(steps));
                break;
            default:
                add(id, std::move(steps));
        }
        m_open.erase(open);
    }

    void add(ValueId id, std::vector<PathStep> steps)
    {
        const FlowValue& value = m_graph[id];
        AccessPath path{.number = value.place};
        switch (value.kind)
        {
            case ValueKind::parameter:
                path.root = AccessPath::Root::parameter;
                break;
            case ValueKind::static_field:
                path.root = AccessPath::Root::static_field;
                path.number = 0;
                steps.push_back(step_of(m_graph.member_of(id)));
                break;
            case ValueKind::result:
                path.root = AccessPath::Root::result;
                break;
            case ValueKind::made:
                path.root = AccessPath::Root::made;
                break;
            case ValueKind::constant:
                path.root = AccessPath::Root::constant;
                break;
            case ValueKind::null:
                path.root = AccessPath::Root::null;
                break;
            default:
                path.root = AccessPath::Root::other;
        }
        std::reverse(steps.begin(), steps.end());
        path.steps = std::move(steps);
        m_found.insert(std::move(path));
    }

    const ValueGraph& m_graph;
    std::size_t m_most;
    std::size_t m_visits = 0;
    std::multiset<ValueId> m_open;
    std::set<AccessPath> m_found;
};

std::string short_name(const std::string& internal)
{
    return internal.substr(internal.find_last_of("/$") + 1);
}

std::string root_text(const AccessPath& path, const ValueGraph& graph)
{
    const bool has_receiver = !graph.method().access.is_static();
    switch (path.root)
    {
        case AccessPath::Root::parameter:
            return has_receiver && path.number == 0 ?
                       "this" :
                       fmt::format("argument {}", path.number + (has_receiver ? 0U : 1U));
        case AccessPath::Root::static_field:
            return short_name(path.steps.front().owner);
        case AccessPath::Root::result:
        {
            const Instruction& call = graph.method().code->instructions[path.number];
            return fmt::format("result of {}()",
                graph.file().pool.member(static_cast<std::size_t>(call.operand)).name);
        }
        case AccessPath::Root::made:
            return "a new object";
        case AccessPath::Root::constant:
            return "a constant";
        case AccessPath::Root::null:
            return "null";
        case AccessPath::Root::other:
            break;
    }
    return "a computed value";
}

}  // namespace

std::vector<AccessPath> paths_of(const ValueGraph& graph, ValueId id, std::size_t most)
{
    return PathFinder(graph, most).find(id);
}

std::vector<ValueId> sources_of(const ValueGraph& graph, ValueId id)
{
    std::set<ValueId> seen{id};
    std::vector<ValueId> open{id};
    std::vector<ValueId> found;
    while (!open.empty())
    {
        const ValueId one = open.back();
        open.pop_back();
        const FlowValue& value = graph[one];
        if (value.kind != ValueKind::operation && value.kind != ValueKind::merged)
        {
            found.push_back(one);
            continue;
        }
        for (const ValueId operand : value.operands)
        {
            if (seen.insert(operand).second)
            {
                open.push_back(operand);
            }
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::string to_text(const AccessPath& path, const ValueGraph& graph)
{
    std::string text = root_text(path, graph);
    for (const PathStep& step : path.steps)
    {
        switch (step.kind)
        {
            case PathStep::Kind::field:
                text += "." + step.name;
                break;
            case PathStep::Kind::element:
                text += "[]";
                break;
            case PathStep::Kind::length:
                text += ".length";
                break;
        }
    }
    return text;
}

}  // namespace sbst::jvm
