// SPDX-License-Identifier: Apache-2.0
// Solvers that are programs: whatever reads SMT-LIB 2.6 on its input and writes answers. Next:
// ../../../../../libsbst/include/sbst/symbolic/smt_lib.hpp for what they read and write.
#pragma once

#include <sbst/dse/solver.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbst::dse
{

/// Finds a program that can be executed: a name in PATH, or a path. Returns its path; nothing
/// without such a program.
[[nodiscard]] std::optional<std::string> find_program(const std::string& name);

/// Asks a program, which is started for each query and limits itself by options of its own.
///
/// Its models are evaluated: they are right. What does not end in an answer is unknown: a crash, an
/// error, other text, a model that is wrong (Answer::has_wrong_model; at a hash that is no fault of
/// the program). Each query is one unit of effort, since programs do not tell theirs.
class ProcessSolver
{
public:
    /// @param command is a program, by its path or a name that is looked for in PATH, and its
    /// arguments. It gets no environment but LC_ALL, PATH and HOME.
    /// @param deadline guards against programs that do not end; it must be far above what the
    /// program's own limit takes, since answers would hang on time. See queries_cut().
    /// @throws ConfigError for an empty command, a program that is not there or cannot be executed,
    /// and a deadline that is not positive.
    explicit ProcessSolver(
        std::vector<std::string> command, std::chrono::seconds deadline = std::chrono::minutes(5));

    /// Draws nothing.
    [[nodiscard]] Answer solve(const Query& query, Rng& rng);
    [[nodiscard]] Answer operator()(const Query& query, Rng& rng) { return solve(query, rng); }

    /// Queries that the deadline made unknown: with any, a run may not be repeatable.
    [[nodiscard]] std::uint64_t queries_cut() const { return m_cut; }
    /// Queries without an answer because the program was not started, crashed, wrote no answer or
    /// an error; Answer::failure has the reason.
    [[nodiscard]] std::uint64_t queries_failed() const { return m_failed; }

private:
    std::vector<std::string> m_command;
    std::chrono::seconds m_deadline;
    std::uint64_t m_cut = 0;
    std::uint64_t m_failed = 0;
};

static_assert(Solver<ProcessSolver>);

/// Z3's program, limited to that count of its resources. @throws ConfigError if it is not there.
[[nodiscard]] ProcessSolver z3_process(std::uint64_t resource_limit);

/// cvc5's program, likewise.
[[nodiscard]] ProcessSolver cvc5_process(std::uint64_t resource_limit);

}  // namespace sbst::dse
