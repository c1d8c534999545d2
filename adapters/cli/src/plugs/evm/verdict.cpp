// SPDX-License-Identifier: Apache-2.0
#include "verdict.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace sbst::cli
{

namespace
{

/// Tells whether goals are shown in getters, which tests do not call.
bool shows_idle_getters(const evm::ContractProblem& problem)
{
    bool are_shown = false;
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const Goal& goal = problem.goals()[GoalId(i)];
        const bool is_getter = evm::has_class(goal, evm::GoalClass::getter);
        are_shown = are_shown || (is_getter && goal.is_sought());
    }
    return are_shown && !problem.options().call_getters;
}

/// Nothing is shown: says which options show something, as far as there is something.
std::string nothing_to_cover(const evm::Report& report)
{
    const auto has = [&report](auto&& predicate) {
        return std::any_of(report.goals.begin(), report.goals.end(), predicate);
    };
    if (has([](const ReportedGoal& row) {
            return evm::has_class(row.goal, evm::GoalClass::getter);
        }))
    {
        return "there is nothing to cover but getters of public variables; --show getter "
               "--call-getters seeks those";
    }
    if (has([](const ReportedGoal& row) {
            return evm::in_creation(row.goal) && evm::has_class(row.goal, evm::GoalClass::user);
        }))
    {
        return "there is nothing to cover but its constructor; --creation-goals seeks that";
    }
    return report.goals.empty() ?
               std::string("there is nothing to cover: its code has no function and no branch") :
               fmt::format(
                   "there is nothing to cover: {} in its code, which only the compiler "
                   "knows; --show all seeks them",
                   counted(report.goals.size(), "goal"));
}

/// What all open goals lack, where tests never do what they need.
std::string common_reason(const evm::Report& report)
{
    std::string common;
    for (const ReportedGoal& row : report.goals)
    {
        const std::string& reason = row.answer.reason;
        if (!row.goal.is_shown || row.answer.status != GoalStatus::open)
        {
            continue;
        }
        if (!reason.starts_with("tests never ") || (!common.empty() && common != reason))
        {
            return {};
        }
        common = reason;
    }
    return common;
}

std::string why_no_test(
    const evm::ContractProblem& problem, const evm::Report& report, std::string_view proofs)
{
    const GoalCounts shown = evm::count_goals(report).shown;
    if (evm::is_library(problem.artifact()))
    {
        return fmt::format(
            "{} is a library, which contracts call and tests do not: generate tests "
            "for a contract that calls its functions, or write one around them",
            report.subject.contract);
    }
    if (shown.goals == 0)
    {
        return nothing_to_cover(report);
    }
    if (shown.infeasible == shown.goals)
    {
        return fmt::format(
            "no test can cover any of {}; {} has the proofs", counted(shown.goals, "goal"), proofs);
    }
    const std::string common = common_reason(report);
    return common.empty() ? budget_reason(report, shown) : common;
}

}  // namespace

std::vector<std::string> warnings_before(const evm::ContractProblem& problem)
{
    std::vector<std::string> warnings;
    if (!problem.runtime_analysis().statistics.is_complete)
    {
        warnings.emplace_back(
            "the flow of the code takes too much work to follow: nothing of it is proved, and "
            "which "
            "function a goal belongs to is not told");
    }
    if (shows_idle_getters(problem))
    {
        warnings.emplace_back(
            "goals in getters are shown, but tests call getters only with --call-getters");
    }
    return warnings;
}

std::vector<std::string> warnings_behind(
    const evm::ContractProblem& problem, bool deploys, const evm::Report& report)
{
    std::vector<std::string> warnings;
    if (report.tests == 0)
    {
        return warnings;  // the verdict says more
    }
    const bool is_open = evm::count_goals(report).shown.open > 0;
    if (is_open && evm::is_library(problem.artifact()))
    {
        warnings.push_back(fmt::format(
            "{} is a library: its functions that change something want to be called by a contract",
            report.subject.contract));
    }
    // A suite without a deployment that succeeds does not prove that there is none: perhaps no
    // shown goal needs one. Goals in getters that no test calls need none.
    if (is_open && !deploys && !report.deployment_failure && !shows_idle_getters(problem))
    {
        warnings.emplace_back(
            "no test of the suite deploys the contract, which can be done; a larger budget may "
            "find "
            "how");
    }
    return warnings;
}

Verdict judge_run(
    const evm::ContractProblem& problem, const evm::Report& report, std::string_view proofs)
{
    if (report.deployment_failure)
    {
        const evm::Artifact& artifact = problem.artifact();
        return {
            ExitCode::input, ParseError(artifact.file, artifact.contract_name,
                                 "no test could deploy the contract: " + *report.deployment_failure)
                                 .what()};
    }
    return report.tests == 0 ? no_tests(why_no_test(problem, report, proofs)) : refuted_run(report);
}

}  // namespace sbst::cli
