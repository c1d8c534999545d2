// SPDX-License-Identifier: Apache-2.0
#include "method_entries.hpp"

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

// With more places a method counts as open.
constexpr std::size_t max_call_sites = 256;

/// Tells whether the source can name the class only in its own nest.
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

class EntryCollector
{
public:
    explicit EntryCollector(std::span<const NestMethod> methods)
      : m_methods(methods), m_entries(methods.size()), m_callees(methods.size())
    {}

    std::vector<MethodEntry> collect()
    {
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            const ClassFile& owner = *m_methods[i].owner;
            const Method& method = *m_methods[i].method;
            m_numbers.emplace(CalleeKey{owner.name, method.name, method.descriptor}, i);
            if (method.is_constructor() && is_closed_class(owner))
            {
                m_entries[i].makes_closed_instance = true;
                m_made.insert(&owner);
            }
        }
        m_is_part = is_part_of_nest();
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            collect_sites(i);
        }
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            m_entries[i].kind = kind_of(i);
        }
        find_initialisation();
        return std::move(m_entries);
    }

private:
    using CalleeKey = std::tuple<std::string_view, std::string_view, std::string_view>;

    /// If only a nested class is under test, code of its nest may call its private members.
    [[nodiscard]] bool is_part_of_nest() const
    {
        std::set<std::string_view> names;
        for (const NestMethod& method : m_methods)
        {
            names.insert(method.owner->name);
        }
        return std::any_of(m_methods.begin(), m_methods.end(), [&names](const NestMethod& method) {
            const std::string outer = enclosing_class(*method.owner);
            return !outer.empty() && !names.contains(outer);
        });
    }

    void collect_sites(std::size_t caller)
    {
        const std::vector<Instruction>& code = m_methods[caller].method->code->instructions;
        const ClassConstants& pool = m_methods[caller].owner->pool;
        for (std::uint32_t i = 0; i < code.size(); ++i)
        {
            const auto operand = static_cast<std::size_t>(code[i].operand);
            const CallSite call{caller, i, false};
            const CallSite capture{caller, i, true};
            if (is_method_call(code[i].opcode))
            {
                add_site(pool.member(operand), call);
            }
            else if (code[i].opcode == Opcode::invokedynamic ||
                     (operand_kind(code[i].opcode) == OperandKind::constant &&
                         pool.tag(operand) == PoolTag::dynamic))
            {
                add_bootstrap(pool.member(operand).bootstrap_method, capture);
            }
            else if (operand_kind(code[i].opcode) == OperandKind::constant &&
                     pool.tag(operand) == PoolTag::method_handle)
            {
                add_site(pool.member(operand), capture);
            }
        }
    }

    void add_bootstrap(std::size_t number, const CallSite& site)
    {
        const ClassFile& owner = *m_methods[site.caller].owner;
        const BootstrapMethod& bootstrap = owner.bootstrap_methods[number];
        add_site(bootstrap.target, site);
        for (const std::uint16_t argument : bootstrap.arguments)
        {
            // Nested dynamic constants could name themselves: only handles are followed.
            if (owner.pool.tag(argument) == PoolTag::method_handle)
            {
                add_site(owner.pool.member(argument), site);
            }
        }
    }

    void add_site(const MemberRef& callee, const CallSite& site)
    {
        const auto found = m_numbers.find(CalleeKey{callee.owner, callee.name, callee.descriptor});
        if (found != m_numbers.end())
        {
            m_entries[found->second].sites.push_back(site);
            m_callees[site.caller].push_back(found->second);
        }
    }

    [[nodiscard]] EntryKind kind_of(std::size_t i) const
    {
        const ClassFile& owner = *m_methods[i].owner;
        const Method& method = *m_methods[i].method;
        if (m_is_part || method.is_static_initialiser() || is_serialization_hook(method.name))
        {
            return EntryKind::open;
        }
        const bool is_closed = is_closed_class(owner);
        if (method.access.is_private() ||
            (is_closed && (method.is_constructor() || method.access.is_static())))
        {
            return m_entries[i].sites.size() > max_call_sites ? EntryKind::open :
                                                                EntryKind::by_sites;
        }
        // Without a constructor it is an interface, which open classes may implement.
        return is_closed && m_made.contains(&owner) ? EntryKind::by_instances : EntryKind::open;
    }

    /// Methods that others may call, and all their callees, run in tests.
    void find_initialisation()
    {
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < m_methods.size(); ++i)
        {
            MethodEntry& entry = m_entries[i];
            const bool is_called_later = std::any_of(entry.sites.begin(), entry.sites.end(),
                [](const CallSite& site) { return site.is_capture; });
            // Java makes no other objects of an enumeration than its constants.
            const bool makes_constants =
                m_methods[i].owner->access.is_enum() && m_methods[i].method->is_constructor();
            entry.is_initialisation =
                m_methods[i].method->is_static_initialiser() || makes_constants ||
                (entry.kind == EntryKind::by_sites && !entry.sites.empty() && !is_called_later);
            if (!entry.is_initialisation)
            {
                open.push_back(i);
            }
        }
        while (!open.empty())
        {
            const std::size_t caller = open.back();
            open.pop_back();
            for (const std::size_t callee : m_callees[caller])
            {
                if (m_entries[callee].is_initialisation)
                {
                    m_entries[callee].is_initialisation = false;
                    open.push_back(callee);
                }
            }
        }
    }

    std::span<const NestMethod> m_methods;
    bool m_is_part = false;
    std::vector<MethodEntry> m_entries;
    std::vector<std::vector<std::size_t>> m_callees;
    /// Keys are texts of the class files.
    std::map<CalleeKey, std::size_t> m_numbers;
    /// Closed classes with constructors.
    std::set<const ClassFile*> m_made;
};

}  // namespace

std::vector<MethodEntry> find_method_entries(std::span<const NestMethod> methods)
{
    return EntryCollector{methods}.collect();
}

}  // namespace sbst::jvm
