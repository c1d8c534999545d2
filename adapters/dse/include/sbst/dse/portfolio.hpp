// SPDX-License-Identifier: Apache-2.0
// Several solvers as one, with a memory.
#pragma once

#include <sbst/dse/query_memory.hpp>
#include <sbst/dse/solver.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sbst::dse
{

struct PortfolioOptions
{
    /// Bound of the memory of answers, in words of 8 bytes; 0 remembers none.
    std::size_t most_remembered_words = 4'000'000;
    /// Bound of the memory of contradictions, in sets; 0 remembers none.
    std::size_t most_contradictions = 10'000;
};

/// What one solver was asked, and what it said.
struct SolverCounts
{
    std::string name;
    std::uint64_t asked = 0;
    std::uint64_t satisfiable = 0;
    std::uint64_t unsatisfiable = 0;
    std::uint64_t unknown = 0;
    /// Models that do not make all constraints true; not counted elsewhere.
    std::uint64_t wrong_models = 0;
    /// In the solver's own units.
    std::uint64_t effort = 0;
    /// Those unknown ones where it did not do its work and those where it was late, and the last
    /// Answer::failure with its complaint.
    std::uint64_t failed = 0;
    std::uint64_t late = 0;
    std::string failure{};
    std::string complaint{};
};

struct PortfolioCounts
{
    std::uint64_t queries = 0;
    /// Parts of queries that the start did not solve.
    std::uint64_t slices = 0;
    std::uint64_t remembered_answers = 0;
    std::uint64_t remembered_contradictions = 0;
};

/// Asks its solvers in their order until one knows the answer. Every model is evaluated; a wrong
/// one counts as unknown.
///
/// A query is cut into slices that share no variables. The last constraint is the wanted one: its
/// slice comes first; of the others only those are solved that the start does not make true, so
/// that all other variables keep their values.
class Portfolio
{
public:
    explicit Portfolio(std::vector<NamedSolver> solvers, PortfolioOptions options = {});

    /// Effort is the sum of the solvers' own units.
    [[nodiscard]] Answer solve(const Query& query, Rng& rng);
    [[nodiscard]] Answer operator()(const Query& query, Rng& rng) { return solve(query, rng); }

    [[nodiscard]] std::span<const SolverCounts> solver_counts() const { return m_solver_counts; }
    [[nodiscard]] const PortfolioCounts& counts() const { return m_counts; }

private:
    [[nodiscard]] Answer solve_slice(const Query& slice, Rng& rng);
    [[nodiscard]] Answer ask_solvers(const Query& slice, Rng& rng);

    std::vector<NamedSolver> m_solvers;
    std::vector<SolverCounts> m_solver_counts;
    PortfolioCounts m_counts;
    AnswerMemory m_answers;
    ContradictionMemory m_contradictions;
};

static_assert(Solver<Portfolio>);

}  // namespace sbst::dse
