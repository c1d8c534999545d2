// SPDX-License-Identifier: Apache-2.0
// MIO: many independent objectives, each with a small population of its own in the archive. Next:
// ../goal_draw.hpp for the choice of a goal, ../archive.hpp for the populations.
#pragma once

#include <sbst/search/algorithm.hpp>
#include <sbst/search/breeding.hpp>
#include <sbst/search/evaluator.hpp>
#include <sbst/search/goal_draw.hpp>
#include <sbst/search/options.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst
{

/// The parameters that MIO changes while it runs.
struct MioFocus
{
    double random_prob = 0.0;
    std::size_t tests_per_goal = 1;
    std::size_t mutations = 1;
};

/// Interpolates between exploring (the options) and exploiting (no random tests, one test for each
/// goal, all mutations), which begins once `mio_focus_start` of the budget is spent.
[[nodiscard]] MioFocus mio_focus(const SearchOptions& options, double spent_share);

namespace detail
{

/// Makes the tests of a round. Each of its places climbs from a sampled test: it mutates the last
/// test that was not worse, as long as it has mutations left, then samples another one.
template <Problem P, class Hooks>
class MioSampler
{
public:
    using Test = typename P::Test;

    MioSampler(SearchRun<P, Hooks> run, const SearchOptions& options,
        const Evaluator<P, Hooks>& evaluator, Breeder<P, Hooks>& breeder)
      : m_run(run),
        m_options(options),
        m_evaluator(evaluator),
        m_breeder(breeder),
        m_climbs(options.population_size)
    {}

    /// `round` holds the executed tests of the last round.
    [[nodiscard]] Batch<Test> next(const Batch<Test>& round)
    {
        begin_round();
        Batch<Test> batch;
        for (std::size_t place = 0; place < m_climbs.size(); ++place)
        {
            look_at(round, place);
            add(place, batch);
        }
        for (Individual<Test>& refined :
            m_breeder.refined({round, {}, archive(), m_evaluator.columns().goals()}))
        {
            batch.push_back(std::move(refined));
        }
        return batch;
    }

private:
    /// Mutations of one sampled test for the goal that it was drawn for.
    struct Climb
    {
        GoalId goal;
        Test test{};
        Fitness fitness = Fitness::worst();
        std::size_t mutations_left = 0;
        /// Its place in the last round; no_parent for the sampled test and for a round before.
        std::size_t parent = Individual<Test>::no_parent;
    };

    [[nodiscard]] const Archive<Test>& archive() const { return m_evaluator.archive(); }

    void begin_round()
    {
        m_focus = mio_focus(m_options, m_run.meter.spent_share());
        std::vector<DrawnGoal> goals;
        for (const GoalId goal : m_evaluator.columns().goals())
        {
            if (is_reached(goal))
            {
                goals.push_back({goal, archive().arrivals(goal)});
            }
        }
        m_draw.begin_round(goals, m_run.rng);
    }

    /// A goal that no test came near has no population yet: that of a goal far away would fill up
    /// with the shortest tests, which are as good as any. Goals without a distance of their own are
    /// near behind the branch that they depend on.
    [[nodiscard]] bool is_reached(GoalId goal) const
    {
        return archive().nearest_count(goal) > 0 &&
               archive().nearest(goal, 0).fitness.approach_level <= 1;
    }

    /// Takes the test of the last round if it is not worse. A covered goal ends the climb.
    void look_at(const Batch<Test>& round, std::size_t place)
    {
        Climb& climb = m_climbs[place];
        climb.parent = Individual<Test>::no_parent;
        if (climb.mutations_left == 0 || place >= round.size())
        {
            return;
        }
        const std::span<const GoalId> goals = m_evaluator.columns().goals();
        const auto column = std::lower_bound(goals.begin(), goals.end(), climb.goal);
        if (column == goals.end() || *column != climb.goal)
        {
            climb.mutations_left = 0;
            return;
        }
        const std::size_t score =
            m_evaluator.columns().places()[static_cast<std::size_t>(column - goals.begin())];
        const Fitness& fitness = round[place].scores[score];
        if (fitness <= climb.fitness)
        {
            climb.test = round[place].test;
            climb.fitness = fitness;
            climb.parent = place;
        }
    }

    void add(std::size_t place, Batch<Test>& batch)
    {
        Climb& climb = m_climbs[place];
        bool has_test = climb.mutations_left > 0;
        if (has_test)
        {
            --climb.mutations_left;
        }
        else if (!m_run.rng.chance(m_focus.random_prob))
        {
            has_test = sample(climb);
        }
        if (!has_test || !m_breeder.add_mutated(climb.test, climb.parent, batch))
        {
            climb.mutations_left = 0;
            m_breeder.add_random(batch);
        }
    }

    /// Begins with a test of the goal that is drawn. Without an open goal it is a covering test,
    /// which can become shorter.
    [[nodiscard]] bool sample(Climb& climb)
    {
        if (const std::optional<GoalId> goal = m_draw.draw(m_run.rng))
        {
            const std::size_t kept =
                std::min(archive().nearest_count(*goal), m_focus.tests_per_goal);
            const auto nearest = archive().nearest(*goal, m_run.rng.index(kept));
            climb = {.goal = *goal,
                .test = *nearest.test,
                .fitness = nearest.fitness,
                .mutations_left = m_focus.mutations - 1};
            return true;
        }
        const std::size_t covering = archive().covering_test_count();
        if (!m_evaluator.columns().goals().empty() || covering == 0)
        {
            return false;
        }
        climb = {.goal = {}, .test = archive().covering_test(m_run.rng.index(covering))};
        return true;
    }

    SearchRun<P, Hooks> m_run;
    const SearchOptions& m_options;
    const Evaluator<P, Hooks>& m_evaluator;
    Breeder<P, Hooks>& m_breeder;
    GoalDraw m_draw;
    MioFocus m_focus;
    std::vector<Climb> m_climbs;  // by place
};

}  // namespace detail

/// Keeps the nearest tests of every open goal and mutates those of the goal that was tried least
/// since its last progress; no crossover. Our tests are sampled `population_size` at a time, each
/// place of such a round like a run of MIO of its own with a common archive, so that any number of
/// workers gives the same result. Among the mutations of one sampled test, a worse one is not
/// mutated further.
struct Mio
{
    static constexpr std::string_view name = "mio";
    static constexpr std::string_view summary =
        "MIO: a small population for each goal, later its best test";
    static constexpr std::string_view source = "Arcuri, IST 2018 (Many Independent Objective)";
    using Options = SearchOptions;

    template <Problem P, class Hooks>
    [[nodiscard]] static SearchResult<typename P::Test> search(
        SearchRun<P, Hooks> run, const Options& options)
    {
        Evaluator<P, Hooks> evaluator(run.problem, run.meter, all_targets, run.hooks,
            {.nearest_per_goal = options.mio_tests_per_goal, .replaces_equals = true});
        Breeder<P, Hooks> breeder(run.problem, options, run.rng, run.hooks);
        detail::MioSampler<P, Hooks> sampler(run, options, evaluator, breeder);
        evaluator.prepare(run.rng);
        auto round = breeder.make_random(options.population_size);
        evaluator.run(round);
        while (!evaluator.stop_reason())
        {
            evaluator.explore(round, run.rng);
            if (evaluator.stop_reason())
            {
                break;
            }
            auto next = sampler.next(round);
            evaluator.run(next, round);
            for (auto& old : round)
            {
                evaluator.recycle(old);
            }
            round = std::move(next);
            run.meter.count_generation();
        }
        return evaluator.finish(round);
    }
};

/// search_with<Mio>.
template <Problem P, class... Hooks>
[[nodiscard]] SearchResult<typename P::Test> mio(
    P& problem, const SearchOptions& options, BudgetMeter& meter, Rng& rng, Hooks&... hooks)
{
    return search_with<Mio>(problem, options, meter, rng, hooks...);
}

}  // namespace sbst
