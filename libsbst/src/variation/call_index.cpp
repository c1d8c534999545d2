// SPDX-License-Identifier: Apache-2.0
#include <sbst/variation/call_index.hpp>

#include <algorithm>

namespace sbst
{

namespace
{

/// Adds callables to a list; both ascend, and each callable is in the list once.
void merge_into(std::vector<CallableId>& list, const std::vector<CallableId>& more)
{
    const auto middle = static_cast<std::ptrdiff_t>(list.size());
    list.insert(list.end(), more.begin(), more.end());
    std::inplace_merge(list.begin(), list.begin() + middle, list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// Appends a callable that may be the last one already.
void append(std::vector<CallableId>& list, CallableId id)
{
    if (list.empty() || list.back() != id)
    {
        list.push_back(id);
    }
}

}  // namespace

bool is_pure_producer(const Callable& callable, const TypeUniverse& types)
{
    const bool may_change_receiver =
        callable.kind == CallableKind::method || callable.kind == CallableKind::field_write;
    return !callable.is_under_test && !may_change_receiver &&
           types[callable.result].kind != TypeKind::void_type;
}

CallIndex::CallIndex(const TypeUniverse& types, const Catalogue& catalogue)
  : m_types(&types), m_catalogue(&catalogue)
{}

void CallIndex::refresh()
{
    const std::size_t known = m_heights.size();
    const bool has_new_types = m_type_revision != m_types->revision();
    if (!has_new_types && known == m_catalogue->size())
    {
        return;
    }
    if (has_new_types)
    {
        take_types();
    }
    for (std::size_t i = known; i < m_catalogue->size(); ++i)
    {
        take_callable(CallableId{i});
    }
    for (std::size_t t = 0; t < m_types->size(); ++t)
    {
        add_consumers(TypeId{t}, CallableId{known});
    }
    find_heights();
    find_insertable();
}

void CallIndex::take_types()
{
    const std::size_t count = m_types->size();
    for (ByType* lists : {&m_producers, &m_consumers, &m_makers, &m_takers, &m_needers})
    {
        lists->resize(count);
    }
    m_type_heights.resize(count, unreachable);
    m_ancestor_counts.resize(count, 0);
    for (std::size_t t = 0; t < count; ++t)
    {
        if (m_types->ancestors(TypeId{t}).size() != m_ancestor_counts[t])
        {
            take_supertypes(TypeId{t});
        }
    }
    m_type_revision = m_types->revision();
}

// For a type that is new or has new supertypes: what makes it makes them, and what takes them
// takes it.
void CallIndex::take_supertypes(TypeId type)
{
    const auto ancestors = m_types->ancestors(type);
    for (const TypeId above : ancestors)
    {
        merge_into(m_producers[above.index()], m_makers[type.index()]);
    }
    lower(type, m_type_heights[type.index()]);
    m_consumers[type.index()].clear();
    add_consumers(type, CallableId{0});
    m_ancestor_counts[type.index()] = ancestors.size();
}

void CallIndex::take_callable(CallableId id)
{
    const Callable& callable = (*m_catalogue)[id];
    m_heights.push_back(unreachable);
    m_pending.push_back(id);
    for (std::size_t p = 0; p < callable.parameters.size(); ++p)
    {
        const TypeId type = callable.parameters[p].type;
        if ((*m_types)[type].kind == TypeKind::object && !m_catalogue->takes_null(id, p, *m_types))
        {
            append(m_needers[type.index()], id);
        }
    }
    if (m_catalogue->is_opening(id))
    {
        // Its object may be there already, so it costs nothing; where it is not, building fails and
        // says so.
        lower(callable.result, 0);
        return;
    }
    if (callable.is_on_demand)
    {
        return;
    }
    m_makers[callable.result.index()].push_back(id);
    m_producers[callable.result.index()].push_back(id);
    for (const TypeId above : m_types->ancestors(callable.result))
    {
        m_producers[above.index()].push_back(id);
    }
    for (std::size_t p = 0; p < callable.parameters.size(); ++p)
    {
        if (!is_pure_producer(callable, *m_types))
        {
            append(m_takers[callable.parameters[p].type.index()], id);
        }
    }
}

// Adds what takes objects of the type, from `first` on.
void CallIndex::add_consumers(TypeId type, CallableId first)
{
    if ((*m_types)[type].kind != TypeKind::object)
    {
        return;
    }
    std::vector<CallableId>& consumers = m_consumers[type.index()];
    const auto known = static_cast<std::ptrdiff_t>(consumers.size());
    const auto add = [&](TypeId taken) {
        const std::vector<CallableId>& takers = m_takers[taken.index()];
        if (!takers.empty() && !(takers.back() < first))
        {
            consumers.insert(consumers.end(), std::lower_bound(takers.begin(), takers.end(), first),
                takers.end());
        }
    };
    add(type);
    for (const TypeId above : m_types->ancestors(type))
    {
        add(above);
    }
    std::sort(consumers.begin() + known, consumers.end());
    consumers.erase(std::unique(consumers.begin() + known, consumers.end()), consumers.end());
}

// An object of the type, and so of its supertypes, can be had at that height.
void CallIndex::lower(TypeId type, std::size_t height)
{
    const auto lower_one = [&](TypeId id) {
        if (height < m_type_heights[id.index()])
        {
            m_type_heights[id.index()] = height;
            const std::vector<CallableId>& needers = m_needers[id.index()];
            m_pending.insert(m_pending.end(), needers.begin(), needers.end());
        }
    };
    lower_one(type);
    for (const TypeId above : m_types->ancestors(type))
    {
        lower_one(above);
    }
}

// Heights only fall when there is more to make objects with, so what was known is where to start.
void CallIndex::find_heights()
{
    // The list grows while it is worked through.
    std::size_t next = 0;
    while (next < m_pending.size())
    {
        const CallableId id = m_pending[next++];
        const Callable& callable = (*m_catalogue)[id];
        std::size_t deepest = 0;
        for (std::size_t p = 0; p < callable.parameters.size(); ++p)
        {
            const TypeId type = callable.parameters[p].type;
            if ((*m_types)[type].kind == TypeKind::object &&
                !m_catalogue->takes_null(id, p, *m_types))
            {
                deepest = std::max(deepest, m_type_heights[type.index()]);
            }
        }
        if (deepest != unreachable && deepest + 1 < m_heights[id.index()])
        {
            m_heights[id.index()] = deepest + 1;
            if (!m_catalogue->is_opening(id) && !callable.is_on_demand)
            {
                lower(callable.result, deepest + 1);
            }
        }
    }
    m_pending.clear();
}

void CallIndex::find_insertable()
{
    m_insertable.clear();
    m_surroundings.clear();
    for (std::size_t i = 0; i < m_catalogue->size(); ++i)
    {
        const Callable& callable = (*m_catalogue)[CallableId{i}];
        if (callable.sets_surroundings && !callable.is_on_demand && m_heights[i] != unreachable)
        {
            m_surroundings.emplace_back(i);
        }
    }
    for (const CallableId id : m_catalogue->under_test())
    {
        if (height(id) != unreachable)
        {
            m_insertable.push_back(id);
        }
    }
    for (std::size_t i = 0; m_catalogue->under_test().empty() && i < m_catalogue->size(); ++i)
    {
        const bool is_free =
            !m_catalogue->is_opening(CallableId{i}) && !(*m_catalogue)[CallableId{i}].is_on_demand;
        if (is_free && m_heights[i] != unreachable)
        {
            m_insertable.emplace_back(i);
        }
    }
}

}  // namespace sbst
