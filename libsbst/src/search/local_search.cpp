// SPDX-License-Identifier: Apache-2.0
#include "../base/checks.hpp"
#include "local_search_attempt.hpp"

#include <sbst/error.hpp>
#include <sbst/search/alternating_variable.hpp>
#include <sbst/search/local_search.hpp>

#include <algorithm>
#include <span>
#include <utility>
#include <variant>

namespace sbst
{

namespace
{

constexpr std::size_t most_intervals = 16;

}  // namespace

void validate(const LocalSearchOptions& options)
{
    check_probability("local search max_share", options.max_share);
    if (options.tests_per_goal == 0)
    {
        throw ConfigError("local search tests_per_goal is 0, expected at least 1");
    }
}

/// One literal of an attempt.
class LocalSearch::PlaceTrial final : public LiteralTrial
{
public:
    /// Precondition: the literal is there.
    PlaceTrial(Attempt& attempt, const Place& place, const TypeUniverse& types)
      : m_attempt(attempt),
        m_place(place),
        m_types(types),
        m_test(attempt.test()),
        m_value(*find_literal(m_test, place.call, place.argument, place.items))
    {}

    Result run(std::vector<Value> values) override
    {
        std::vector<TestCase> tests;
        std::vector<std::size_t> numbers;
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            if (!(values[i] == m_value) && is_well_formed(values[i], m_place.type, m_types))
            {
                *find_literal(m_test, m_place.call, m_place.argument, m_place.items) = values[i];
                tests.push_back(m_test);
                numbers.push_back(i);
            }
        }
        const Fitness before = m_attempt.fitness();
        std::optional<std::size_t> kept;
        const auto found = m_attempt.run(std::move(tests), kept);
        Result result;
        result.is_plateau =
            !found.empty() && std::all_of(found.begin(), found.end(),
                                  [&before](const Fitness& one) { return one == before; });
        if (kept)
        {
            result.nearest = numbers[*kept];
            m_value = std::move(values[numbers[*kept]]);
        }
        return result;
    }
    [[nodiscard]] const Value& value() const override { return m_value; }
    [[nodiscard]] const Fitness& fitness() const override { return m_attempt.fitness(); }
    [[nodiscard]] bool is_over() const override { return m_attempt.is_over(); }

private:
    Attempt& m_attempt;
    const Place& m_place;
    const TypeUniverse& m_types;
    TestCase m_test;
    Value m_value;
};

LocalSearch::LocalSearch(
    const SequenceOperators& operators, Relevance is_relevant, const LocalSearchOptions& options)
  : m_operators(&operators),
    m_is_relevant(std::move(is_relevant)),
    m_options(options),
    m_interval(options.interval),
    m_generations_left(options.interval)
{
    validate(options);
}

void LocalSearch::on_evaluated(const Evaluated<TestCase>& evaluated)
{
    ++m_executions;
    if (!m_watched)
    {
        return;
    }
    ++m_ran;
    // The goal is no column any more when a test of this batch covered it. That test is in the
    // archive, and no other is needed.
    const auto column =
        std::lower_bound(evaluated.goals.begin(), evaluated.goals.end(), *m_watched);
    const bool is_open = column != evaluated.goals.end() && *column == *m_watched;
    m_found.push_back(
        is_open ? evaluated.after[static_cast<std::size_t>(column - evaluated.goals.begin())] :
                  Fitness::worst());
}

std::size_t LocalSearch::left_of_share() const
{
    // After q more tests, q + ran is to be at most the share of q + executions.
    const double share = m_options.max_share;
    const double left = (share * static_cast<double>(m_executions)) - static_cast<double>(m_ran);
    const double most = left / (1.0 - share);
    // More than any run executes, and exact as a double.
    constexpr double unlimited = 0x1p53;
    return static_cast<std::size_t>(share >= 1.0 ? unlimited : std::clamp(most, 0.0, unlimited));
}

