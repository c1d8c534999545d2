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
