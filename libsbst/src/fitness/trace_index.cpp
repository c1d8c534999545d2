// SPDX-License-Identifier: Apache-2.0
#include <sbst/fitness/trace_index.hpp>

#include <cassert>

namespace sbst
{
void TraceIndex::Places::clear()
{
    for (const std::uint32_t id : m_touched)
        m_places[id] = 0;
    m_touched.clear();
}

void TraceIndex::Places::grow(std::size_t size)
{
    if (m_places.size() < size)
        m_places.resize(size, 0);
}

void TraceIndex::Places::set(std::size_t id, std::size_t position)
{
    grow(id + 1);
    m_places[id] = static_cast<std::uint32_t>(position + 1);
    m_touched.push_back(static_cast<std::uint32_t>(id));
}

void TraceIndex::reset(const Trace& trace, const GoalGraph& graph)
{
    m_predicates.clear();
    m_methods.clear();
    m_exceptions.clear();
    m_predicates.grow(graph.predicate_count());
    m_methods.grow(graph.method_count());
    m_exceptions.grow(graph.exception_count());
    m_trace = &trace;
    m_is_usable = trace.was_run && !trace.is_unusable();

    for (std::size_t i = 0; i < trace.predicates.size(); ++i)
    {
        assert(trace.predicates[i].predicate.is_valid());
        m_predicates.set(trace.predicates[i].predicate.index(), i);
    }
    for (std::size_t i = 0; i < trace.methods.size(); ++i)
    {
        assert(trace.methods[i].method.is_valid());
        m_methods.set(trace.methods[i].method.index(), i);
    }
    for (std::size_t i = 0; i < trace.statements.size(); ++i)
    {
        const StatementOutcome& statement = trace.statements[i];
        if (statement.kind == OutcomeKind::threw && statement.exception.is_valid())
            m_exceptions.set(statement.exception.index(), i);
    }
}
}  // namespace sbst
