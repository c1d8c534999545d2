// SPDX-License-Identifier: Apache-2.0
#include <sbst/problem/trace.hpp>

#include <algorithm>

namespace sbst
{
void Trace::clear()
{
    was_run = false;
    statements.clear();
    predicates.clear();
    methods.clear();
    lines.clear();
    values.clear();
    state.clear();
    path.clear();
}

bool Trace::is_unusable() const
{
    return std::any_of(statements.begin(), statements.end(), [](const StatementOutcome& statement) {
        return statement.kind == OutcomeKind::timed_out ||
               statement.kind == OutcomeKind::unsupported;
    });
}
}  // namespace sbst
