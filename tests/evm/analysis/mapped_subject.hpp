// SPDX-License-Identifier: Apache-2.0
// Goals of an artifact with the data of its source map and syntax tree, found by pc.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sbst::test
{

enum class Program
{
    runtime,
    creation
};

/// Artifact of examples/contracts/artifacts, or of the fixtures beside these tests.
[[nodiscard]] std::filesystem::path example_artifact(const std::string& name);
[[nodiscard]] std::filesystem::path class_fixture(const std::string& name);

/// The artifact as if its compiler had written neither source map nor syntax tree.
[[nodiscard]] evm::Artifact without_sources(evm::Artifact artifact);

/// The data of the analysis and of the core about one goal.
struct MappedGoal
{
    evm::CodeGoal code;
    bool in_creation = false;
    std::string file;
    std::size_t line = 0;
    std::string part;
};

class MappedSubject
{
public:
    explicit MappedSubject(const std::filesystem::path& file);
    explicit MappedSubject(evm::Artifact artifact);

    /// The goal of one outcome of the JUMPI at a pc; fails the test when there is none.
    [[nodiscard]] const MappedGoal& branch(
        std::uint32_t pc, bool outcome, Program program = Program::runtime) const;
    /// The goal "entered" of a function of the runtime code.
    [[nodiscard]] const MappedGoal& entry(const std::string& function) const;
    [[nodiscard]] const std::vector<MappedGoal>& goals() const { return m_goals; }
    [[nodiscard]] const evm::ContractAnalysis& runtime() const
    {
        return m_problem.runtime_analysis();
    }
    [[nodiscard]] const evm::Artifact& artifact() const { return m_problem.artifact(); }

private:
    evm::ContractProblem m_problem;
    std::vector<MappedGoal> m_goals;
};

}  // namespace sbst::test
