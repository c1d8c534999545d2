// SPDX-License-Identifier: Apache-2.0
#include "../base/checks.hpp"

#include <sbst/criteria/context_branch.hpp>
#include <sbst/error.hpp>
#include <sbst/guided/sequence_slice.hpp>
#include <sbst/search/directed_mutation.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>
#include <variant>

namespace sbst
{

namespace
{

constexpr int max_tries = 4;

// Tells whether an earlier call equals the last one.
bool is_repeated(const TestCase& test)
{
    const auto last = std::prev(test.calls.end());
    return std::find(test.calls.begin(), last, *last) != last;
}

// The step that would reach distance 0 if the distance were linear in the word: the last step times
// the remaining distance, divided by the gain of the last step. If the two distances are of
// different kinds, or too large to be scaled, it is twice the last step.
U256 secant_step(const U256& delta, const Distance& before, const Distance& after)
{
    const bool is_down = is_negative(delta);
    const U256 size = is_down ? -delta : delta;
    const U256 gain = before.whole - after.whole;
    const bool can_scale = before.level == after.level && after.whole < before.whole &&
                           bit_width(size) + bit_width(after.whole) <= 256;
    // Rounded up, so that an inexact quotient does not stop short every time.
    const U256 next = can_scale ? (size * after.whole + gain - U256{1}) / gain : size << 1U;
    return is_down ? -next : next;
}

}  // namespace

void validate(const DirectedOptions& options)
{
    check_probability("directed drift_prob", options.drift_prob);
    check_probability("directed elsewhere_prob", options.elsewhere_prob);
    check_probability("directed substitute_prob", options.substitute_prob);
    check_probability("directed copy_prob", options.copy_prob);
    check_probability("directed insert_prob", options.insert_prob);
    check_probability("directed share_prob", options.share_prob);
    check_probability("directed distance_step_prob", options.distance_step_prob);
    check_probability("directed boundary_prob", options.boundary_prob);
    check_probability("directed low_bits_prob", options.low_bits_prob);
    check_probability("directed second_change_prob", options.second_change_prob);
    check_probability("directed earlier_prob", options.earlier_prob);
    check_probability("directed repeat_prob", options.repeat_prob);
    check_probability("directed cut_prob", options.cut_prob);
    check_probability("directed clear_prob", options.clear_prob);
    check_probability("directed role_weight", options.role_weight);
    double sum = 0.0;
    for (const double weight : options.copy_mix)
    {
        check_probability("directed copy_mix", weight);
        sum += weight;
    }
    if (!(sum > 0.0))
    {
        throw ConfigError("directed copy_mix: found only zeros, expected a positive weight");
    }
}

DirectedMutation::DirectedMutation(SequenceOperators& operators, const GoalGraph& goals,
    Relevance is_relevant, const DirectedOptions& options)
  : m_catalogue(&operators.catalogue()),
    m_operators(&operators),
    m_goals(&goals),
    m_is_relevant(std::move(is_relevant)),
    m_changes(operators.types(), operators.catalogue()),
    m_input_to_state(operators.types(), operators.catalogue(), goals),
    m_options(options)
{
    validate(options);
}

void DirectedMutation::on_evaluated(const Evaluated<TestCase>& evaluated)
{
    m_input_to_state.observe(evaluated);
    for (std::size_t i = 0; i < evaluated.goals.size(); ++i)
    {
        const std::size_t goal = evaluated.goals[i].index();
        const Fitness& fitness = evaluated.after[i];
        m_ties.resize(std::max(m_ties.size(), goal + 1));
        Tie& tie = m_ties[goal];
        if (fitness < tie.fitness)
        {
            tie = {.fitness = fitness, .count = 0, .test = {}};
        }
        else if (fitness == tie.fitness && !fitness.is_covered() &&
                 ++tie.count % drift_interval == 0)
        {
            tie.test = evaluated.test;
        }
    }
}

DirectedMutation::Nearest DirectedMutation::start(
    GoalId goal, const Nearest& nearest, Rng& rng) const
{
    const Tie* tie = goal.index() < m_ties.size() ? &m_ties[goal.index()] : nullptr;
    const bool is_known =
        tie != nullptr && tie->fitness == nearest.fitness && tie->count >= drift_interval;
    return is_known && rng.chance(m_options.drift_prob) ? Nearest{&tie->test, tie->fitness} :
                                                          nearest;
}

std::vector<TestCase> DirectedMutation::refine(const SearchState<TestCase>& state, Rng& rng)
{
    std::vector<GoalId> goals;
    for (const GoalId goal : state.goals)
    {
        if (state.archive.nearest(goal))
        {
            goals.push_back(goal);
        }
    }
    std::vector<TestCase> tests;
    m_new_steps.clear();
    for (std::size_t i = 0; i < m_options.tests_per_generation && !goals.empty(); ++i)
    {
        const GoalId goal = goals[rng.index(goals.size())];
        const Nearest nearest = *state.archive.nearest(goal);
        if (auto next = follow(goal, nearest))
        {
            tests.push_back(*std::move(next));
            continue;
        }
        if (auto other = from_elsewhere(goal, nearest, state.archive, rng))
        {
            tests.push_back(*std::move(other));
            continue;
        }
        const Nearest base = start(goal, nearest, rng);
        TestCase varied = vary(goal, base, rng);
        if (!(varied == *base.test))
        {
            tests.push_back(std::move(varied));
        }
    }
    m_steps = std::exchange(m_new_steps, {});
    return tests;
}

std::optional<TestCase> DirectedMutation::from_elsewhere(
    GoalId goal, const Nearest& nearest, const Archive<TestCase>& archive, Rng& rng)
{
    m_elsewhere.clear();
    for (const GoalId parent : m_goals->parents(goal))
    {
        const Goal& check = (*m_goals)[parent];
        if (!is_context_branch(check) || archive.is_covered(parent))
        {
            continue;
        }
        for (const GoalId other : m_goals->goals_of(ContextBranchCriterion::id))
        {
            if (other.is_valid() && (*m_goals)[other].predicate == check.predicate &&
                outcome_of((*m_goals)[other]) == outcome_of(check) && archive.is_covered(other))
            {
                m_elsewhere.push_back(other);
            }
        }
    }
    if (m_elsewhere.empty() || nearest.test->length() == 0 || !rng.chance(m_options.elsewhere_prob))
    {
        return std::nullopt;
    }
    TestCase test = *archive.find(m_elsewhere[rng.index(m_elsewhere.size())]);
    const std::size_t call = choose_call(goal, nearest, rng);
    const bool is_whole =
        std::ranges::none_of(nearest.test->calls[call].arguments, [&](const Argument& argument) {
            return std::holds_alternative<ResultRef>(resolve(*nearest.test, argument));
        });
    const bool begins_alike =
        test.length() > 0 && (m_catalogue->openings().empty() ||
                                 test.calls[0].callable == nearest.test->calls[0].callable);
    if (!is_whole || !begins_alike || is_opening(nearest.test->calls[call].callable) ||
        test.length() >= m_operators->options().max_length)
    {
        return std::nullopt;
    }
    const std::array<std::size_t, 2> calls{0, call};
    const bool has_opening = !m_catalogue->openings().empty();
    append_sequence(test,
        part_of(*nearest.test, std::span(calls).subspan(has_opening && call > 0 ? 0 : 1)),
        has_opening && call > 0 ? 1 : 0, *m_catalogue);
    // What an argument needs may come before the call, which stays the last one.
    const auto change_last = [&] {
        const std::size_t last = test.length() - 1;
        explore(test, {last, choose_argument(test.calls[last], rng)}, rng);
    };
    if (!test.calls.back().arguments.empty())
    {
        change_last();
        if (rng.chance(m_options.second_change_prob))
        {
            change_last();
        }
    }
    return test;
}

std::optional<TestCase> DirectedMutation::follow(GoalId goal, const Nearest& nearest)
{
    for (Step& last : m_steps)
    {
        if (last.goal != goal || is_zero(last.delta) || !(last.test == *nearest.test))
        {
            continue;
        }
        const U256 delta =
            secant_step(std::exchange(last.delta, U256{}), last.before, nearest.fitness.distance);
        TestCase test = *nearest.test;
        if (!m_changes.step(test, last.place, delta))
        {
            return std::nullopt;
        }
        m_new_steps.push_back({goal, test, last.place, delta, nearest.fitness.distance});
        return test;
    }
    return std::nullopt;
}

TestCase DirectedMutation::vary(GoalId goal, const Nearest& nearest, Rng& rng)
{
    if (nearest.test->length() == 0)
    {
        // A subject without callables has no other tests.
        return *nearest.test;
    }
    // Substitution comes first: it can reach an equality in one step, which no other change can.
    if (rng.chance(m_options.substitute_prob))
    {
        if (auto test = m_input_to_state.substitute(goal, nearest.fitness, *nearest.test, rng))
        {
            return *std::move(test);
        }
    }
    TestCase test = *nearest.test;
    const std::size_t call = choose_call(goal, nearest, rng);
    if (rng.chance(m_options.cut_prob))
    {
        // No call refers to later ones, so a head of a test is well formed.
        test.calls.resize(call + 1);
    }
    if (rng.chance(m_options.insert_prob))
    {
        insert_before(test, call, rng);
        return test;
    }
    const bool is_earlier = call > 0 && rng.chance(m_options.earlier_prob);
    const std::size_t place = is_earlier ? choose_earlier(call, rng) : call;
    if (test.calls[place].arguments.empty())
    {
        return test;
    }
    if (!is_earlier && rng.chance(m_options.repeat_prob) && !is_opening(test.calls[place].callable))
    {
        repeat(test, place, rng);
    }
    else
    {
        change(goal, nearest, test, place, rng);
    }
    return test;
}

std::size_t DirectedMutation::choose_earlier(std::size_t call, Rng& rng) const
{
    return !m_catalogue->openings().empty() && rng.chance(0.5) ? 0 : rng.index(call);
}

std::size_t DirectedMutation::choose_call(GoalId goal, const Nearest& nearest, Rng& rng)
{
    const TestCase& test = *nearest.test;
    const auto known = m_input_to_state.deciding_call(goal, nearest.fitness);
    if (known && *known < test.length() && m_is_relevant(goal, test.calls[*known].callable))
    {
        return *known;
    }
    m_places.clear();
    for (std::size_t i = 0; i < test.length(); ++i)
    {
        if (m_is_relevant(goal, test.calls[i].callable))
        {
            m_places.push_back(i);
        }
    }
    return m_places.empty() ? rng.index(test.length()) : m_places[rng.index(m_places.size())];
}

std::size_t DirectedMutation::choose_argument(const Call& call, Rng& rng)
{
    m_weights.clear();
    for (const Parameter& parameter : (*m_catalogue)[call.callable].parameters)
    {
        m_weights.push_back(parameter.role.empty() ? 1.0 : m_options.role_weight);
    }
    return rng.weighted(m_weights);
}

void DirectedMutation::insert_before(TestCase& test, std::size_t call, Rng& rng)
{
    const auto callables = m_catalogue->under_test();
    const std::size_t first = m_catalogue->openings().empty() ? 0 : 1;
    if (callables.empty() || call < first || test.length() >= m_operators->options().max_length)
    {
        return;
    }
    const std::size_t position = first + rng.index(call - first + 1);
    const CallableId callable = callables[rng.index(callables.size())];
    const std::size_t inserted = m_operators->insert_call(test, callable, position, rng).inserted;
    if (inserted > 0)
    {
        m_changes.share(test, position + inserted - 1, call + inserted, m_options.share_prob, rng);
    }
}

bool DirectedMutation::is_opening(CallableId callable) const
{
    const auto openings = m_catalogue->openings();
    return std::find(openings.begin(), openings.end(), callable) != openings.end();
}

// Erases earlier calls of the same callable whose results are not used; returns the new place of
// the call.
std::size_t DirectedMutation::clear_before(TestCase& test, std::size_t call, Rng& rng)
{
    for (std::size_t i = call; i-- > 0;)
    {
        const bool is_same = test.calls[i].callable == test.calls[call].callable;
        const bool is_used = std::any_of(test.calls.begin(), test.calls.end(),
            [i](const Call& user) { return uses_result_of(user, i); });
        if (is_same && !is_used)
        {
            m_operators->erase(test, i, rng);
            --call;
        }
    }
    return call;
}

void DirectedMutation::repeat(TestCase& test, std::size_t call, Rng& rng)
{
    const std::size_t max_length = m_operators->options().max_length;
    test.calls.resize(call + 1);
    if (rng.chance(m_options.clear_prob))
    {
        call = clear_before(test, call, rng);
    }
    m_places.assign(1, call);
    const std::size_t argument = choose_argument(test.calls[call], rng);
    for (std::size_t i = 0; i < m_options.copies && test.length() < max_length; ++i)
    {
        // A copy may be made from a copy as well as from the call itself: some goals are several
        // changes away.
        Call copy = test.calls[m_places[rng.index(m_places.size())]];
        test.calls.push_back(std::move(copy));
        for (int tries = 0; tries < max_tries && is_repeated(test); ++tries)
        {
            explore(test, {test.length() - 1, argument}, rng);
            if (rng.chance(m_options.second_change_prob))
            {
                const std::size_t other = choose_argument(test.calls.back(), rng);
                explore(test, {test.length() - 1, other}, rng);
            }
        }
        m_places.push_back(test.length() - 1);
    }
}

void DirectedMutation::explore(TestCase& test, ArgumentPlace place, Rng& rng)
{
    const std::size_t way = rng.weighted(m_options.copy_mix);
    const bool is_changed = way == 0 ? m_changes.copy_from_elsewhere(test, place, rng) :
                            way == 1 ? m_changes.go_to_boundary(test, place, rng) :
                            way == 2 ? m_changes.redraw_low_bits(test, place, rng) :
                                       false;
    if (!is_changed)
    {
        m_operators->change_argument(test, place.call, place.argument, rng);
    }
}

void DirectedMutation::change(
    GoalId goal, const Nearest& nearest, TestCase& test, std::size_t call, Rng& rng)
{
    if (rng.chance(m_options.second_change_prob))
    {
        const std::size_t other = choose_argument(test.calls[call], rng);
        if (!m_changes.go_to_boundary(test, {call, other}, rng))
        {
            // Calls that the new argument needs were inserted before the call.
            call += m_operators->change_argument(test, call, other, rng).inserted;
        }
    }
    const ArgumentPlace place{call, choose_argument(test.calls[call], rng)};
    if ((rng.chance(m_options.copy_prob) && m_changes.copy_from_elsewhere(test, place, rng)) ||
        (rng.chance(m_options.boundary_prob) && m_changes.go_to_boundary(test, place, rng)) ||
        (rng.chance(m_options.low_bits_prob) && m_changes.redraw_low_bits(test, place, rng)))
    {
        return;
    }
    // The step is remembered with the distance before it, which secant_step() needs.
    const std::optional<U256> before = ArgumentChanges::word(test, place);
    const Distance& distance = nearest.fitness.distance;
    const bool is_stepped =
        before && rng.chance(m_options.distance_step_prob) &&
        m_changes.step(test, place, rng.chance(0.5) ? distance.whole : -distance.whole);
    if (!is_stepped &&
        m_operators->change_argument(test, place.call, place.argument, rng).inserted > 0)
    {
        return;
    }
    const std::optional<U256> after = ArgumentChanges::word(test, place);
    if (before && after)
    {
        m_new_steps.push_back({goal, test, place, *after - *before, distance});
    }
}

}  // namespace sbst
