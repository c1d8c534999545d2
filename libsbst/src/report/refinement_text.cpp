// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/visible_text.hpp>
#include <sbst/report/refinement_text.hpp>
#include <sbst/report/totals.hpp>

#include <fmt/core.h>

#include <string_view>

namespace sbst
{

std::string refinement_text(const RefinementWork& work, std::uint64_t executions)
{
    std::string text = fmt::format("{} of {}, {} covered first", work.executions,
        counted(executions, "execution"), counted(work.first_covered.size(), "goal"));
    const auto add_count = [&text](std::uint64_t count, std::string_view words) {
        if (count > 0)
        {
            text += fmt::format(", {} {}", count, words);
        }
    };
    for (const SolverWork& solver : work.solvers)
    {
        text += fmt::format("; {}: {} of {} solved", solver.name, solver.satisfiable,
            counted(solver.asked, "question"));
        add_count(solver.unsatisfiable, "never true on their path");
        add_count(solver.unknown, "unknown");
        add_count(solver.wrong_models, "wrong");
        add_count(solver.late, "too late");
        if (solver.failed > 0)
        {
            text += fmt::format(", {} failed: {}", solver.failed, visible(solver.failure));
        }
    }
    text += work.refuted.empty() ? "" : "; a test refuted its proofs";
    std::string_view begin = "; known only as numbers: ";
    for (std::size_t i = 0; i < work.concretised.size(); ++i)
    {
        if (work.concretised[i] > 0)
        {
            text += fmt::format("{}{} {}", begin, to_string(static_cast<symbolic::Concretised>(i)),
                work.concretised[i]);
            begin = ", ";
        }
    }
    return text;
}

std::string failed_solver_text(const RefinementWork& work)
{
    for (const SolverWork& solver : work.solvers)
    {
        if (solver.asked > 0 && solver.failed == solver.asked)
        {
            const std::string said =
                solver.complaint.empty() ? "" : fmt::format(" ({})", solver.complaint);
            return fmt::format("solver '{}' failed at {}: {}{}", solver.name,
                solver.asked == 1 ? "its only question" :
                                    fmt::format("each of {} questions", solver.asked),
                solver.failure, said);
        }
    }
    return {};
}

std::string wrong_solver_text(const RefinementWork& work)
{
    for (const SolverWork& solver : work.solvers)
    {
        if (solver.wrong_models > 0)
        {
            return fmt::format(
                "solver '{}' gave a model that does not solve its question at {} of "
                "{} questions; no test was made of them",
                solver.name, solver.wrong_models, solver.asked);
        }
    }
    return {};
}

std::string late_solver_text(const RefinementWork& work)
{
    for (const SolverWork& solver : work.solvers)
    {
        if (solver.late > 0)
        {
            return fmt::format("solver '{}' was killed at {} that took too long", solver.name,
                counted(solver.late, "question"));
        }
    }
    return {};
}

}  // namespace sbst
