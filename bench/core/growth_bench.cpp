// SPDX-License-Identifier: Apache-2.0
// Cost of growth: what a run spends on taking in 100 callables, 20 types and 100 goals that come
// while it is running, and what one more class costs in a large catalogue.
#include "bench.hpp"
#include "support/growing_problem.hpp"

#include <sbst/fitness/scorer.hpp>
#include <sbst/run/generate.hpp>
#include <sbst/search/dynamic_targets.hpp>
#include <sbst/search/score_columns.hpp>
#include <sbst/variation/call_index.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace sbst::bench
{

namespace
{

using test_support::GrowingProblem;

constexpr std::size_t rooms = 21;

double bench_run(const Effort& effort)
{
    RunSpec spec;
    spec.budget = {.max_executions = 5050, .keep_going = true};
    spec.minimise = false;
    std::uint64_t executions = 0;
    const double seconds = median_seconds(effort, [&] {
        GrowingProblem problem(1, rooms);
        executions = generate(problem, spec).executions;
    });
    report("core/growth/run/callables=+100,types=+20", seconds, static_cast<double>(executions));
    return seconds;
}

/// All that a run derives from types, callables and goals, as it is after each batch.
class Derived
{
public:
    explicit Derived(const GrowingProblem& problem)
      : m_problem(problem), m_index(problem.types(), problem.catalogue()), m_scorer(problem.goals())
    {}

    void refresh()
    {
        m_index.refresh();
        const auto changed = m_scorer.refresh();
        m_columns.update(all_targets(m_problem.goals(), {}), changed);
    }

private:
    const GrowingProblem& m_problem;
    CallIndex m_index;
    Scorer m_scorer;
    ScoreColumns m_columns;
};

void bench_refresh(const Effort& effort, double run)
{
    const double plain = median_seconds(effort, [] {
        GrowingProblem problem(1, rooms);
        const Derived derived(problem);
        for (std::size_t room = 0; room < rooms; ++room)
        {
            problem.meet(room);
        }
        keep(problem.known_rooms());
    });
    const double refreshed = median_seconds(effort, [] {
        GrowingProblem problem(1, rooms);
        Derived derived(problem);
        for (std::size_t room = 0; room < rooms; ++room)
        {
            problem.meet(room);
            derived.refresh();
        }
        keep(problem.known_rooms());
    });
    report("core/growth/refresh/callables=+100,types=+20", refreshed - plain, rooms - 1);
    fmt::print("{:<78} {:>12.3f} %\n", "core/growth/refresh, as a share of the run",
        100 * (refreshed - plain) / run);
}

void bench_large(std::size_t known, const Effort& effort)
{
    GrowingProblem problem(1, known + 100'000);
    for (std::size_t room = 0; room < known; ++room)
    {
        problem.meet(room);
    }
    CallIndex index(problem.types(), problem.catalogue());
    index.refresh();
    const std::string suffix = fmt::format("callables={}", known * GrowingProblem::calls_of_a_room);
    // A limit, so that the catalogue stays about as large.
    const Effort few{std::min<std::size_t>(effort.repeats, 51), 0.0};
    std::size_t next = known;
    const double meet = median_seconds(few, [&] { problem.meet(next++); });
    const double both = median_seconds(few, [&] {
        problem.meet(next++);
        index.refresh();
    });
    report("core/growth/index/one more class/" + suffix, std::max(both - meet, 1e-9));
    report("core/growth/index/made anew/" + suffix, median_seconds(few, [&] {
        CallIndex anew(problem.types(), problem.catalogue());
        anew.refresh();
        keep(anew.insertable().size());
    }));
}

}  // namespace

void bench_growth(const Effort& effort)
{
    const Effort few{std::min<std::size_t>(effort.repeats, 11), effort.seconds_a_repeat};
    bench_refresh(effort, bench_run(few));
    for (const std::size_t known : {std::size_t{20}, std::size_t{400}})
    {
        bench_large(known, effort);
    }
}

}  // namespace sbst::bench