bool LocalSearch::is_time(const Archive<TestCase>& archive)
{
    const std::size_t before = std::exchange(m_covered_count, archive.covered_count());
    if (m_covered_count > before)
    {
        m_generations_left = m_interval;
        return false;
    }
    return --m_generations_left == 0;
}

void LocalSearch::explore(Exploration<TestCase>& search, Rng& rng)
{
    if (m_options.interval == 0 || !is_time(search.state().archive))
    {
        return;
    }
    std::vector<GoalId> goals = stalled_goals(search.state());
    rng.shuffle(std::span(goals));
    bool has_covered = false;
    for (const GoalId goal : goals)
    {
        const std::size_t quota = std::min(m_options.tests_per_goal, left_of_share());
        if (quota == 0 || search.is_over())
        {
            break;
        }
        // Tests for another goal may have covered it.
        if (search.state().archive.nearest(goal))
        {
            has_covered = work_on(goal, quota, search, rng) || has_covered;
        }
    }
    if (has_covered || goals.empty())
    {
        m_interval = m_options.interval;
    }
    else
    {
        m_interval = std::min(2 * m_interval, most_intervals * m_options.interval);
    }
    m_generations_left = m_interval;
    m_covered_count = search.state().archive.covered_count();
}

std::vector<GoalId> LocalSearch::stalled_goals(const SearchState<TestCase>& state)
{
    std::vector<GoalId> near;
    std::vector<GoalId> behind;
    for (const GoalId goal : state.goals)
    {
        const auto nearest = state.archive.nearest(goal);
        if (!nearest)
        {
            continue;
        }
        m_seen.resize(std::max(m_seen.size(), goal.index() + 1));
        Seen& seen = m_seen[goal.index()];
        const std::uint64_t arrivals = state.archive.arrivals(goal) + 1;
        const bool is_stalled = std::exchange(seen.last_round, arrivals) == arrivals;
        const Distance& distance = nearest->fitness.distance;
        if (is_stalled && seen.gave_up != arrivals && !is_zero(distance) &&
            distance < Distance::infinite())
        {
            (nearest->fitness.approach_level == 0 ? near : behind).push_back(goal);
        }
    }
    // The way to a goal behind another one leads over that one.
    return near.empty() ? behind : near;
}

bool LocalSearch::work_on(GoalId goal, std::size_t quota, Exploration<TestCase>& search, Rng& rng)
{
    Attempt attempt(*this, search, goal, quota);
    const Fitness start = attempt.fitness();
    // Most goals depend on the calls that decide them.
    for (const bool is_relevant : {true, false})
    {
        const std::vector<Place> places = literals_of(goal, attempt.test(), is_relevant);
        const std::vector<Place> chosen = influential(attempt, places, rng);
        move(attempt, chosen);
        if (attempt.is_over() || !chosen.empty())
        {
            break;
        }
    }
    const Archive<TestCase>& archive = search.state().archive;
    if (!(attempt.fitness() < start))
    {
        m_seen[goal.index()].gave_up = archive.arrivals(goal) + 1;
    }
    return archive.is_covered(goal);
}

void LocalSearch::move(Attempt& attempt, std::span<const Place> places) const
{
    const ValueOptions& values = m_operators->options().values;
    ClimbLimits limits;
    limits.max_array_length = values.long_array_prob > 0.0 ?
                                  std::max(values.max_array_length, values.max_long_array) :
                                  values.max_array_length;
    bool is_nearer = true;
    while (is_nearer && !attempt.is_over())
    {
        is_nearer = false;
        for (const Place& place : places)
        {
            TestCase test = attempt.test();
            const bool is_there =
                find_literal(test, place.call, place.argument, place.items) != nullptr;
            if (is_there && !attempt.is_over())
            {
                PlaceTrial trial(attempt, place, m_operators->types());
                is_nearer = climb(trial, place.type, m_operators->types(), limits) || is_nearer;
            }
        }
    }
}

}  // namespace sbst
