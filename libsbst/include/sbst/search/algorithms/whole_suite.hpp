// SPDX-License-Identifier: Apache-2.0
// Whole-suite search: suites are the individuals, and all goals are one objective. Next:
// ../suite_population.hpp for suites and their fitness.
#pragma once

#include <sbst/search/algorithm.hpp>
#include <sbst/search/breeding.hpp>
#include <sbst/search/evaluator.hpp>
#include <sbst/search/options.hpp>
#include <sbst/search/selection.hpp>
#include <sbst/search/suite_population.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst
{

namespace detail
{

/// One run of the monotonic genetic algorithm.
template <Problem P, class Hooks>
class WholeSuiteSearch final : private SuiteHost<typename P::Test>
{
public:
    using Test = typename P::Test;

    WholeSuiteSearch(SearchRun<P, Hooks> run, const SearchOptions& options)
      : m_run(run),
        m_options(options),
        m_evaluator(run.problem, run.meter, all_targets, run.hooks),
        m_breeder(run.problem, options, run.rng, run.hooks)
    {}

    /// begin(), then evolve() until the search is to stop.
    [[nodiscard]] SearchResult<Test> run()
    {
        begin();
        while (!m_evaluator.stop_reason())
        {
            m_evaluator.explore(*this, m_run.rng);
            if (m_evaluator.stop_reason())
            {
                break;
            }
            evolve();
            m_run.meter.count_generation();
        }
        return m_evaluator.finish(m_pool.tests());
    }

    /// Makes and executes the first suites.
    void begin()
    {
        m_evaluator.prepare(m_run.rng);
        Batch<Test> batch;
        for (std::size_t i = 0; i < m_options.population_size; ++i)
        {
            Suite& suite = m_population.emplace_back();
            const std::size_t count = 1 + m_run.rng.index(m_options.suite_initial_tests);
            for (std::size_t test = 0; test < count; ++test)
            {
                suite.tests.push_back(batch.size());
                m_breeder.add_random(batch);
            }
        }
        execute(batch);
        finish_generation();
    }

    /// Makes a generation. Precondition: begin() was called.
    void evolve()
    {
        // Columns may have changed since the suites were sorted: hooks run tests, too.
        sort_population();
        std::vector<Standing> standings;
        for (std::size_t i = 0; i < m_population.size(); ++i)
        {
            standings.push_back({static_cast<std::uint32_t>(i), 0.0});
        }
        Batch<Test> batch = m_breeder.refined(
            {m_pool.tests(), {}, m_evaluator.archive(), m_evaluator.columns().goals()});
        const std::size_t refined = batch.size();
        std::vector<Pair> pairs;
        do
        {
            pairs.push_back(breed(standings, batch));
        } while (elite + 2 * pairs.size() < m_options.population_size);
        // What hooks propose joins the first children, one each.
        for (std::size_t i = 0; i < refined && !pairs.empty(); ++i)
        {
            pairs[i / 2 % pairs.size()].children[i % 2].tests.push_back(m_pool.size() + i);
        }
        execute(batch);
        accept(pairs);
        finish_generation();
    }

    /// The best suite, measured by the goals that are open now. Precondition: begin() was called.
    [[nodiscard]] const Suite& best_suite() const { return m_population.front(); }

private:
    static constexpr std::size_t elite = 1;

    struct Pair
    {
        std::size_t parents[2]{};
        Suite children[2]{};
    };

    [[nodiscard]] std::span<Individual<Test>> tests() override { return m_pool.tests(); }

    [[nodiscard]] BestSuite best() override
    {
        Suite& suite = m_population.front();
        m_fitness.update(m_run.problem.goals(), m_evaluator.columns());
        measure(suite);
        return {suite.tests, suite.fitness};
    }

    bool join(const Individual<Test>& test, bool must_improve) override
    {
        Suite longer{m_population.front().tests};
        if (longer.tests.size() >= m_options.suite_max_tests || test.length == 0)
        {
            return false;
        }
        const double before = best().fitness;
        longer.tests.push_back(m_pool.size());
        m_fitness.measure(longer, [&](std::size_t place) -> const Individual<Test>& {
            return place == m_pool.size() ? test : m_pool[place];
        });
        if (must_improve && longer.fitness >= before)
        {
            return false;
        }
        Batch<Test> batch{test};
        // What the hook asked for is for it alone.
        Trace& trace = batch.front().trace;
        trace.symbolic.reset();
        trace.path.clear();
        trace.state.clear();
        m_pool.add(batch);
        m_population.front() = std::move(longer);
        return true;
    }

    [[nodiscard]] std::size_t select(const std::vector<Standing>& standings)
    {
        // The population is sorted.
        return m_options.selection == Selection::rank ?
                   rank_position(standings.size(), m_options.rank_bias, m_run.rng.real()) :
                   select_by_tournament(standings, m_options.tournament_size, m_run.rng);
    }

    [[nodiscard]] Pair breed(const std::vector<Standing>& standings, Batch<Test>& batch)
    {
        Pair pair;
        for (int i = 0; i < 2; ++i)
        {
            pair.parents[i] = select(standings);
            pair.children[i] = m_population[pair.parents[i]];
        }
        if (m_run.rng.chance(m_options.crossover_prob))
        {
            cross(pair.children[0].tests, pair.children[1].tests);
        }
        for (Suite& child : pair.children)
        {
            mutate(child, batch);
        }
        return pair;
    }

    /// Exchanges the tails behind the same relative place.
    void cross(std::vector<std::size_t>& one, std::vector<std::size_t>& other)
    {
        const double share = m_run.rng.real();
        const auto cut = [share](const std::vector<std::size_t>& tests) {
            return static_cast<std::ptrdiff_t>(share * static_cast<double>(tests.size()));
        };
        const std::vector<std::size_t> tail(one.begin() + cut(one), one.end());
        const std::vector<std::size_t> other_tail(other.begin() + cut(other), other.end());
        one.resize(one.size() - tail.size());
        other.resize(other.size() - other_tail.size());
        one.insert(one.end(), other_tail.begin(), other_tail.end());
        other.insert(other.end(), tail.begin(), tail.end());
    }

    /// Mutates one test in the mean, and inserts 0.1 tests or more.
    void mutate(Suite& suite, Batch<Test>& batch)
    {
        const double share =
            1.0 / static_cast<double>(std::max<std::size_t>(1, suite.tests.size()));
        for (std::size_t& place : suite.tests)
        {
            if (m_run.rng.chance(share) && m_breeder.add_mutated(m_pool[place].test, place, batch))
            {
                place = m_pool.size() + batch.size() - 1;
            }
        }
        double prob = m_options.suite_insertion_prob;
        while (suite.tests.size() < m_options.suite_max_tests && m_run.rng.chance(prob))
        {
            prob *= m_options.suite_insertion_prob;
            if (insert(batch))
            {
                suite.tests.push_back(m_pool.size() + batch.size() - 1);
            }
        }
    }

    [[nodiscard]] bool insert(Batch<Test>& batch)
    {
        const Archive<Test>& archive = m_evaluator.archive();
        const std::size_t covering = archive.covering_test_count();
        if (covering > 0 && m_run.rng.chance(m_options.suite_clone_prob))
        {
            return m_breeder.add_mutated(archive.covering_test(m_run.rng.index(covering)),
                Individual<Test>::no_parent, batch);
        }
        m_breeder.add_random(batch);
        return true;
    }

    void execute(Batch<Test>& batch)
    {
        m_evaluator.run(batch, m_pool.tests());
        m_pool.add(batch);
    }

    /// Takes children that are as good as their parents; a child that is empty or too long gives
    /// way to a parent.
    void accept(std::vector<Pair>& pairs)
    {
        measure_all(m_population);
        const Suite best = *std::min_element(m_population.begin(), m_population.end(),
            [](const Suite& a, const Suite& b) { return is_better(a, b); });
        std::vector<Suite> next{best};
        for (Pair& pair : pairs)
        {
            for (Suite& child : pair.children)
            {
                restrict_to_executed(child);
                measure(child);
            }
            add_better(pair, best, next);
        }
        m_population = std::move(next);
    }

    void add_better(const Pair& pair, const Suite& best, std::vector<Suite>& next)
    {
        const Suite& parent0 = m_population[pair.parents[0]];
        const Suite& parent1 = m_population[pair.parents[1]];
        const Suite& better_parent = is_better(parent1, parent0) ? parent1 : parent0;
        const Suite& better_child =
            is_better(pair.children[1], pair.children[0]) ? pair.children[1] : pair.children[0];
        const bool is_accepted = !is_better(better_parent, better_child);
        const bool keeps[] = {is_accepted && is_kept(pair.children[0], best),
            is_accepted && is_kept(pair.children[1], best)};
        for (int i = 0; i < 2; ++i)
        {
            if (keeps[i])
            {
                next.push_back(pair.children[i]);
            }
        }
        if (!keeps[0] && !keeps[1])
        {
            next.push_back(parent0);
            next.push_back(parent1);
        }
        else if (!keeps[0] || !keeps[1])
        {
            next.push_back(m_run.rng.chance(0.5) ? parent0 : parent1);
        }
    }

    /// Bloat control.
    [[nodiscard]] bool is_kept(const Suite& child, const Suite& best) const
    {
        const double most = m_options.suite_bloat_factor * static_cast<double>(best.length);
        const bool is_too_long = static_cast<double>(child.length) > most;
        return !child.tests.empty() && (!is_too_long || child.fitness < best.fitness);
    }

    /// The budget may end within a batch, and mutation may leave a test without calls.
    void restrict_to_executed(Suite& suite) const
    {
        std::erase_if(suite.tests, [this](std::size_t place) {
            return place >= m_pool.size() || m_pool[place].length == 0;
        });
    }

    void measure(Suite& suite)
    {
        m_fitness.measure(
            suite, [this](std::size_t place) -> const Individual<Test>& { return m_pool[place]; });
    }

    void measure_all(std::vector<Suite>& suites)
    {
        m_fitness.update(m_run.problem.goals(), m_evaluator.columns());
        for (Suite& suite : suites)
        {
            restrict_to_executed(suite);
            measure(suite);
        }
    }

    void sort_population()
    {
        measure_all(m_population);
        std::stable_sort(m_population.begin(), m_population.end(),
            [](const Suite& a, const Suite& b) { return is_better(a, b); });
    }

    void finish_generation()
    {
        sort_population();
        // The last pair may be half of one.
        m_population.resize(std::min(m_population.size(), m_options.population_size));
        m_pool.keep(m_population, [this](Individual<Test>& dead) { m_evaluator.recycle(dead); });
    }

    SearchRun<P, Hooks> m_run;
    const SearchOptions& m_options;
    Evaluator<P, Hooks> m_evaluator;
    Breeder<P, Hooks> m_breeder;
    SuitePool<Test> m_pool;
    SuiteFitness m_fitness;
    std::vector<Suite> m_population;
};

}  // namespace detail

/// Evolves suites of tests: crossover exchanges tests, mutation changes some and inserts others,
/// and children replace their parents only when they are as good. The best fitness never gets
/// worse. A test that no operator changes is not executed again. Covered goals leave the fitness,
/// since the archive keeps their tests. All children of a generation are executed together, so that
/// any number of workers gives the same result.
struct WholeSuite
{
    static constexpr std::string_view name = "whole-suite";
    static constexpr std::string_view summary =
        "whole suites as individuals, all goals as one objective";
    static constexpr std::string_view source = "Fraser, Arcuri, TSE 2013; Rojas et al., EMSE 2017";
    using Options = SearchOptions;

    template <Problem P, class Hooks>
    [[nodiscard]] static SearchResult<typename P::Test> search(
        SearchRun<P, Hooks> run, const Options& options)
    {
        return detail::WholeSuiteSearch<P, Hooks>(run, options).run();
    }
};

/// search_with<WholeSuite>.
template <Problem P, class... Hooks>
[[nodiscard]] SearchResult<typename P::Test> whole_suite(
    P& problem, const SearchOptions& options, BudgetMeter& meter, Rng& rng, Hooks&... hooks)
{
    return search_with<WholeSuite>(problem, options, meter, rng, hooks...);
}

}  // namespace sbst
