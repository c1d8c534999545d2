// SPDX-License-Identifier: Apache-2.0
#include "entry_conditions.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace sbst::jvm
{

namespace
{

bool uses_reflection(const ClassFile& file)
{
    for (std::size_t i = 0; i < file.pool.size(); ++i)
    {
        if (file.pool.tag(i) != PoolTag::method && file.pool.tag(i) != PoolTag::interface_method)
        {
            continue;
        }
        const MemberRef& member = file.pool.member(i);
        if (member.owner.starts_with("java/lang/reflect/") ||
            member.owner == "java/lang/invoke/MethodHandles$Lookup" ||
            (member.owner == "java/lang/Class" &&
                (member.name.starts_with("getDeclared") || member.name == "newInstance")))
        {
            return true;
        }
    }
    return false;
}

/// Passes conditions on from callers to callees until nothing changes.
class ConditionFinder
{
public:
    ConditionFinder(std::span<const NestMethod> methods, std::span<const MethodEntry> entries,
        const GoalGraph& graph)
      : m_methods(methods),
        m_entries(entries),
        m_graph(graph),
        m_sources(methods.size()),
        m_users(methods.size()),
        m_conditions(methods.size())
    {}

    std::vector<EntryCondition> find()
    {
        link();
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            if (m_entries[i].kind == EntryKind::open)
            {
                open(i);
            }
        }
        propagate();
        const bool has_reflection = std::any_of(m_methods.begin(), m_methods.end(),
            [](const NestMethod& method) { return uses_reflection(*method.owner); });
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            if (!m_conditions[i].is_reached && (has_reflection || !may_be_dead(i)))
            {
                open(i);
                propagate();
            }
        }
        m_conditions.resize(m_methods.size());
        return std::move(m_conditions);
    }

private:
    /// Code that enters a method; without a block: the code that enters another method.
    struct Source
    {
        std::size_t method = 0;
        FlowNode block;
    };

    void link()
    {
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            if (m_entries[i].makes_closed_instance)
            {
                add_source(instances_of(*m_methods[i].owner), {i, FlowNode{}});
            }
        }
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            if (m_entries[i].kind == EntryKind::by_instances)
            {
                add_source(i, {instances_of(*m_methods[i].owner), FlowNode{}});
            }
            else if (m_entries[i].kind == EntryKind::by_sites)
            {
                for (const CallSite& site : m_entries[i].sites)
                {
                    add_source(
                        i, {site.caller, m_methods[site.caller].flow.block_of(site.instruction)});
                }
            }
        }
    }

    /// Objects of a class are numbered after the methods; its constructors enter them.
    std::size_t instances_of(const ClassFile& owner)
    {
        const auto [entry, is_new] = m_instances.try_emplace(&owner, m_conditions.size());
        if (is_new)
        {
            m_conditions.emplace_back();
            m_sources.emplace_back();
            m_users.emplace_back();
        }
        return entry->second;
    }

    void add_source(std::size_t entered, Source source)
    {
        m_sources[entered].push_back(source);
        m_users[source.method].push_back(entered);
    }

    /// Only private members and constructors are certain not to be named elsewhere.
    [[nodiscard]] bool may_be_dead(std::size_t i) const
    {
        const Method& method = *m_methods[i].method;
        return method.access.is_private() || method.is_constructor();
    }

    void open(std::size_t i)
    {
        m_conditions[i].is_reached = true;
        m_conditions[i].is_root = true;
        m_conditions[i].parents.clear();
        m_changed.insert(i);
    }

    void propagate()
    {
        while (!m_changed.empty())
        {
            const std::size_t changed = *m_changed.begin();
            m_changed.erase(m_changed.begin());
            for (const std::size_t user : m_users[changed])
            {
                if (m_conditions[user].is_root)
                {
                    continue;
                }
                EntryCondition next = condition_of(user);
                if (next != m_conditions[user])
                {
                    m_conditions[user] = std::move(next);
                    m_changed.insert(user);
                }
            }
        }
    }

    [[nodiscard]] EntryCondition condition_of(std::size_t i) const
    {
        EntryCondition result;
        std::set<GoalId> parents;
        for (const Source& source : m_sources[i])
        {
            add(source, result, parents);
            if (parents.size() > max_entry_parents)
            {
                result.is_root = true;
            }
            if (result.is_root)
            {
                return result;
            }
        }
        result.parents.assign(parents.begin(), parents.end());
        return result;
    }

    void add(const Source& source, EntryCondition& result, std::set<GoalId>& parents) const
    {
        const EntryCondition& caller = m_conditions[source.method];
        if (!caller.is_reached)
        {
            return;
        }
        bool is_at_entry = true;
        if (source.block.is_valid())
        {
            const ControlDependence& dependence = m_methods[source.method].dependence;
            if (!dependence.is_reachable(source.block))
            {
                return;
            }
            const std::span<const ControllingEdge> edges = dependence.of(source.block);
            is_at_entry = edges.empty() || dependence.depends_on_entry(source.block);
            for (const ControllingEdge& edge : edges)
            {
                parents.insert(
                    find_branch(m_graph, edge.label.predicate, edge.label.outcome).value());
            }
        }
        result.is_reached = true;
        if (is_at_entry)
        {
            result.is_root = result.is_root || caller.is_root;
            parents.insert(caller.parents.begin(), caller.parents.end());
        }
    }

    std::span<const NestMethod> m_methods;
    std::span<const MethodEntry> m_entries;
    const GoalGraph& m_graph;
    /// For closed classes: the numbers of their objects, after the methods.
    std::map<const ClassFile*, std::size_t> m_instances;
    std::vector<std::vector<Source>> m_sources;
    /// The methods whose condition depends on that of the method.
    std::vector<std::vector<std::size_t>> m_users;
    std::vector<EntryCondition> m_conditions;
    std::set<std::size_t> m_changed;
};

}  // namespace

std::vector<EntryCondition> find_entry_conditions(std::span<const NestMethod> methods,
    std::span<const MethodEntry> entries, const GoalGraph& graph)
{
    return ConditionFinder{methods, entries, graph}.find();
}

}  // namespace sbst::jvm
