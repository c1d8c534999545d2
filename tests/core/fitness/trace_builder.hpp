// SPDX-License-Identifier: Apache-2.0
// A small language for traces, so that a test reads like the subject's actions.
#pragma once

#include <sbst/problem/trace.hpp>

#include <cstddef>
#include <cstdint>

namespace sbst::testing
{

class TraceBuilder
{
public:
    TraceBuilder()
    {
        m_trace.was_run = true;
        m_trace.calls.emplace_back();
        m_trace.calls.back().kind = OutcomeKind::returned;
    }

    /// The predicate was evaluated: how often to which outcome, and how near it came to each.
    TraceBuilder& evaluated(std::size_t predicate, BranchHits hits)
    {
        PredicateTrace entry;
        entry.predicate = PredicateId{predicate};
        entry.all = hits;
        m_trace.predicates.push_back(entry);
        return *this;
    }

    /// The predicate was always true, and false was that far away.
    TraceBuilder& was_true(std::size_t predicate, std::uint64_t to_false)
    {
        return evaluated(predicate, {1, 0, Distance::zero(), Distance{U256{to_false}}});
    }

    /// The predicate was always false, and true was that far away.
    TraceBuilder& was_false(std::size_t predicate, std::uint64_t to_true)
    {
        return evaluated(predicate, {0, 1, Distance{U256{to_true}}, Distance::zero()});
    }

    TraceBuilder& entered(std::size_t method)
    {
        MethodTrace entry;
        entry.method = MethodId{method};
        entry.entered = 1;
        m_trace.methods.push_back(entry);
        return *this;
    }

    TraceBuilder& threw(std::size_t exception)
    {
        m_trace.calls.emplace_back();
        m_trace.calls.back().kind = OutcomeKind::threw;
        m_trace.calls.back().exception = ExceptionId{exception};
        return *this;
    }

    TraceBuilder& ended(OutcomeKind kind)
    {
        m_trace.calls.emplace_back();
        m_trace.calls.back().kind = kind;
        return *this;
    }

    [[nodiscard]] const Trace& trace() const { return m_trace; }

private:
    Trace m_trace;
};

}  // namespace sbst::testing
