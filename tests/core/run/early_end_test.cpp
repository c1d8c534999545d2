// SPDX-License-Identifier: Apache-2.0
// generate() on runs that end early: stopped, broken, or never begun.
#include "core/run/watched_bank.hpp"
#include "support/catch.hpp"

#include <sbst/run/generate.hpp>

#include <algorithm>
#include <memory>
#include <set>

using namespace sbst;
using namespace sbst::test_support;

namespace
{

/// A shop whose door never opens: no test gets past its first call.
struct ClosedShop : InProcessProblem<std::shared_ptr<int>>
{
    ClosedShop()
    {
        const TypeId shop = universe().add(object_type("Shop"));
        const PredicateId sold = add_branch("sell: sold out");
        add_constructor(
            "Shop", shop, {}, [](const auto&) -> Result { throw SubjectException("Closed"); });
        add_method({"shop", shop}, "sell", {}, [=, this](const auto&) {
            recorder().is_true(sold, false);
            return Result();
        });
    }
};

}  // namespace

TEST_CASE("generate: a run that is stopped before its first test answers for every goal",
    "[core][generate]")
{
    for (const Algorithm algorithm : all_algorithms)
    {
        WatchedBank bank;
        bank.interrupt = true;
        RunSpec spec = spec_of(1000);
        spec.algorithm = algorithm;
        const RunResult result = generate(bank, spec, {}, StopToken(&bank.interrupt));
        CHECK(result.stopped_by == StopReason::interrupted);
        CHECK(result.executions == 0);
        CHECK(result.suite.empty());
        CHECK(result.answers.size() == bank.goals().size());
        CHECK(count(result, GoalStatus::open) == result.answers.size());
    }
}

TEST_CASE("generate: a stopped run keeps its results, and does not minimise", "[core][generate]")
{
    WatchedBank bank;
    bank.interrupt_after = 300;
    std::set<RunPhase> phases;
    const RunResult result = generate(bank, spec_of(5000), {}, StopToken(&bank.interrupt),
        [&phases](const RunProgress& progress) { phases.insert(progress.phase); });
    CHECK(result.stopped_by == StopReason::interrupted);
    CHECK(result.executions <= 300);
    CHECK(result.failure.empty());
    CHECK(phases == std::set<RunPhase>{RunPhase::searching});
    CHECK(count(result, GoalStatus::covered) == result.log.timeline.back().covered);
    check_answers(bank, result);

    // Up to its end it equals the run that was not stopped.
    WatchedBank whole;
    const RunResult unstopped = generate(whole, spec_of(5000));
    const auto& timeline = result.log.timeline;
    REQUIRE(timeline.size() <= unstopped.log.timeline.size());
    CHECK(std::equal(timeline.begin(), timeline.end(), unstopped.log.timeline.begin()));
}

TEST_CASE("generate: a run knows that its suite was not minimised to the end", "[core][generate]")
{
    WatchedBank whole;
    RunSpec spec = spec_of(1000);
    const RunResult unstopped = generate(whole, spec);
    CHECK_FALSE(unstopped.was_minimising_cut);

    WatchedBank bank;
    bank.interrupt_after = unstopped.executions + unstopped.reruns + 5;
    CHECK(generate(bank, spec, {}, StopToken(&bank.interrupt)).was_minimising_cut);

    WatchedBank early;
    early.interrupt_after = 300;
    CHECK(generate(early, spec, {}, StopToken(&early.interrupt)).was_minimising_cut);

    spec.minimise = false;
    WatchedBank unasked;
    unasked.interrupt_after = 300;
    CHECK_FALSE(generate(unasked, spec, {}, StopToken(&unasked.interrupt)).was_minimising_cut);
}

TEST_CASE("generate: when an adapter breaks during the search, earlier results are kept",
    "[core][generate]")
{
    WatchedBank bank;
    bank.break_after = 400;
    const RunResult result = generate(bank, spec_of(5000));
    CHECK(result.stopped_by == StopReason::adapter_failed);
    CHECK(result.failure == "the bank is on fire");
    CHECK(result.executions <= 400);
    CHECK_FALSE(result.suite.empty());
    CHECK(count(result, GoalStatus::covered) == result.log.timeline.back().covered);
    REQUIRE(result.answers.size() == bank.goals().size());
}

TEST_CASE("generate: an adapter that breaks while it minimises keeps the archive's tests",
    "[core][generate]")
{
    WatchedBank sound;
    RunSpec spec = spec_of(1000);
    spec.minimise = false;
    const RunResult archive = generate(sound, spec);

    spec.minimise = true;
    WatchedBank bank;
    bank.break_after = archive.executions + archive.reruns + 5;
    const RunResult result = generate(bank, spec);
    CHECK(result.failure == "the bank is on fire");
    CHECK(result.stopped_by == archive.stopped_by);
    CHECK(result.executions == archive.executions);
    CHECK(result.suite == archive.suite);
    CHECK(covered(result) == covered(archive));
}

TEST_CASE("generate: an adapter that breaks at once, and a spec that cannot be used, are errors",
    "[core][generate]")
{
    WatchedBank bank;
    bank.break_after = 0;
    CHECK_THROWS_AS(generate(bank, spec_of(100)), AdapterError);
    WatchedBank sound;
    CHECK_THROWS_AS(generate(sound, RunSpec{.budget = {}}), ConfigError);
    CHECK_THROWS_AS(generate(sound, RunSpec{.budget = {.max_executions = 0}}), ConfigError);
    CHECK(sound.executed == 0);
}

TEST_CASE("generate: a subject that never starts is given up once it is sure", "[core][generate]")
{
    int asked = 0;
    bool is_sure = true;
    GenerateOptions options;
    options.cannot_start = [&] {
        ++asked;
        return is_sure;
    };
    SECTION("a tenth of the budget is spent")
    {
        ClosedShop shop;
        const RunResult result = generate(shop, spec_of(10'000), options);
        CHECK(result.stopped_by == StopReason::no_start);
        CHECK(result.executions >= 1000);
        CHECK(result.executions < 2000);
        CHECK(asked == 1);
    }
    SECTION("it may start after all")
    {
        is_sure = false;
        ClosedShop shop;
        CHECK(generate(shop, spec_of(3000), options).stopped_by == StopReason::executions);
        CHECK(asked == 1);
    }
    SECTION("a budget that is to be spent whole is")
    {
        ClosedShop shop;
        RunSpec spec = spec_of(3000);
        spec.budget.keep_going = true;
        CHECK(generate(shop, spec, options).executions == 3000);
        CHECK(asked == 0);
    }
    SECTION("one that starts is not asked for")
    {
        WatchedBank bank;
        CHECK(generate(bank, spec_of(3000), options).stopped_by != StopReason::no_start);
        CHECK(asked == 0);
    }
}
