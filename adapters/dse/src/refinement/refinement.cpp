// SPDX-License-Identifier: Apache-2.0
#include "exhaustion.hpp"
#include "goal_conditions.hpp"
#include "turning.hpp"
#include "writers.hpp"

#include <sbst/dse/refinement/refinement.hpp>
#include <sbst/guided/sequence_slice.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
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
      : m_problem(problem),
        m_options(options),
        m_turning(problem, options, std::move(solvers)),
        m_exhaustion(problem)
    {
        m_turning.ignore(m_exhaustion.proved());
    }

    void on_evaluated(const Evaluated<TestCase>& evaluated) override
    {
        m_turning.on_evaluated(evaluated);
        for (const GoalId goal : evaluated.newly_covered)
        {
            if (m_exhaustion.is_proved(goal))
            {
                m_exhaustion.refute(goal, evaluated.test);
            }
        }
    }
    void explore(Exploration<TestCase>& search, Rng& rng) override;
    [[nodiscard]] RefinementWork work() const override
    {
        RefinementWork work = m_turning.work();
        work.exhausted.assign(m_exhaustion.proved().begin(), m_exhaustion.proved().end());
        work.refuted = m_exhaustion.refuted();
        work.refuting_test = m_exhaustion.refuting_test();
        return work;
    }

private:
    using Search = Exploration<TestCase>;

    /// Where the work on a goal stands.
    struct Progress
    {
        /// Archive::arrivals plus 1 when nothing more was to be had of its nearest test.
        std::uint64_t arrivals = 0;
        /// Archive::covered_count plus 1 when all writers were joined.
        std::uint64_t covered = 0;
        /// What writers are put before: the nearest test, or only its deciding call, with the
        /// locations that are read.
        TestCase own;
        TestCase own_call;
        WantedWrites wanted;
        /// Visits that left some of the paths.
        std::size_t unfinished = 0;
        /// By all tests of the work on it so far.
        std::set<std::string> reads;
    };

    /// After this number of visits that left conditions, writers are joined all the same.
    static constexpr std::size_t most_unfinished = 4;

    [[nodiscard]] bool is_time(const Archive<TestCase>& archive);
    /// The tests of one goal, with those that are run for their paths.
    [[nodiscard]] bool has_share_for_goal() const
    {
        return m_turning.has_share(m_options.tests_per_goal + 2);
    }
    [[nodiscard]] std::vector<GoalId> next_goals(const SearchState<TestCase>& state);
    /// Tells the search which goals are proved infeasible, where that has changed.
    void rule_out_proved(Search& search);
    void work_on_goals(Search& search, Rng& rng);
    void work_on(GoalId goal, Search& search, Rng& rng);
    /// @param first stands for it where no path had anything on the way to the goal
    void remember_nearest(Progress& progress, const TestCase& first);
    void add_part(GoalId goal, Paths& paths, Search& search);
    /// Puts parts of other tests that write what the goal's test reads before it.
    void join(GoalId goal, Search& search, Rng& rng);
    /// False when they cannot be joined, or nothing is left to do.
    bool work_on_joined(
        GoalId goal, const Writer& writer, const TestCase& own, Search& search, Rng& rng);
    [[nodiscard]] Allowance allowance() const
    {
        return {m_options.conditions_per_goal, m_options.tests_per_goal};
    }

    RefinedProblem m_problem;
    RefinementOptions m_options;
    Turning m_turning;
    Exhaustion m_exhaustion;
    std::size_t m_ruled_out = 0;

    std::vector<Progress> m_progress;  // by goal
    Writers m_writers;
    std::size_t m_first_goal = 0;
    std::size_t m_interval = 1;
    std::size_t m_generations_left = 0;
    std::size_t m_covered_count = 0;
};

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
        const bool is_new = progress.arrivals != state.archive.arrivals(goal) + 1 ||
                            progress.covered != state.archive.covered_count() + 1;
        if (has_test && (is_new || m_exhaustion.has_untried(goal)))
        {
            goals.push_back(goal);
        }
    }
    m_first_goal = count == 0 ? 0 : (m_first_goal + goals.size()) % count;
    return goals;
}

void GoalRefiner::rule_out_proved(Search& search)
{
    const std::set<GoalId>& proved = m_exhaustion.proved();
    if (std::exchange(m_ruled_out, proved.size()) != proved.size())
    {
        search.rule_out(std::vector<GoalId>(proved.begin(), proved.end()));
    }
}

