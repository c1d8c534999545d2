// SPDX-License-Identifier: Apache-2.0
#include "initialisers.hpp"

#include "goal_reasons.hpp"

#include <sbst/fitness/scorer.hpp>

#include <algorithm>
#include <cassert>
#include <optional>

namespace sbst::jvm::detail
{

namespace
{

/// By GoalId: what the workers' JVM covered before the first test.
std::vector<bool> covered_at_start(const JavaProblem& problem)
{
    std::vector<bool> is_covered(problem.goals().size(), false);
    std::vector<GoalId> covered;
    Scorer(problem.goals()).append_covered(problem.workers().initial_trace(), covered);
    for (const GoalId goal : covered)
    {
        is_covered[goal.index()] = true;
    }
    return is_covered;
}

/// Tells whether the tests initialised the class: some of its code ran, then. A class about which
/// JaCoCo knows nothing is taken for initialised.
bool is_initialised(const std::vector<ClassCoverage>& coverage, const std::string& name)
{
    const auto found = std::find_if(coverage.begin(), coverage.end(),
        [&name](const ClassCoverage& one) { return one.name == name; });
    if (found == coverage.end())
    {
        return true;
    }
    const bool is_known = found->lines.covered + found->lines.missed > 0;
    return !is_known || found->lines.covered > 0;
}

}  // namespace

void answer_initialisers(const JavaProblem& problem, const RefereeReport* referee, bool has_tests,
    std::vector<GoalAnswer>& answers)
{
    assert(answers.size() == problem.goals().size());
    const ClassGoals& known = problem.class_goals();
    const std::vector<bool> is_covered = covered_at_start(problem);
    for (std::size_t i = 0; i < answers.size(); ++i)
    {
        GoalAnswer& answer = answers[i];
        const GoalId id(i);
        const std::optional<MethodId> method = known.method_of(id);
        if (!method || !has_class(problem.goals()[id], JavaGoalClass::static_initialiser) ||
            answer.status != GoalStatus::open)
        {
            continue;
        }
        const std::string& owner = known.methods[method->index()].owner->name;
        const bool is_run =
            has_tests && (referee == nullptr || is_initialised(referee->coverage, owner));
        answer = {};
        if (!is_covered[i])
        {
            answer.reason = initialised_otherwise();
        }
        else if (!is_run)
        {
            answer.reason = never_initialised(owner);
        }
        else
        {
            answer.status = GoalStatus::covered;
            answer.reason = covered_by_initialisation();
        }
    }
}

}  // namespace sbst::jvm::detail
