// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/report/refinement_text.hpp>

using namespace sbst;

TEST_CASE("refinement_text: what tests of models cost and covered", "[core][report]")
{
    RefinementWork work;
    work.executions = 12;
    work.first_covered = {GoalId(3)};
    CHECK(refinement_text(work, 1) == "12 of 1 execution, 1 goal covered first");

    work.solvers = {{.name = "avm", .asked = 9, .satisfiable = 5, .unsatisfiable = 2, .unknown = 2},
        {.name = "cvc5", .asked = 2, .unknown = 2, .failed = 1, .failure = "no\nanswer"}};
    work.concretised[static_cast<std::size_t>(symbolic::Concretised::hash)] = 4;
    CHECK(refinement_text(work, 100) ==
          "12 of 100 executions, 1 goal covered first; "
          "avm: 5 of 9 questions solved, 2 never true on their path, 2 unknown; "
          "cvc5: 0 of 2 questions solved, 2 unknown, 1 failed: no\\x0aanswer; "
          "known only as numbers: hash 4");
}

TEST_CASE("failed_solver_text: a solver that failed at each question", "[core][report]")
{
    RefinementWork work;
    CHECK(failed_solver_text(work).empty());
    work.solvers = {{.name = "avm", .asked = 0}, {.name = "z3", .asked = 3, .failed = 2},
        {.name = "cvc5", .asked = 2, .unknown = 2, .failed = 2, .failure = "no\nanswer"}};
    CHECK(failed_solver_text(work) == "solver 'cvc5' failed at each of 2 questions: no\nanswer");
    CHECK(late_solver_text(work).empty());
    work.solvers.back().complaint = "no licence";
    work.solvers.back().asked = work.solvers.back().failed = 1;
    CHECK(failed_solver_text(work) ==
          "solver 'cvc5' failed at its only question: no\nanswer (no licence)");
    // It was only late at one.
    work.solvers.back().asked = 2;
    work.solvers.back().late = 1;
    CHECK(failed_solver_text(work).empty());
    CHECK(late_solver_text(work) == "solver 'cvc5' was killed at 1 question that took too long");
    CHECK_THAT(refinement_text(work, 1), Catch::Contains("1 too late, 1 failed: "));
    work.refuted = "a goal";
    CHECK_THAT(refinement_text(work, 1), Catch::Contains("; a test refuted its proofs"));
    work.solvers.pop_back();
    CHECK(failed_solver_text(work).empty());
}
