// SPDX-License-Identifier: Apache-2.0
#include "turning.hpp"

#include "goal_conditions.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace sbst::dse
{

void Turning::on_evaluated(const Evaluated<TestCase>& evaluated)
{
    ++m_executions;
    for (const GoalId goal : evaluated.newly_covered)
    {
        m_obstacles.erase(goal);
    }
    if (!m_is_running)
    {
        return;
    }
    ++m_work.executions;
    m_first_covered_count += evaluated.newly_covered.size();
    std::ranges::copy_if(evaluated.newly_covered, std::back_inserter(m_work.first_covered),
        [this](GoalId goal) { return m_problem.goals[goal].is_kept(); });
}

bool Turning::has_share(std::size_t tests) const
{
    return static_cast<double>(m_work.executions + tests) <=
           m_options.max_share * static_cast<double>(m_executions + tests);
}

bool Turning::is_sought(GoalId goal, const Search& search) const
{
    const Goal& wanted = m_problem.goals[goal];
    const bool is_ignored = m_ignored != nullptr && m_ignored->contains(goal);
    return (wanted.is_shown || wanted.is_helper) && !is_ignored &&
           !search.state().archive.is_covered(goal);
}

void Turning::begin(GoalId goal)
{
    m_goal = goal;
    m_nearest.reset();
    m_reads.clear();
    m_followed.clear();
}

void Turning::note_nearest(const SymbolicPath& path)
{
    if (!m_goal.is_valid())
    {
        return;
    }
    const auto deciding = deciding_condition(m_goal, m_problem.goals, path.conditions());
    const auto rank = [](std::size_t steps, const TestCase& test) {
        return std::pair(steps, test.length());
    };
    if (deciding && (!m_nearest || rank(deciding->steps, path.test()) <
                                       rank(m_nearest->steps, m_nearest->test)))
    {
        m_nearest = NearTest{
            path.test(), path.accesses(), deciding->steps, path.conditions()[deciding->place].call};
    }
}

void Turning::note_obstacle(const SymbolicPath& path, std::size_t deciding)
{
    const std::uint64_t key = path.key_of_turn(deciding);
    if (!path.conditions()[deciding].condition.is_valid())
    {
        m_obstacles[m_goal][key] = TurnFate::number;
    }
    else if (const auto known = m_turns.find(key); known != m_turns.end())
    {
        m_obstacles[m_goal][key] = known->second.fate;
    }
}

bool Turning::is_outdone(const SymbolicPath& path) const
{
    if (!m_nearest || m_nearest->test.length() >= path.test().length())
    {
        return false;
    }
    const auto deciding = deciding_condition(m_goal, m_problem.goals, path.conditions());
    return !deciding || deciding->steps >= m_nearest->steps;
}

void Turning::turn_all(Paths& paths, Allowance& left, Search& search, Rng& rng)
{
    while (!paths.empty() && left.conditions > 0 && left.tests > 0 && has_share())
    {
        if (is_outdone(paths.back()))
        {
            paths.pop_back();
            continue;
        }
        const std::size_t before = paths.size();
        turn_conditions(before - 1, paths, left, search, rng);
        if (search.is_over() || !is_sought(m_goal, search))
        {
            return;
        }
        if (paths.size() == before && left.conditions > 0 && has_share())
        {
            paths.pop_back();
        }
    }
}

void Turning::turn_conditions(
    std::size_t path, Paths& paths, Allowance& left, Search& search, Rng& rng)
{
    const auto deciding = deciding_condition(m_goal, m_problem.goals, paths[path].conditions());
    if (deciding)
    {
        note_obstacle(paths[path], deciding->place);
    }
    const auto is_open = [&](GoalId other) { return is_sought(other, search); };
    std::vector<std::size_t> places =
        conditions_for(m_goal, m_problem.goals, paths[path].conditions(), is_open);
    for (const std::size_t place : places)
    {
        if (left.conditions == 0 || left.tests == 0 || search.is_over() || !has_share())
        {
            return;
        }
        const Attempt attempt = turn(path, place, paths, search, rng);
        left.conditions -= attempt == Attempt::known ? 0 : 1;
        left.tests -= attempt == Attempt::ran || attempt == Attempt::lost ? 1 : 0;
        if (deciding && place == deciding->place && is_sought(m_goal, search))
        {
            note_obstacle(paths[path], place);
        }
        if (attempt == Attempt::ran)
        {
            return;
        }
    }
    if (!deciding)
    {
        return;
    }
    const std::vector<PathCondition>& conditions = paths[path].conditions();
    std::erase_if(places, [&](std::size_t place) {
        return place > deciding->place ||
               conditions[place].call != conditions[deciding->place].call;
    });
    follow_turn(places, path, paths, left, search);
}

Turning::Attempt Turning::turn(
    std::size_t path, std::size_t place, Paths& paths, Search& search, Rng& rng)
{
    KnownTurn& known = m_turns[paths[path].key_of_turn(place)];
    if (known.tries == most_tries)
    {
        return Attempt::known;
    }
    count_condition(known);
    Turn turn = turned(paths[path], place, search, rng);
    // The way is known by its decisions: a refutation that took numbers of this run for granted
    // says nothing about another run on the same way.
    const bool is_final = turn.verdict == Verdict::satisfiable ||
                          (turn.verdict == Verdict::unsatisfiable && !paths[path].is_bound(place));
    known.tries = is_final ? most_tries : known.tries + 1;
    if (turn.test)
    {
        known.test = turn.test;
    }
    return take(std::move(turn), path, place, paths, search);
}

Turning::Attempt Turning::turn_anew(
    std::size_t path, std::size_t place, Paths& paths, Search& search, Rng& rng)
{
    count_condition(m_turns[paths[path].key_of_turn(place)]);
    return take(turned(paths[path], place, search, rng), path, place, paths, search);
}

bool Turning::is_refuted(SymbolicPath& path, std::size_t place, const Search& search, Rng& rng)
{
    count_condition(m_turns[path.key_of_turn(place)]);
    return turned(path, place, search, rng).verdict == Verdict::unsatisfiable;
}

Turning::Attempt Turning::take(
    Turn turn, std::size_t path, std::size_t place, Paths& paths, Search& search)
{
    KnownTurn& known = m_turns[paths[path].key_of_turn(place)];
    if (!turn.test)
    {
        const bool is_refuted = turn.verdict == Verdict::unsatisfiable;
        known.fate = is_refuted ? TurnFate::refuted : TurnFate::unknown;
        return is_refuted ? Attempt::refuted : Attempt::unsolved;
    }
    ++m_work.models_run;
    known.fate = TurnFate::missed;
    if (!add_path(std::move(*turn.test), paths, search))
    {
        return Attempt::lost;
    }
    if (const auto cause = paths[path].diverted(paths.back(), place))
    {
        ++m_work.diverted[static_cast<std::size_t>(*cause)];
    }
    else
    {
        ++m_work.models_confirmed;
        known.fate = TurnFate::turned;
    }
    return Attempt::ran;
}

void Turning::follow_turn(std::span<const std::size_t> places, std::size_t path, Paths& paths,
    Allowance& left, Search& search)
{
    if (left.tests == 0 || search.is_over() || !has_share())
    {
        return;
    }
    for (const std::size_t place : places)
    {
        const std::uint64_t key = paths[path].key_of_turn(place);
        const std::optional<TestCase>& test = m_turns[key].test;
        if (test && m_followed.insert(key).second)
        {
            --left.tests;
            add_path(*test, paths, search);
            return;
        }
    }
}

Turning::Turn Turning::turned(SymbolicPath& path, std::size_t index, const Search& search, Rng& rng)
{
    const std::vector<symbolic::ExpressionId> constraints = path.constraints_to_turn(index);
    const std::function<bool()> is_over = [&search] { return search.is_over(); };
    const Query query{path.run().graph, constraints, path.run().literals, &is_over};
    const Answer answer = m_portfolio.solve(query, rng);
    Turn turn{answer.verdict, std::nullopt};
    if (answer.verdict == Verdict::satisfiable)
    {
        turn.test = path.with_model(answer.model, m_problem.catalogue, m_problem.types);
    }
    return turn;
}

bool Turning::add_path(TestCase test, Paths& paths, Search& search)
{
    m_is_running = true;
    const auto ran = search.run({test}, Record::path | Record::state);
    m_is_running = false;
    if (ran.empty() || ran.front().trace.symbolic == nullptr)
    {
        return false;
    }
    paths.emplace_back(std::move(test), ran.front().trace, m_options.max_path);
    for (std::size_t i = 0; i < m_work.concretised.size(); ++i)
    {
        m_work.concretised[i] += paths.back().run().concretised[i];
    }
    note_nearest(paths.back());
    m_reads.merge(reads_of(paths.back().accesses()));
    return true;
}

std::vector<Obstacle> Turning::obstacles() const
{
    std::vector<Obstacle> obstacles;
    for (const auto& [goal, fates] : m_obstacles)
    {
        const bool is_ignored = m_ignored != nullptr && m_ignored->contains(goal);
        if (m_problem.goals[goal].is_shown && !is_ignored)
        {
            obstacles.push_back({.goal = goal});
            for (const auto& [key, fate] : fates)
            {
                ++obstacles.back().ways[static_cast<std::size_t>(fate)];
            }
        }
    }
    return obstacles;
}

RefinementWork Turning::work() const
{
    RefinementWork work = m_work;
    work.obstacles = obstacles();
    for (const SolverCounts& solver : m_portfolio.solver_counts())
    {
        work.solvers.push_back({.name = solver.name,
            .asked = solver.asked,
            .satisfiable = solver.satisfiable,
            .unsatisfiable = solver.unsatisfiable,
            .unknown = solver.unknown,
            .wrong_models = solver.wrong_models,
            .effort = solver.effort,
            .failed = solver.failed,
            .late = solver.late,
            .failure = solver.failure,
            .complaint = solver.complaint});
    }
    return work;
}

}  // namespace sbst::dse
