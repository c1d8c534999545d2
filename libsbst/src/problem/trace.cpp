// SPDX-License-Identifier: Apache-2.0
#include <sbst/problem/trace.hpp>

#include <algorithm>

namespace sbst
{

void Trace::clear()
{
    was_run = false;
    is_repeatable = true;
    calls.clear();
    predicates.clear();
    contexts.clear();
    methods.clear();
    lines.clear();
    outputs.clear();
    mutants.clear();
    produced.clear();
    values.clear();
    state.clear();
    path.clear();
    symbolic.reset();
}

bool Trace::is_unusable() const
{
    return std::any_of(calls.begin(), calls.end(), [](const CallOutcome& call) {
        return call.kind == OutcomeKind::timed_out || call.kind == OutcomeKind::unsupported;
    });
}

}  // namespace sbst
