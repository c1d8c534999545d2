// SPDX-License-Identifier: Apache-2.0
#include "goal_conditions.hpp"
#include "symbolic_path.hpp"

#include <sbst/dse/refinement/refinement.hpp>
#include <sbst/test/fingerprint.hpp>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sbst::dse
{

namespace
{

class GoalRefiner final : public Refiner
{
public:
    GoalRefiner(const RefinedProblem& problem, const RefinementOptions& options,
        std::vector<NamedSolver> solvers)
      : m_problem(problem), m_options(options), m_portfolio(std::move(solvers))
    {}

    void on_evaluated(const Evaluated<TestCase>& evaluated) override;
    void explore(Exploration<TestCase>& search, Rng& rng) override;
    [[nodiscard]] RefinementWork work() const override;

private:
    using Search = Exploration<TestCase>;
    using Paths = std::deque<SymbolicPath>;

    /// What is left of one goal's share of a round.
    struct Allowance
    {
        std::size_t conditions = 0;
        std::size_t tests = 0;
    };

    [[nodiscard]] bool is_time(const Archive<TestCase>& archive);
    [[nodiscard]] bool has_share() const;
    [[nodiscard]] std::vector<GoalId> next_goals(const SearchState<TestCase>& state);
    void work_on(GoalId goal, Search& search, Rng& rng);
    /// Turns conditions until nothing is left of the paths, or of the goal's share.
    void turn_all(GoalId goal, Paths& paths, Allowance& left, Search& search, Rng& rng);
    /// Tests that cover something and write what the test of the path reads, each once for a goal;
    /// those that write most of it first.
    [[nodiscard]] std::vector<TestCase> writers_for(
        GoalId goal, const SymbolicPath& path, Search& search);
    /// The locations that a test writes, which is run when it is not known.
    [[nodiscard]] const std::vector<std::string>& writes_of(const TestCase& test, Search& search);
    /// Turns conditions of one path; a test that went elsewhere adds its path.
    void turn_conditions(
        GoalId goal, std::size_t path, Paths& paths, Allowance& left, Search& search, Rng& rng);
    /// The test with the literals that turn the condition; nothing when no solver has any.
    [[nodiscard]] std::optional<TestCase> turned(SymbolicPath& path, std::size_t index, Rng& rng);
    /// Runs one test and adds its path; false when it did not run, or has none.
    bool add_path(TestCase test, Paths& paths, Search& search);
    [[nodiscard]] bool is_sought(GoalId goal, const Search& search) const;

    RefinedProblem m_problem;
    RefinementOptions m_options;
    Portfolio m_portfolio;

    /// By goal: Archive::arrivals plus 1 when its nearest test was last worked on.
    std::vector<std::uint64_t> m_seen;
    /// Turns that were tried.
    std::set<std::uint64_t> m_tried;
    /// Goals with the tests that were joined with theirs.
    std::set<std::pair<std::size_t, std::uint64_t>> m_joined;
    /// By fingerprint: the locations that a test writes.
    std::map<std::uint64_t, std::vector<std::string>> m_writes;
    std::size_t m_first_goal = 0;
    std::size_t m_interval = 1;
    std::size_t m_generations_left = 0;
    std::size_t m_covered_count = 0;
    std::uint64_t m_executions = 0;
    bool m_is_running = false;
    RefinementWork m_work;
};

void GoalRefiner::on_evaluated(const Evaluated<TestCase>& evaluated)
{
    ++m_executions;
    if (!m_is_running)
    {
        return;
    }
    ++m_work.executions;
    m_work.first_covered.insert(
        m_work.first_covered.end(), evaluated.newly_covered.begin(), evaluated.newly_covered.end());
}

bool GoalRefiner::has_share() const
{
    return static_cast<double>(m_work.executions + 1) <=
           m_options.max_share * static_cast<double>(m_executions + 1);
}

bool GoalRefiner::is_time(const Archive<TestCase>& archive)
{
    // What others cover opens new goals at once.
    if (std::exchange(m_covered_count, archive.covered_count()) < archive.covered_count())
    {
        m_generations_left = 0;
        m_interval = 1;
    }
    if (m_generations_left > 0)
    {
        --m_generations_left;
        return false;
    }
    return true;
}

std::vector<GoalId> GoalRefiner::next_goals(const SearchState<TestCase>& state)
{
    std::vector<GoalId> goals;
    const std::size_t count = state.goals.size();
    for (std::size_t i = 0; i < count && goals.size() < m_options.goals_per_round; ++i)
    {
        const GoalId goal = state.goals[(m_first_goal + i) % count];
        if (m_seen.size() <= goal.index())
        {
            m_seen.resize(goal.index() + 1, 0);
        }
        const bool has_test = state.archive.nearest(goal).has_value();
        if (has_test && m_seen[goal.index()] != state.archive.arrivals(goal) + 1)
        {
            goals.push_back(goal);
        }
    }
    m_first_goal = count == 0 ? 0 : (m_first_goal + goals.size()) % count;
    return goals;
}

bool GoalRefiner::is_sought(GoalId goal, const Search& search) const
{
    const Goal& wanted = m_problem.goals[goal];
    return (wanted.is_shown || wanted.is_helper) && !search.state().archive.is_covered(goal);
}

void GoalRefiner::explore(Search& search, Rng& rng)
{
    if (m_options.max_share <= 0.0 || search.is_over() || !is_time(search.state().archive))
    {
        return;
    }
    const std::size_t before = m_work.first_covered.size();
    for (const GoalId goal : next_goals(search.state()))
    {
        if (search.is_over() || !has_share())
        {
            break;
        }
        if (is_sought(goal, search))
        {
            work_on(goal, search, rng);
        }
    }
    m_interval = m_work.first_covered.size() > before ?
                     1 :
                     std::min(2 * m_interval, m_options.longest_interval);
    m_generations_left = m_interval - 1;
    m_covered_count = search.state().archive.covered_count();
}

void GoalRefiner::work_on(GoalId goal, Search& search, Rng& rng)
{
    const auto nearest = search.state().archive.nearest(goal);
    const std::uint64_t arrivals = search.state().archive.arrivals(goal) + 1;
    Paths paths;
    Allowance left{m_options.conditions_per_goal, m_options.tests_per_goal};
    if (!add_path(expanded(*nearest->test), paths, search))
    {
        m_seen[goal.index()] = arrivals;
        return;
    }
    // The newest path first: it has one turn more on the way to the goal.
    const SymbolicPath own = paths.front();
    turn_all(goal, paths, left, search, rng);
    if (!paths.empty() || search.is_over() || !is_sought(goal, search))
    {
        return;
    }
    // Nothing more is to be had of this test alone.
    std::size_t joins = 0;
    for (const TestCase& writer : writers_for(goal, own, search))
    {
        if (joins == m_options.joins_per_goal || search.is_over() || !has_share())
        {
            return;
        }
        auto both = joined(writer, own.test(), m_options.max_calls);
        if (!both || !m_joined.insert({goal.index(), fingerprint(writer)}).second)
        {
            continue;
        }
        ++joins;
        Allowance more{m_options.conditions_per_goal, m_options.tests_per_goal};
        if (add_path(expanded(std::move(*both)), paths, search) && is_sought(goal, search))
        {
            turn_all(goal, paths, more, search, rng);
        }
        if (!is_sought(goal, search))
        {
            return;
        }
        paths.clear();
    }
    if (joins < m_options.joins_per_goal)
    {
        m_seen[goal.index()] = arrivals;
    }
}

void GoalRefiner::turn_all(GoalId goal, Paths& paths, Allowance& left, Search& search, Rng& rng)
{
    while (!paths.empty() && left.conditions > 0 && left.tests > 0)
    {
        const std::size_t before = paths.size();
        turn_conditions(goal, before - 1, paths, left, search, rng);
        if (search.is_over() || !is_sought(goal, search))
        {
            return;
        }
        if (paths.size() == before && left.conditions > 0)
        {
            paths.pop_back();
        }
    }
}

const std::vector<std::string>& GoalRefiner::writes_of(const TestCase& test, Search& search)
{
    const std::uint64_t key = fingerprint(test);
    const auto known = m_writes.find(key);
    if (known != m_writes.end())
    {
        return known->second;
    }
    Paths paths;
    std::vector<std::string> writes;
    if (add_path(test, paths, search))
    {
        writes = paths.front().writes();
    }
    return m_writes.emplace(key, std::move(writes)).first->second;
}

std::vector<TestCase> GoalRefiner::writers_for(
    GoalId goal, const SymbolicPath& path, Search& search)
{
    struct Writer
    {
        std::size_t shared = 0;
        TestCase test;
    };
    std::vector<TestCase> tests;
    {
        const auto& archive = search.state().archive;
        for (std::size_t i = 0; i < archive.covering_test_count(); ++i)
        {
            if (!m_joined.contains({goal.index(), fingerprint(archive.covering_test(i))}))
            {
                tests.push_back(archive.covering_test(i));
            }
        }
    }
    std::vector<Writer> writers;
    for (TestCase& test : tests)
    {
        if (search.is_over() || !has_share())
        {
            break;
        }
        const std::vector<std::string>& writes = writes_of(test, search);
        std::vector<std::string> shared;
        std::set_intersection(writes.begin(), writes.end(), path.reads().begin(),
            path.reads().end(), std::back_inserter(shared));
        if (!shared.empty())
        {
            writers.push_back({shared.size(), std::move(test)});
        }
    }
    std::stable_sort(writers.begin(), writers.end(),
        [](const Writer& a, const Writer& b) { return a.shared > b.shared; });
    std::vector<TestCase> sorted;
    for (Writer& writer : writers)
    {
        sorted.push_back(std::move(writer.test));
    }
    return sorted;
}

void GoalRefiner::turn_conditions(
    GoalId goal, std::size_t number, Paths& paths, Allowance& left, Search& search, Rng& rng)
{
    const auto is_open = [&](GoalId other) { return is_sought(other, search); };
    const std::vector<std::size_t> places =
        conditions_for(goal, m_problem.goals, paths[number].conditions(), is_open);
    for (const std::size_t place : places)
    {
        if (left.conditions == 0 || left.tests == 0 || search.is_over() || !has_share())
        {
            return;
        }
        SymbolicPath& path = paths[number];
        if (!m_tried.insert(path.key_of_turn(place)).second)
        {
            continue;
        }
        --left.conditions;
        ++m_work.conditions;
        std::optional<TestCase> test = turned(path, place, rng);
        if (!test)
        {
            continue;
        }
        --left.tests;
        ++m_work.models_run;
        const std::size_t before = paths.size();
        if (!add_path(std::move(*test), paths, search))
        {
            continue;
        }
        // The way up to the condition is the same, so the key is as well.
        const SymbolicPath& found = paths[before];
        const bool is_confirmed =
            found.conditions().size() > place &&
            found.key_of_turn(place) == paths[number].key_of_turn(place) &&
            found.conditions()[place].outcome != paths[number].conditions()[place].outcome;
        m_work.models_confirmed += is_confirmed ? 1 : 0;
        return;
    }
}

std::optional<TestCase> GoalRefiner::turned(SymbolicPath& path, std::size_t index, Rng& rng)
{
    const std::vector<symbolic::ExpressionId> constraints = path.constraints_to_turn(index);
    const Query query{path.run().graph, constraints, path.run().literals};
    const Answer answer = m_portfolio.solve(query, rng);
    if (answer.verdict != Verdict::satisfiable)
    {
        return std::nullopt;
    }
    return path.with_model(answer.model, m_problem.catalogue, m_problem.types);
}

bool GoalRefiner::add_path(TestCase test, Paths& paths, Search& search)
{
    m_is_running = true;
    const auto ran = search.run({test}, Record::path | Record::state);
    m_is_running = false;
    if (ran.empty() || ran.front().trace.symbolic == nullptr)
    {
        return false;
    }
    paths.emplace_back(std::move(test), ran.front().trace, m_options.max_path);
    return true;
}

RefinementWork GoalRefiner::work() const
{
    RefinementWork work = m_work;
    for (const SolverCounts& solver : m_portfolio.solver_counts())
    {
        work.solvers.push_back({.name = solver.name,
            .asked = solver.asked,
            .satisfiable = solver.satisfiable,
            .unsatisfiable = solver.unsatisfiable,
            .unknown = solver.unknown,
            .wrong_models = solver.wrong_models,
            .effort = solver.effort});
    }
    return work;
}

}  // namespace

RefinerFactory refine_goals(const RefinementOptions& options, std::vector<NamedSolver> solvers)
{
    validate(options);
    return [options, solvers = std::move(solvers)](const RefinedProblem& problem) {
        return std::make_unique<GoalRefiner>(problem, options, solvers);
    };
}

}  // namespace sbst::dse
