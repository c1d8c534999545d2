// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/criteria/weak_mutant.hpp>
#include <sbst/report/mutation_score.hpp>
#include <sbst/report/report_json.hpp>

using namespace sbst;

namespace
{

MutationScore three_of_each()
{
    MutationScore score;
    std::size_t goal = 0;
    for (const MutantFate fate : {MutantFate::killed, MutantFate::killed, MutantFate::killed,
             MutantFate::survived, MutantFate::not_infected, MutantFate::equivalent,
             MutantFate::not_built, MutantFate::not_run})
    {
        score.mutants.push_back({.goal = GoalId(goal++), .fate = fate});
    }
    return score;
}

}  // namespace

TEST_CASE("mutation score: what no test can kill does not count", "[core][report]")
{
    const MutationCounts counts = count_mutants(three_of_each());
    CHECK(counts.mutants == 8);
    CHECK(counts.judged() == 5);
    CHECK(counts.score() == 0.6);
    CHECK(mutation_text(counts) ==
          "3 of 5 killed (60 %), 1 survived, 1 not infected; 1 proved equivalent, 1 not "
          "built, 1 not run");
    CHECK_FALSE(count_mutants({}).score());
    CHECK(mutation_text({}) == "none to kill");
    MutationCounts broken_off;
    broken_off.not_run = 3;
    CHECK(mutation_text(broken_off) == "none judged; 3 not run");
}

TEST_CASE("mutation score: the report has a row for each mutant", "[core][report]")
{
    std::vector<ReportedGoal> goals(8);
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        goals[i].id = i;
        goals[i].goal = weak_mutant_goal(MutantId(i), "a + b: + becomes -");
    }
    goals[0].goal.place.function = "sum";
    goals[0].goal.place.line = 7;
    RunSummary run;
    OrderedJson json;
    add_mutation_score(json, goals, run);
    CHECK_FALSE(json.contains("mutation_score"));

    run.mutation = three_of_each();
    run.mutation->executions = 9;
    run.mutation->mutants[0].killer = 4;
    run.mutation->mutants[0].reason = "sum returns 1, not 3";
    add_mutation_score(json, goals, run);
    const OrderedJson& part = json["mutation_score"];
    CHECK(part["killed"] == 3);
    CHECK(part["score"] == 0.6);
    CHECK(part["executions"] == 9);
    REQUIRE(part["verdicts"].size() == 8);
    CHECK(part["verdicts"][0].dump() ==
          R"({"goal":0,"function":"sum","line":7,"change":"a + b: + becomes -","fate":"killed",)"
          R"("test":5,"reason":"sum returns 1, not 3"})");
    CHECK(part["verdicts"][4]["fate"] == "not infected");
    CHECK(part["verdicts"][4]["test"].is_null());
}
