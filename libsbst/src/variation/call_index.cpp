// SPDX-License-Identifier: Apache-2.0
#include <sbst/variation/call_index.hpp>

#include <algorithm>

namespace sbst
{

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
    if (m_is_built && m_type_revision == m_types->revision() &&
        m_callable_count == m_catalogue->size())
    {
        return;
    }
    rebuild();
    m_type_revision = m_types->revision();
    m_callable_count = m_catalogue->size();
    m_is_built = true;
}

void CallIndex::rebuild()
{
    // Subtypes are resolved here once: operators ask for these lists in every insertion.
    m_producers.assign(m_types->size(), {});
    m_consumers.assign(m_types->size(), {});
    std::vector<std::vector<CallableId>> takers(m_types->size());
    for (std::size_t i = 0; i < m_catalogue->size(); ++i)
    {
        const CallableId id{i};
        const Callable& callable = (*m_catalogue)[id];
        if (m_catalogue->is_opening(id))
        {
            continue;
        }
        m_producers[callable.result.index()].push_back(id);
        for (const TypeId above : m_types->ancestors(callable.result))
        {
            m_producers[above.index()].push_back(id);
        }
        if (!is_pure_producer(callable, *m_types))
        {
            for (const Parameter& parameter : callable.parameters)
            {
                takers[parameter.type.index()].push_back(id);
            }
        }
    }
    for (std::size_t t = 0; t < m_types->size(); ++t)
    {
        if ((*m_types)[TypeId{t}].kind != TypeKind::object)
        {
            continue;
        }
        auto& consumers = m_consumers[t];
        consumers = takers[t];
        for (const TypeId above : m_types->ancestors(TypeId{t}))
        {
            const auto& more = takers[above.index()];
            consumers.insert(consumers.end(), more.begin(), more.end());
        }
        std::sort(consumers.begin(), consumers.end());
        consumers.erase(std::unique(consumers.begin(), consumers.end()), consumers.end());
    }
    find_heights();
    m_insertable.clear();
    for (const CallableId id : m_catalogue->under_test())
    {
        if (height(id) != unreachable)
        {
            m_insertable.push_back(id);
        }
    }
    for (std::size_t i = 0; m_catalogue->under_test().empty() && i < m_catalogue->size(); ++i)
    {
        if (!m_catalogue->is_opening(CallableId{i}) && m_heights[i] != unreachable)
        {
            m_insertable.emplace_back(i);
        }
    }
}

void CallIndex::find_heights()
{
    // Height of each type: the least over its producers. An opening's object may exist already, so
    // its cost is 0; when it does not exist, building fails and reports it.
    std::vector<std::size_t> of_type(m_types->size(), unreachable);
    const auto lower = [&](TypeId type, std::size_t height) {
        bool is_lower = false;
        const auto lower_one = [&](TypeId id) {
            if (height < of_type[id.index()])
            {
                of_type[id.index()] = height;
                is_lower = true;
            }
        };
        lower_one(type);
        for (const TypeId above : m_types->ancestors(type))
        {
            lower_one(above);
        }
        return is_lower;
    };
    for (const CallableId opening : m_catalogue->openings())
    {
        lower((*m_catalogue)[opening].result, 0);
    }
    m_heights.assign(m_catalogue->size(), unreachable);
    // A fixed point, because producers may need each other's results.
    for (bool goes_on = true; goes_on;)
    {
        goes_on = false;
        for (std::size_t i = 0; i < m_catalogue->size(); ++i)
        {
            const CallableId id{i};
            const Callable& callable = (*m_catalogue)[id];
            std::size_t deepest = 0;
            for (std::size_t p = 0; p < callable.parameters.size(); ++p)
            {
                const TypeId type = callable.parameters[p].type;
                if ((*m_types)[type].kind == TypeKind::object &&
                    !m_catalogue->takes_null(id, p, *m_types))
                {
                    deepest = std::max(deepest, of_type[type.index()]);
                }
            }
            if (deepest != unreachable && deepest + 1 < m_heights[i])
            {
                m_heights[i] = deepest + 1;
                goes_on = true;
                if (!m_catalogue->is_opening(id))
                {
                    lower(callable.result, deepest + 1);
                }
            }
        }
    }
}

}  // namespace sbst