void GoalRefiner::explore(Search& search, Rng& rng)
{
    rule_out_proved(search);
    if (m_options.max_share <= 0.0 || search.is_over() || !is_time(search.state().archive))
    {
        return;
    }
    const std::size_t before = m_turning.first_covered_count();
    std::size_t covered = 0;
    // What is covered makes other goals active.
    do
    {
        covered = m_turning.first_covered_count();
        work_on_goals(search, rng);
    } while (
        m_turning.first_covered_count() > covered && !search.is_over() && has_share_for_goal());
    m_interval = m_turning.first_covered_count() > before ?
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
        // The work on one before it may have covered or proved it.
        if (m_turning.is_sought(goal, search))
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
        m_turning.begin(goal);
        Paths paths;
        if (!m_turning.add_path(expanded(*nearest->test), paths, search))
        {
            progress = {};
            progress.arrivals = arrivals;
            return;
        }
        add_part(goal, paths, search);
        const TestCase first = paths.back().test();
        Allowance left = allowance();
        m_turning.turn_all(paths, left, search, rng);
        progress.reads.insert(m_turning.reads().begin(), m_turning.reads().end());
        if (search.is_over() || !m_turning.is_sought(goal, search))
        {
            return;
        }
        if (!paths.empty() && ++progress.unfinished % most_unfinished != 0)
        {
            return;
        }
        remember_nearest(progress, first);
        progress.arrivals = paths.empty() ? arrivals : 0;
    }
    // Exhaustion runs tests of an opening and one call.
    if (m_options.max_calls > 1 && progress.own.length() > 0 && m_exhaustion.has_untried(goal))
    {
        m_exhaustion.work_on(goal, progress.own, m_turning, search, rng);
        rule_out_proved(search);
        if (search.is_over() || !m_turning.is_sought(goal, search))
        {
            return;
        }
    }
    // Nothing more is to be had of this test alone, or not soon.
    join(goal, search, rng);
}

void GoalRefiner::remember_nearest(Progress& progress, const TestCase& first)
{
    const std::set<std::string>& reads = progress.reads;
    progress.wanted = {{reads.begin(), reads.end()}, {}};
    const std::optional<NearTest>& near = m_turning.nearest();
    if (!near)
    {
        progress.own = first;
        progress.own_call = first;
        progress.wanted.unwritten = progress.wanted.reads;
        return;
    }
    progress.own = near->test;
    // Without what it reads: with what it refers to.
    const TestAccesses nothing(near->test.length());
    progress.own_call = part_of(near->test, calls_needed(near->test, nothing, near->call));
    std::ranges::set_difference(reads, writes_of(near->accesses, near->call),
        std::back_inserter(progress.wanted.unwritten));
}

/// Adds the path of the calls that decide about the goal, if others can be left out.
void GoalRefiner::add_part(GoalId goal, Paths& paths, Search& search)
{
    const SymbolicPath& path = paths.front();
    const auto deciding = deciding_condition(goal, m_problem.goals, path.conditions());
    if (!deciding)
    {
        return;
    }
    const PathCondition condition = path.conditions()[deciding->place];
    const std::vector<std::size_t> calls =
        calls_needed(path.test(), path.accesses(), condition.call);
    if (calls.size() == path.test().length() ||
        !m_turning.add_path(part_of(path.test(), calls), paths, search))
    {
        return;
    }
    const auto is_the_same = [&condition](const PathCondition& other) {
        return other.predicate == condition.predicate && other.outcome == condition.outcome &&
               other.context == condition.context;
    };
    if (std::ranges::any_of(paths.back().conditions(), is_the_same))
    {
        paths.pop_front();
    }
    else if (!deciding_condition(goal, m_problem.goals, paths.back().conditions()))
    {
        paths.pop_back();
    }
}

void GoalRefiner::join(GoalId goal, Search& search, Rng& rng)
{
    Progress& progress = m_progress[goal.index()];
    const std::uint64_t covered = search.state().archive.covered_count() + 1;
    if (m_options.joins_per_goal == 0 || progress.wanted.reads.empty())
    {
        progress.covered = covered;
        return;
    }
    bool was_refused = false;
    const auto probe = [&](const TestCase& test) {
        Paths paths;
        if (search.is_over() || !m_turning.has_share() || !m_turning.add_path(test, paths, search))
        {
            was_refused = true;
            return TestAccesses{};
        }
        return paths.front().accesses();
    };
    std::size_t joins = 0;
    for (const Writer& writer : m_writers.of(goal, progress.wanted, search.state().archive, probe))
    {
        if (joins == m_options.joins_per_goal || search.is_over() || !has_share_for_goal() ||
            !m_turning.is_sought(goal, search))
        {
            return;
        }
        m_writers.mark_joined(goal, writer);
        const bool is_joined = writer.replaces_own_calls && progress.own_call != progress.own &&
                               work_on_joined(goal, writer, progress.own_call, search, rng);
        joins += work_on_joined(goal, writer, progress.own, search, rng) || is_joined ? 1U : 0U;
    }
    if (!m_turning.is_sought(goal, search))
    {
        return;
    }
    if (joins < m_options.joins_per_goal && !was_refused)
    {
        progress.covered = covered;
    }
}

bool GoalRefiner::work_on_joined(
    GoalId goal, const Writer& writer, const TestCase& own, Search& search, Rng& rng)
{
    auto both = joined(writer.test, own, m_options.max_calls, m_problem.catalogue);
    if (!both || search.is_over() || !has_share_for_goal() || !m_turning.is_sought(goal, search))
    {
        return false;
    }
    m_turning.begin(goal);
    Paths paths;
    Allowance left = allowance();
    if (m_turning.add_path(expanded(std::move(*both)), paths, search) &&
        m_turning.is_sought(goal, search))
    {
        m_turning.turn_all(paths, left, search, rng);
    }
    return true;
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
