// SPDX-License-Identifier: Apache-2.0
#include "goal_conditions.hpp"
#include "symbolic_path.hpp"
#include "writers.hpp"

#include <sbst/dse/refinement/refinement.hpp>
#include <sbst/guided/sequence_slice.hpp>

#include <algorithm>
#include <cstdint>
#include <deque>
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

    /// Where the work on a goal stands.
    struct Progress
    {
        /// Archive::arrivals plus 1 when nothing more was to be had of its nearest test.
        std::uint64_t arrivals = 0;
        /// Archive::covered_count plus 1 when all writers were joined.
        std::uint64_t covered = 0;
        /// What writers are put before, and the locations that it reads.
        TestCase own;
        std::vector<std::string> reads;
    };

    static constexpr unsigned most_tries = 3;

    struct KnownTurn
    {
        /// It is tried again only while no solver knows the answer, from other literals.
        unsigned tries = 0;
        /// The test that was to take it.
        std::optional<TestCase> test;
    };
    struct Turn
    {
        Verdict verdict = Verdict::unknown;
        /// Nothing without a model, or where it has no literals.
        std::optional<TestCase> test;
    };

    [[nodiscard]] bool is_time(const Archive<TestCase>& archive);
    /// Tells whether that many tests are left of its share.
    [[nodiscard]] bool has_share(std::size_t tests = 1) const;
    /// The tests of one goal, with those that are run for their paths.
    [[nodiscard]] bool has_share_for_goal() const
    {
        return has_share(m_options.tests_per_goal + 2);
    }
    [[nodiscard]] std::vector<GoalId> next_goals(const SearchState<TestCase>& state);
    void work_on_goals(Search& search, Rng& rng);
    void work_on(GoalId goal, Search& search, Rng& rng);
    /// Turns conditions until nothing is left of the paths, or of the goal's share.
    void turn_all(GoalId goal, Paths& paths, Allowance& left, Search& search, Rng& rng);
    void add_part(GoalId goal, Paths& paths, Search& search);
    /// Puts parts of other tests that write what the goal's test reads before it.
    void join(GoalId goal, Search& search, Rng& rng);
    /// Turns conditions of one path; a test that went elsewhere adds its path.
    void turn_conditions(
        GoalId goal, std::size_t path, Paths& paths, Allowance& left, Search& search, Rng& rng);
    void follow_turn(GoalId goal, std::span<const std::size_t> places, std::size_t path,
        Paths& paths, Allowance& left, Search& search);
    /// Asks the solvers for literals that turn the condition.
    [[nodiscard]] Turn turned(SymbolicPath& path, std::size_t index, Rng& rng);
    /// Runs one test and adds its path; false when it did not run, or has none.
    bool add_path(TestCase test, Paths& paths, Search& search);
    [[nodiscard]] bool is_sought(GoalId goal, const Search& search) const;

    RefinedProblem m_problem;
    RefinementOptions m_options;
    Portfolio m_portfolio;

    std::vector<Progress> m_progress;  // by goal
    std::map<std::uint64_t, KnownTurn> m_turns;
    /// Turns of other goals behind which the work on this one went on.
    std::set<std::uint64_t> m_followed;
    Writers m_writers;
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

bool GoalRefiner::has_share(std::size_t tests) const
{
    return static_cast<double>(m_work.executions + tests) <=
           m_options.max_share * static_cast<double>(m_executions + tests);
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
        if (m_progress.size() <= goal.index())
        {
            m_progress.resize(goal.index() + 1);
        }
        const Progress& progress = m_progress[goal.index()];
        const bool has_test = state.archive.nearest(goal).has_value();
        if (has_test && (progress.arrivals != state.archive.arrivals(goal) + 1 ||
                            progress.covered != state.archive.covered_count() + 1))
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
    std::size_t covered = 0;
    // What is covered makes other goals active.
    do
    {
        covered = m_work.first_covered.size();
        work_on_goals(search, rng);
    } while (m_work.first_covered.size() > covered && !search.is_over() && has_share_for_goal());
    m_interval = m_work.first_covered.size() > before ?
                     1 :
                     std::min(2 * m_interval, m_options.longest_interval);
    m_generations_left = m_interval - 1;
    m_covered_count = search.state().archive.covered_count();
}

void GoalRefiner::work_on_goals(Search& search, Rng& rng)
{
    for (const GoalId goal : next_goals(search.state()))
    {
        if (search.is_over() || !has_share_for_goal())
        {
            return;
        }
        if (is_sought(goal, search))
        {
            work_on(goal, search, rng);
        }
    }
}

void GoalRefiner::work_on(GoalId goal, Search& search, Rng& rng)
{
    const auto nearest = search.state().archive.nearest(goal);
    const std::uint64_t arrivals = search.state().archive.arrivals(goal) + 1;
    Progress& progress = m_progress[goal.index()];
    if (progress.arrivals != arrivals)
    {
        Paths paths;
        if (!add_path(expanded(*nearest->test), paths, search))
        {
            progress = {.arrivals = arrivals, .covered = 0, .own = {}, .reads = {}};
            return;
        }
        add_part(goal, paths, search);
        progress.own = paths.back().test();
        progress.reads = reads_of(paths.back().accesses());
        Allowance left{m_options.conditions_per_goal, m_options.tests_per_goal};
        turn_all(goal, paths, left, search, rng);
        if (!paths.empty() || search.is_over() || !is_sought(goal, search))
        {
            return;
        }
        progress.arrivals = arrivals;
    }
    // Nothing more is to be had of this test alone.
    join(goal, search, rng);
}

