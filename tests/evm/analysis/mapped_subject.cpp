// SPDX-License-Identifier: Apache-2.0
#include "mapped_subject.hpp"

#include "support/catch.hpp"

#include <sbst/criteria/method_entry.hpp>
#include <sbst/evm/problem/goals.hpp>

#include <algorithm>
#include <utility>

namespace sbst::test
{

std::filesystem::path example_artifact(const std::string& name)
{
    return std::filesystem::path(SBST_EXAMPLE_ARTIFACTS) / (name + ".json");
}

std::filesystem::path class_fixture(const std::string& name)
{
    return std::filesystem::path(SBST_CLASS_FIXTURES) / (name + ".json");
}

evm::Artifact without_sources(evm::Artifact artifact)
{
    artifact.runtime.source_map.clear();
    artifact.creation.source_map.clear();
    artifact.ast = {};
    artifact.has_ast = false;
    return artifact;
}

MappedSubject::MappedSubject(const std::filesystem::path& file)
  : MappedSubject(evm::load_artifact(file))
{}

MappedSubject::MappedSubject(evm::Artifact artifact) : m_problem(std::move(artifact), {})
{
    for (std::size_t i = 0; i < m_problem.goals().size(); ++i)
    {
        const Goal& goal = m_problem.goals()[GoalId(i)];
        m_goals.push_back({.code = m_problem.goal_detail(GoalId(i)),
            .in_creation = evm::in_creation(goal),
            .file = goal.place.file,
            .line = goal.place.line,
            .part = goal.question.part});
    }
}

const MappedGoal& MappedSubject::branch(std::uint32_t pc, bool outcome, Program program) const
{
    const auto at = std::find_if(m_goals.begin(), m_goals.end(), [&](const auto& goal) {
        return goal.code.criterion == BranchCriterion::id && goal.code.pc == pc &&
               goal.code.edge.outcome == outcome &&
               goal.in_creation == (program == Program::creation);
    });
    INFO("pc " << pc);
    REQUIRE(at != m_goals.end());
    return *at;
}

const MappedGoal& MappedSubject::entry(const std::string& function) const
{
    const auto at = std::find_if(m_goals.begin(), m_goals.end(), [&](const auto& goal) {
        return goal.code.criterion == MethodEntryCriterion::id && !goal.in_creation &&
               goal.code.function == function;
    });
    INFO(function);
    REQUIRE(at != m_goals.end());
    return *at;
}

}  // namespace sbst::test
