// SPDX-License-Identifier: Apache-2.0
#include "outcome_notes.hpp"

#include <algorithm>

namespace sbst::jvm::detail
{

void OutcomeNotes::note_thrown(
    const JavaSurface& surface, const ThrownTable& ways, const TestCase& test, const Trace& trace)
{
    const auto threw = std::find_if(trace.calls.begin(), trace.calls.end(),
        [](const CallOutcome& outcome) { return outcome.kind == OutcomeKind::threw; });
    if (threw == trace.calls.end() || m_throwing.size() >= m_max_thrown)
    {
        return;
    }
    const auto last = static_cast<std::size_t>(threw - trace.calls.begin());
    const CallableId callable = test.calls[last].callable;
    const ExceptionId type = ways[threw->exception].what;
    if (surface.catalogue()[callable].is_under_test && !surface.callable(callable).opens_result &&
        m_thrown.insert({callable.index(), type.index()}).second)
    {
        m_throwing.push_back(test);
        m_throwing.back().calls.resize(last + 1);
    }
}

void OutcomeNotes::note_outcomes(
    const TestCase& test, const Trace& trace, const RunDetail& detail, std::size_t callables)
{
    constexpr std::size_t most_link_errors = 8;
    m_by_callable.resize(callables);
    for (std::size_t i = 0; i < trace.calls.size(); ++i)
    {
        CallOutcomes& outcomes = m_by_callable[test.calls[i].callable.index()];
        const OutcomeKind kind = trace.calls[i].kind;
        if (kind == OutcomeKind::timed_out || kind == OutcomeKind::unsupported)
        {
            ++outcomes.stopped.at(static_cast<std::size_t>(detail.stop));
        }
        else if (kind != OutcomeKind::not_reached)
        {
            ++outcomes.ended;
        }
        const bool has_failed = kind != OutcomeKind::returned && kind != OutcomeKind::not_reached;
        if (has_failed && !detail.link_error.empty() &&
            outcomes.link_errors.size() < most_link_errors)
        {
            outcomes.link_errors.insert(detail.link_error);
        }
    }
}

}  // namespace sbst::jvm::detail
