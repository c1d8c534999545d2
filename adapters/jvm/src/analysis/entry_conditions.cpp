// SPDX-License-Identifier: Apache-2.0
#include "entry_conditions.hpp"

#include <sbst/jvm/analysis/class_goals.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace sbst::jvm
{
namespace
{
/// Tells whether the source can name the class in its own nest only.
bool is_closed_class(const ClassFile& file)
{
    const InnerClass* row = file.inner_class();
    return row != nullptr && (row->access.is_private() || row->outer.empty());
}

/// Methods that serialization calls although they are private.
bool is_serialization_hook(const std::string& name)
{
    constexpr std::array<std::string_view, 5> names{
        "readObject", "readObjectNoData", "readResolve", "writeObject", "writeReplace"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

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

// With more places a method counts as callable from the start.
constexpr std::size_t max_call_sites = 256;

class EntryFinder
{
public:
    EntryFinder(std::span<const ClassFile* const> classes, std::span<const NestMethod> methods,
        const GoalGraph& graph)
      : m_methods(methods),
        m_graph(graph),
        m_sources(methods.size()),
        m_users(methods.size()),
        m_conditions(methods.size())
    {
        m_has_reflection = std::any_of(classes.begin(), classes.end(),
            [](const ClassFile* file) { return uses_reflection(*file); });
    }

    std::vector<EntryCondition> find()
    {
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            const ClassFile* owner = m_methods[i].owner;
            const Method* method = m_methods[i].method;
            m_numbers.emplace(CalleeKey{owner->name, method->name, method->descriptor}, i);
            if (method->is_constructor() && is_closed_class(*owner))
            {
                add_instances(*owner, i);
            }
        }
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            collect_sites(i);
        }
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            set_up(i);
        }
        propagate();
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            if (!m_conditions[i].is_reached && (m_has_reflection || !may_be_dead(i)))
            {
                open(i);
                propagate();
            }
        }
        m_conditions.resize(m_methods.size());
        return std::move(m_conditions);
    }

private:
    using CalleeKey = std::tuple<std::string_view, std::string_view, std::string_view>;

    /// Code that calls or captures a method; without a block: the entry of another method.
    struct Source
    {
        std::size_t method = 0;
        FlowNode block;
    };

    /// Objects of a class stand behind the methods, as something that its constructors enter.
    void add_instances(const ClassFile& owner, std::size_t constructor)
    {
        const auto [entry, is_new] = m_instances.try_emplace(&owner, m_conditions.size());
        if (is_new)
        {
            m_conditions.emplace_back();
            m_sources.emplace_back();
            m_users.emplace_back();
        }
        m_sources[entry->second].push_back({constructor, FlowNode{}});
        m_users[constructor].push_back(entry->second);
    }

    void collect_sites(std::size_t caller)
    {
        const NestMethod& method = m_methods[caller];
        const std::vector<Instruction>& instructions = method.method->code->instructions;
        for (std::uint32_t i = 0; i < instructions.size(); ++i)
        {
            const auto operand = static_cast<std::size_t>(instructions[i].operand);
            const ConstantPool& pool = method.owner->pool;
            if (is_method_call(instructions[i].opcode))
            {
                add_site(pool.member(operand), caller, i);
            }
            else if (instructions[i].opcode == Opcode::invokedynamic)
            {
                add_bootstrap(pool.member(operand).bootstrap_method, caller, i);
            }
            else if (operand_kind(instructions[i].opcode) == OperandKind::constant)
            {
                add_constant(operand, caller, i);
            }
        }
    }

    void add_constant(std::size_t index, std::size_t caller, std::uint32_t instruction)
    {
        const ConstantPool& pool = m_methods[caller].owner->pool;
        if (pool.tag(index) == PoolTag::method_handle)
        {
            add_site(pool.member(index), caller, instruction);
        }
        else if (pool.tag(index) == PoolTag::dynamic)
        {
            add_bootstrap(pool.member(index).bootstrap_method, caller, instruction);
        }
    }

    void add_bootstrap(std::size_t number, std::size_t caller, std::uint32_t instruction)
    {
        const ClassFile& owner = *m_methods[caller].owner;
        const BootstrapMethod& bootstrap = owner.bootstrap_methods[number];
        add_site(bootstrap.target, caller, instruction);
        for (const std::uint16_t argument : bootstrap.arguments)
        {
            // Nested dynamic constants could name themselves: only handles are followed.
            if (owner.pool.tag(argument) == PoolTag::method_handle)
            {
                add_site(owner.pool.member(argument), caller, instruction);
            }
        }
    }

    void add_site(const MemberRef& callee, std::size_t caller, std::uint32_t instruction)
    {
        const auto found = m_numbers.find(CalleeKey{callee.owner, callee.name, callee.descriptor});
        if (found != m_numbers.end())
        {
            m_sources[found->second].push_back(
                {caller, m_methods[caller].flow.block_of(instruction)});
        }
    }

    /// Opens methods that others can call, and links the others to what they depend on.
    void set_up(std::size_t i)
    {
        const NestMethod& method = m_methods[i];
        const Method& called = *method.method;
        const bool is_closed = is_closed_class(*method.owner);
        const bool is_by_sites =
            called.access.is_private() ||
            (is_closed && (called.is_constructor() || called.access.is_static()));
        if (called.is_static_initialiser() || is_serialization_hook(called.name))
        {
            open(i);
        }
        else if (const auto instances = m_instances.find(method.owner);
                 !is_by_sites && instances != m_instances.end())
        {
            m_sources[i] = {{instances->second, FlowNode{}}};
        }
        else if (!is_by_sites || m_sources[i].size() > max_call_sites)
        {
            open(i);
        }
        for (const Source& source : m_sources[i])
        {
            m_users[source.method].push_back(i);
        }
    }

    /// Only of private members and constructors is it known that nobody else names them.
    [[nodiscard]] bool may_be_dead(std::size_t i) const
    {
        const Method& method = *m_methods[i].method;
        return method.access.is_private() || method.is_constructor();
    }

    void open(std::size_t i)
    {
        m_sources[i].clear();
        m_conditions[i].is_reached = true;
        m_conditions[i].is_root = true;
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
                    m_graph.find_branch(edge.label.predicate, edge.label.outcome).value());
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
    const GoalGraph& m_graph;
    bool m_has_reflection = false;
    /// Keys are texts of the class files.
    std::map<CalleeKey, std::size_t> m_numbers;
    /// Of closed classes: where their objects stand, behind the methods.
    std::map<const ClassFile*, std::size_t> m_instances;
    std::vector<std::vector<Source>> m_sources;
    /// Methods whose condition depends on that of the method.
    std::vector<std::vector<std::size_t>> m_users;
    std::vector<EntryCondition> m_conditions;
    std::set<std::size_t> m_changed;
};
}  // namespace

std::vector<EntryCondition> find_entry_conditions(std::span<const ClassFile* const> classes,
    std::span<const NestMethod> methods, const GoalGraph& graph)
{
    return EntryFinder{classes, methods, graph}.find();
}
}  // namespace sbst::jvm
