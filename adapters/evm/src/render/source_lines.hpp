// SPDX-License-Identifier: Apache-2.0
// Lines of the source that blocks of code execute. Next: executed_tests.cpp.
#pragma once

#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/output/executed_suite.hpp>

#include <cstddef>
#include <vector>

namespace sbst::evm
{

/// The lines of a contract, as far as the compiler's source maps name them.
class SourceLines
{
public:
    explicit SourceLines(const ContractProblem& problem);

    /// Lines with code that can be reached, ascending.
    [[nodiscard]] const std::vector<SourceLine>& all() const { return m_lines; }
    /// Indexes of the lines that these blocks execute, ascending.
    [[nodiscard]] std::vector<std::size_t> executed(const ExecutedBlocks& blocks) const;

private:
    /// By block: indexes in m_lines.
    using LinesOfBlocks = std::vector<std::vector<std::size_t>>;

    std::vector<SourceLine> m_lines;
    LinesOfBlocks m_runtime;
    LinesOfBlocks m_creation;
};

}  // namespace sbst::evm
