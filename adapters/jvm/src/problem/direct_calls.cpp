// SPDX-License-Identifier: Apache-2.0
#include "direct_calls.hpp"

namespace sbst::jvm::detail
{

DirectCalls::DirectCalls(const ClassGoals& goals, const CriteriaChoice& wanted)
{
    if (!wanted.has(Coverage::direct_branch))
    {
        return;
    }
    m_closed_predicates.resize(goals.predicate_count);
    m_closed_methods.resize(goals.methods.size());
    for (const ClassPlan& plan : goals.plans)
    {
        for (const MethodPlan& method : plan.methods)
        {
            if (goals.methods[method.method.index()].is_open)
            {
                continue;
            }
            m_closed_methods[method.method.index()] = true;
            for (const BranchPlan& branch : method.branches)
            {
                if (!branch.is_switch())
                {
                    m_closed_predicates[branch.predicate.index()] = true;
                    continue;
                }
                m_closed_predicates[branch.default_predicate.index()] = true;
                for (const PredicateId predicate : branch.key_predicates)
                {
                    m_closed_predicates[predicate.index()] = true;
                }
            }
        }
    }
}

void DirectCalls::complete(Trace& trace) const
{
    if (m_closed_methods.empty())
    {
        return;
    }
    for (PredicateTrace& entry : trace.predicates)
    {
        if (m_closed_predicates[entry.predicate.index()])
        {
            entry.direct = entry.all;
        }
    }
    for (MethodTrace& entry : trace.methods)
    {
        if (m_closed_methods[entry.method.index()])
        {
            entry.entered_directly = entry.entered;
            entry.left_directly = entry.left;
        }
    }
}

}  // namespace sbst::jvm::detail
