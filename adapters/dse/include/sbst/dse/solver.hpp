// SPDX-License-Identifier: Apache-2.0
// Solvers: from constraints to values of literals. Next: avm_solver.hpp, z3_solver.hpp,
// portfolio.hpp for several.
#pragma once

#include <sbst/random/rng.hpp>
#include <sbst/symbolic/evaluation.hpp>

#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace sbst::dse
{

/// What a solver is asked: values of the variables, in their domains, that make all constraints
/// true.
struct Query
{
    const symbolic::ExpressionGraph& graph;
    std::span<const symbolic::ExpressionId> constraints;
    /// Where the search begins: a value for each variable of the graph, in its domain. Variables
    /// that no constraint mentions keep it.
    const symbolic::Assignment& start;
    /// Becomes true when no one needs the answer any more, and may be called by another thread
    /// meanwhile; null = never. A solver that takes long then answers unknown.
    const std::function<bool()>* is_over = nullptr;
};

enum class Verdict : std::uint8_t
{
    satisfiable,
    unsatisfiable,
    /// It gave up, or cannot express the constraints.
    unknown
};

struct Answer
{
    Verdict verdict = Verdict::unknown;
    /// If satisfiable: a value for each variable of the graph. It may be wrong where the solver
    /// does not know an operation: its user evaluates it first.
    symbolic::Assignment model{};
    /// If unknown: it gave a model that does not make all constraints true.
    bool has_wrong_model = false;
    /// What it cost, in units of the solver: evaluations, or steps of resource. Never time.
    std::uint64_t effort = 0;
    /// Why a solver that did not do its work has no answer: it crashed, wrote something else, took
    /// too long (then is_late). Empty otherwise.
    std::string failure{};
    bool is_late = false;
    /// What the failed one said itself, which may be another text each time.
    std::string complaint{};
};

/// Same query and same draws: same answer.
template <class S>
concept Solver = requires(S& solver, const Query& query, Rng& rng) {
    {
        solver.solve(query, rng)
    } -> std::same_as<Answer>;
};

/// A solver of any type, for those who choose at run time.
struct NamedSolver
{
    /// As `--solver` has it.
    std::string name;
    std::function<Answer(const Query&, Rng&)> solve;
};

/// Tells whether no one needs the answer any more.
[[nodiscard]] inline bool is_over(const Query& query)
{
    return query.is_over != nullptr && (*query.is_over)();
}

/// Tells whether the assignment has a value in its domain for each variable that the constraints
/// mention, and makes all of them true.
[[nodiscard]] bool is_model(const Query& query, const symbolic::Assignment& assignment);

}  // namespace sbst::dse
