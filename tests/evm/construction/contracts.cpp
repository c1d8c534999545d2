// SPDX-License-Identifier: Apache-2.0
#include "contracts.hpp"

#include "support/catch.hpp"

#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/problem/goals.hpp>

#include <filesystem>
#include <utility>

namespace sbst::evm
{

std::unique_ptr<ContractProblem> contract(const std::string& name, ProblemOptions options)
{
    std::string file = std::string(SBST_EXAMPLES) + '/' + name + ".json";
    if (!std::filesystem::exists(file))
    {
        file = std::string(SBST_STATEFUL) + '/' + name + ".json";
    }
    return std::make_unique<ContractProblem>(load_artifact(file), std::move(options));
}

GoalId goal(const ContractProblem& problem, const std::string& text)
{
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const Goal& candidate = problem.goals()[GoalId(i)];
        if (candidate.is_shown && goal_text(candidate) == text)
        {
            return GoalId(i);
        }
    }
    FAIL("there is no goal '" << text << "'");
    return {};
}

}  // namespace sbst::evm
