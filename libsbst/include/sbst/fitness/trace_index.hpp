// SPDX-License-Identifier: Apache-2.0
// TraceIndex: finds the entry of a predicate, method or exception in a sparse trace at the price of
// one array access. Next: scorer.hpp, which reads it for every goal.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/problem/trace.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sbst
{
/// A dense view of one trace after another; a reused buffer.
class TraceIndex
{
public:
    /// Points at `trace`, which must stay where it is, unchanged, until the next reset. The trace
    /// may name things that no goal of the graph does. Costs O(things touched by this trace and the
    /// one before) after the first time.
    void reset(const Trace& trace, const GoalGraph& graph);

    /// The entry of that predicate; null when the trace did not evaluate it.
    [[nodiscard]] const PredicateTrace* find(PredicateId predicate) const
    {
        const std::uint32_t place = m_predicates.place(predicate.index());
        return place == 0 ? nullptr : &m_trace->predicates[place - 1];
    }

    /// The entry of that method; null when the trace did not enter it.
    [[nodiscard]] const MethodTrace* find(MethodId method) const
    {
        const std::uint32_t place = m_methods.place(method.index());
        return place == 0 ? nullptr : &m_trace->methods[place - 1];
    }

    /// Tells whether a statement of the test ended with that exception.
    [[nodiscard]] bool threw(ExceptionId exception) const
    {
        return m_exceptions.place(exception.index()) != 0;
    }

    /// False when the trace must not be scored: not run, timed out or unsupported; also before the
    /// first reset.
    [[nodiscard]] bool is_usable() const { return m_is_usable; }

private:
    /// id -> place in the trace + 1, or 0; clearing undoes what was set.
    class Places
    {
    public:
        void clear();
        void grow(std::size_t size);
        void set(std::size_t id, std::size_t position);
        [[nodiscard]] std::uint32_t place(std::size_t id) const
        {
            return id < m_places.size() ? m_places[id] : 0;
        }

    private:
        std::vector<std::uint32_t> m_places;
        std::vector<std::uint32_t> m_touched;
    };

    const Trace* m_trace = nullptr;
    Places m_predicates;
    Places m_methods;
    Places m_exceptions;
    bool m_is_usable = false;
};
}  // namespace sbst