/// Adds the path of the calls that decide about the goal, if others can be left out.
void GoalRefiner::add_part(GoalId goal, Paths& paths, Search& search)
{
    const SymbolicPath& path = paths.front();
    const auto place = deciding_condition(goal, m_problem.goals, path.conditions());
    if (!place)
    {
        return;
    }
    const PathCondition condition = path.conditions()[*place];
    const std::vector<std::size_t> calls =
        calls_needed(path.test(), path.accesses(), condition.call);
    if (calls.size() == path.test().length() ||
        !add_path(part_of(path.test(), calls), paths, search))
    {
        return;
    }
    const auto is_the_same = [&condition](const PathCondition& other) {
        return other.predicate == condition.predicate && other.outcome == condition.outcome;
    };
    if (std::ranges::any_of(paths.back().conditions(), is_the_same))
    {
        paths.pop_front();
    }
    else
    {
        paths.pop_back();
    }
}

void GoalRefiner::join(GoalId goal, Search& search, Rng& rng)
{
    Progress& progress = m_progress[goal.index()];
    const std::uint64_t covered = search.state().archive.covered_count() + 1;
    if (m_options.joins_per_goal == 0 || progress.reads.empty())
    {
        progress.covered = covered;
        return;
    }
    bool was_refused = false;
    const auto probe = [&](const TestCase& test) {
        Paths paths;
        if (search.is_over() || !has_share() || !add_path(test, paths, search))
        {
            was_refused = true;
            return TestAccesses{};
        }
        return paths.front().accesses();
    };
    std::size_t joins = 0;
    for (const Writer& writer : m_writers.of(goal, progress.reads, search.state().archive, probe))
    {
        if (joins == m_options.joins_per_goal || search.is_over() || !has_share_for_goal() ||
            !is_sought(goal, search))
        {
            return;
        }
        m_writers.mark_joined(goal, writer);
        auto both = joined(writer.test, progress.own, m_options.max_calls, m_problem.catalogue);
        if (!both)
        {
            continue;
        }
        ++joins;
        Paths paths;
        Allowance left{m_options.conditions_per_goal, m_options.tests_per_goal};
        if (add_path(expanded(std::move(*both)), paths, search) && is_sought(goal, search))
        {
            turn_all(goal, paths, left, search, rng);
        }
        if (!is_sought(goal, search))
        {
            return;
        }
    }
    if (joins < m_options.joins_per_goal && !was_refused)
    {
        progress.covered = covered;
    }
}

void GoalRefiner::turn_all(GoalId goal, Paths& paths, Allowance& left, Search& search, Rng& rng)
{
    m_followed.clear();
    while (!paths.empty() && left.conditions > 0 && left.tests > 0 && has_share())
    {
        const std::size_t before = paths.size();
        turn_conditions(goal, before - 1, paths, left, search, rng);
        if (search.is_over() || !is_sought(goal, search))
        {
            return;
        }
        if (paths.size() == before && left.conditions > 0 && has_share())
        {
            paths.pop_back();
        }
    }
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
        KnownTurn& known = m_turns[path.key_of_turn(place)];
        if (known.tries == most_tries)
        {
            continue;
        }
        --left.conditions;
        m_work.conditions += known.tries == 0 ? 1 : 0;
        Turn turn = turned(path, place, rng);
        known.tries = turn.verdict == Verdict::unknown ? known.tries + 1 : most_tries;
        if (!turn.test)
        {
            continue;
        }
        known.test = turn.test;
        --left.tests;
        ++m_work.models_run;
        const std::size_t before = paths.size();
        if (!add_path(std::move(*turn.test), paths, search))
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
    follow_turn(goal, places, number, paths, left, search);
}

/// Where no turn is new, the goal's work goes on behind one that was made for another goal.
void GoalRefiner::follow_turn(GoalId goal, std::span<const std::size_t> places, std::size_t number,
    Paths& paths, Allowance& left, Search& search)
{
    const auto deciding = deciding_condition(goal, m_problem.goals, paths[number].conditions());
    if (!deciding || left.tests == 0 || search.is_over() || !has_share())
    {
        return;
    }
    const std::vector<PathCondition>& conditions = paths[number].conditions();
    for (const std::size_t place : places)
    {
        const std::uint64_t key = paths[number].key_of_turn(place);
        const std::optional<TestCase>& test = m_turns[key].test;
        if (place <= *deciding && conditions[place].call == conditions[*deciding].call && test &&
            m_followed.insert(key).second)
        {
            --left.tests;
            add_path(*test, paths, search);
            return;
        }
    }
}

GoalRefiner::Turn GoalRefiner::turned(SymbolicPath& path, std::size_t index, Rng& rng)
{
    const std::vector<symbolic::ExpressionId> constraints = path.constraints_to_turn(index);
    const Query query{path.run().graph, constraints, path.run().literals};
    const Answer answer = m_portfolio.solve(query, rng);
    Turn turn{answer.verdict, std::nullopt};
    if (answer.verdict == Verdict::satisfiable)
    {
        turn.test = path.with_model(answer.model, m_problem.catalogue, m_problem.types);
    }
    return turn;
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
