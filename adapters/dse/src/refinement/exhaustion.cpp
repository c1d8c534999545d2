// SPDX-License-Identifier: Apache-2.0
#include "exhaustion.hpp"

#include <sbst/symbolic/path.hpp>

#include <algorithm>
#include <utility>

namespace sbst::dse
{

using symbolic::Concretised;

Exhaustion::Exhaustion(const RefinedProblem& problem)
  : m_problem(problem),
    m_states(problem.catalogue.size(), State::untried),
    m_cuts(problem.catalogue.size(), 0)
{
    if (problem.closed != nullptr)
    {
        for (const ClosedCallables::Reached& reached : problem.closed->goals)
        {
            m_callables.emplace(reached.goal, reached.callables);
        }
    }
}

bool Exhaustion::has_untried(GoalId goal) const
{
    const auto found = m_callables.find(goal);
    if (found == m_callables.end() || !m_refuted.empty())
    {
        return false;
    }
    const auto has_state = [this](State state) {
        return [this, state](CallableId callable) { return m_states[callable.index()] == state; };
    };
    return std::ranges::any_of(found->second, has_state(State::untried)) &&
           std::ranges::none_of(found->second, has_state(State::given_up));
}

void Exhaustion::work_on(
    GoalId goal, const TestCase& like, Turning& turning, Search& search, Rng& rng)
{
    bool has_news = false;
    for (const CallableId callable : m_callables.at(goal))
    {
        State& state = m_states[callable.index()];
        if (state != State::untried || !turning.has_share(least_share))
        {
            continue;
        }
        state = take_all_ways(callable, like, turning, search, rng);
        has_news = has_news || state == State::exhausted;
        if (state == State::untried && ++m_cuts[callable.index()] > most_cuts)
        {
            state = State::given_up;
        }
    }
    if (has_news && m_refuted.empty())
    {
        prove_goals(search.state().archive);
    }
}

void Exhaustion::refute(GoalId goal, const TestCase& test)
{
    m_refuted = refuted_text(m_problem.goals[goal]);
    m_refuting_test = to_text(test, m_problem.catalogue, m_problem.types);
    m_proved.clear();
}

Exhaustion::State Exhaustion::take_all_ways(
    CallableId callable, const TestCase& like, Turning& turning, Search& search, Rng& rng)
{
    turning.begin(GoalId{});
    Ways ways{.turning = turning, .search = search, .rng = rng};
    if (!turning.add_path(shortest_test(callable, like), ways.paths, search))
    {
        return search.is_over() ? State::untried : State::given_up;
    }
    ways.pending.push_back({0, 0});
    while (!ways.pending.empty())
    {
        if (!m_refuted.empty())
        {
            return State::given_up;
        }
        const Pending way = ways.pending.back();
        ways.pending.pop_back();
        const State state = take_ways_beside(way, ways);
        if (state != State::exhausted)
        {
            return state;
        }
    }
    return State::exhausted;
}

Exhaustion::State Exhaustion::take_ways_beside(Pending way, Ways& ways)
{
    Paths& paths = ways.paths;
    if (!is_whole(paths[way.path]))
    {
        return State::given_up;
    }
    const std::vector<PathCondition>& conditions = paths[way.path].conditions();
    const std::size_t call = paths[way.path].test().length() - 1;
    for (std::size_t place = way.from; place < conditions.size(); ++place)
    {
        // What hangs on no literal is the same in every call of a closed callable.
        if (conditions[place].call != call || !conditions[place].condition.is_valid())
        {
            continue;
        }
        if (ways.search.is_over() || !ways.turning.has_share())
        {
            return State::untried;
        }
        const std::size_t before = paths.size();
        if (before == most_ways || !take_turn(way.path, place, ways))
        {
            return ways.search.is_over() ? State::untried : State::given_up;
        }
        if (paths.size() > before)
        {
            ways.pending.push_back({before, place + 1});
        }
    }
    return State::exhausted;
}

bool Exhaustion::take_turn(std::size_t path, std::size_t place, Ways& ways)
{
    Paths& paths = ways.paths;
    if (!paths[path].conditions()[place].is_decision)
    {
        // Another place is no other side: there may be many.
        return ways.turning.is_refuted(paths[path], place, ways.search, ways.rng);
    }
    const Turning::Attempt attempt =
        ways.turning.turn_anew(path, place, paths, ways.search, ways.rng);
    if (attempt != Turning::Attempt::ran)
    {
        return attempt == Turning::Attempt::refuted;
    }
    return !paths[path].diverted(paths.back(), place);
}

/// The call ran to its end, no condition is missing, and none hangs on more than is said.
bool Exhaustion::is_whole(SymbolicPath& path)
{
    const std::vector<PathCondition>& conditions = path.conditions();
    const std::size_t call = path.test().length() - 1;
    const auto is_of_call = [call](
                                const PathCondition& condition) { return condition.call == call; };
    if (path.is_cut() || std::ranges::none_of(conditions, is_of_call))
    {
        return false;
    }
    for (std::size_t kind = 0; kind < path.run().concretised.size(); ++kind)
    {
        // What a place takes for granted is a condition of its own, and only other calls have
        // arguments with a number of items: see ClosedCallables.
        const bool is_harmless = static_cast<Concretised>(kind) == Concretised::place ||
                                 static_cast<Concretised>(kind) == Concretised::length;
        if (!is_harmless && path.run().concretised[kind] > 0)
        {
            return false;
        }
    }
    return true;
}

TestCase Exhaustion::shortest_test(CallableId callable, const TestCase& like) const
{
    TestCase test;
    if (like.length() > 0 && m_problem.catalogue.is_opening(like.calls.front().callable))
    {
        test.calls.push_back(like.calls.front());
    }
    Call call{callable, {}};
    for (const Parameter& parameter : m_problem.catalogue[callable].parameters)
    {
        call.arguments.emplace_back(
            parameter.usual.value_or(neutral_value(parameter.type, m_problem.types)));
    }
    test.calls.push_back(std::move(call));
    return test;
}

void Exhaustion::prove_goals(const Archive<TestCase>& archive)
{
    for (const ClosedCallables::Reached& reached : m_problem.closed->goals)
    {
        const bool is_exhausted = std::ranges::all_of(reached.callables,
            [this](CallableId callable) { return m_states[callable.index()] == State::exhausted; });
        if (is_exhausted && !archive.is_covered(reached.goal))
        {
            m_proved.insert(reached.goal);
        }
    }
}

}  // namespace sbst::dse
