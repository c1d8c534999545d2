// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/search/directed_mutation.hpp>

#include <fmt/format.h>

#include <utility>
#include <variant>

namespace sbst
{

namespace
{

void expect_probability(double value, const char* name)
{
    if (!(value >= 0.0 && value <= 1.0))
    {
        throw ConfigError(fmt::format("{}: found {}, expected 0 to 1", name, value));
    }
}

// The word of a literal, or null.
const U256* word_at(const TestCase& test, std::size_t statement, std::size_t argument)
{
    const Argument& place = test.statements[statement].arguments[argument];
    const auto* value = std::get_if<Value>(&place);
    return value != nullptr && value->is_word() ? &value->word() : nullptr;
}

// The step that would end at distance 0 if the distance were linear in the word: the last step,
// scaled by what is left over what it gained. Where the two distances are of different kinds, or
// too large to be scaled, twice the last step.
U256 secant_step(const U256& delta, const Distance& before, const Distance& after)
{
    const bool is_down = is_negative(delta);
    const U256 size = is_down ? -delta : delta;
    const U256 gain = before.whole - after.whole;
    const bool can_scale = before.level == after.level && after.whole < before.whole &&
                           bit_width(size) + bit_width(after.whole) <= 256;
    // Rounded up, so that an inexact quotient does not stop short for ever.
    const U256 next = can_scale ? (size * after.whole + gain - U256{1}) / gain : size << 1U;
    return is_down ? -next : next;
}

}  // namespace

void validate(const DirectedOptions& options)
{
    expect_probability(options.copy_prob, "directed copy_prob");
    expect_probability(options.insert_prob, "directed insert_prob");
    expect_probability(options.distance_step_prob, "directed distance_step_prob");
    expect_probability(options.cut_prob, "directed cut_prob");
    expect_probability(options.usual_weight, "directed usual_weight");
}

DirectedMutation::DirectedMutation(const TypeUniverse& types, const Catalogue& catalogue,
    SequenceOperators& operators, Relevance is_relevant, const DirectedOptions& options)
  : m_types(&types),
    m_catalogue(&catalogue),
    m_operators(&operators),
    m_is_relevant(std::move(is_relevant)),
    m_options(options)
{
    validate(options);
}

std::vector<TestCase> DirectedMutation::propose(const SearchState<TestCase>& state, Rng& rng)
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
        TestCase varied = vary(goal, nearest, rng);
        if (!(varied == *nearest.test))
        {
            tests.push_back(std::move(varied));
        }
    }
    m_steps = std::exchange(m_new_steps, {});
    return tests;
}

std::optional<U256> DirectedMutation::moved(
    const TestCase& test, std::size_t statement, std::size_t argument, const U256& delta) const
{
    const U256* word = word_at(test, statement, argument);
    if (word == nullptr)
    {
        return std::nullopt;
    }
    const CallableId callable = test.statements[statement].callable;
    const TypeId type = (*m_catalogue)[callable].parameters[argument].type;
    const U256 result = *word + delta;
    if (result == *word || !is_well_formed(Value(result), type, *m_types))
    {
        return std::nullopt;
    }
    return result;
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
        const auto word = moved(*nearest.test, last.statement, last.argument, delta);
        if (!word)
        {
            return std::nullopt;
        }
        TestCase test = *nearest.test;
        test.statements[last.statement].arguments[last.argument] = Value(*word);
        m_new_steps.push_back(
            {goal, test, last.statement, last.argument, delta, nearest.fitness.distance});
        return test;
    }
    return std::nullopt;
}

TestCase DirectedMutation::vary(GoalId goal, const Nearest& nearest, Rng& rng)
{
    TestCase test = *nearest.test;
    const std::size_t statement = choose_statement(goal, test, rng);
    if (rng.chance(m_options.cut_prob))
    {
        // Nothing refers forwards, so a head is well formed.
        test.statements.resize(statement + 1);
    }
    if (rng.chance(m_options.insert_prob))
    {
        insert_before(test, statement, rng);
    }
    else if (!test.statements[statement].arguments.empty())
    {
        change(goal, nearest, test, statement, rng);
    }
    return test;
}

std::size_t DirectedMutation::choose_statement(GoalId goal, const TestCase& test, Rng& rng)
{
    m_places.clear();
    for (std::size_t i = 0; i < test.length(); ++i)
    {
        if (m_is_relevant(goal, test.statements[i].callable))
        {
            m_places.push_back(i);
        }
    }
    return m_places.empty() ? rng.index(test.length()) : m_places[rng.index(m_places.size())];
}

std::size_t DirectedMutation::choose_argument(const Statement& statement, Rng& rng)
{
    m_weights.clear();
    for (const Parameter& parameter : (*m_catalogue)[statement.callable].parameters)
    {
        m_weights.push_back(parameter.usual ? m_options.usual_weight : 1.0);
    }
    return rng.weighted(m_weights);
}

void DirectedMutation::change(
    GoalId goal, const Nearest& nearest, TestCase& test, std::size_t statement, Rng& rng)
{
    const std::size_t argument = choose_argument(test.statements[statement], rng);
    if (rng.chance(m_options.copy_prob) && copy_from_elsewhere(test, statement, argument, rng))
    {
        return;
    }
    const U256* before = word_at(test, statement, argument);
    const U256 old = before != nullptr ? *before : U256{};
    const bool is_word = before != nullptr;
    const Distance& distance = nearest.fitness.distance;
    if (is_word && rng.chance(m_options.distance_step_prob))
    {
        const U256 delta = rng.chance(0.5) ? distance.whole : -distance.whole;
        if (const auto word = moved(test, statement, argument, delta))
        {
            test.statements[statement].arguments[argument] = Value(*word);
        }
    }
    if (before == nullptr || *before == old)
    {
        const Change made = m_operators->change_argument(test, statement, argument, rng);
        if (made.inserted > 0)
        {
            return;
        }
    }
    const U256* after = word_at(test, statement, argument);
    if (is_word && after != nullptr)
    {
        m_new_steps.push_back({goal, test, statement, argument, *after - old, distance});
    }
}

bool DirectedMutation::copy_from_elsewhere(
    TestCase& test, std::size_t statement, std::size_t argument, Rng& rng) const
{
    const auto type_of = [this](const Statement& call, std::size_t place) {
        return (*m_catalogue)[call.callable].parameters[place].type;
    };
    const TypeId wanted = type_of(test.statements[statement], argument);
    Argument& place = test.statements[statement].arguments[argument];
    std::vector<const Value*> found;
    for (const Statement& call : test.statements)
    {
        for (std::size_t i = 0; i < call.arguments.size(); ++i)
        {
            const auto* value = std::get_if<Value>(&call.arguments[i]);
            if (value != nullptr && type_of(call, i) == wanted && !(call.arguments[i] == place))
            {
                found.push_back(value);
            }
        }
    }
    if (found.empty())
    {
        return false;
    }
    const Value copy = *found[rng.index(found.size())];
    place = copy;
    return true;
}

void DirectedMutation::insert_before(TestCase& test, std::size_t statement, Rng& rng)
{
    const auto callables = m_catalogue->under_test();
    const std::size_t first = m_catalogue->openings().empty() ? 0 : 1;
    if (callables.empty() || statement < first ||
        test.length() >= m_operators->options().max_length)
    {
        return;
    }
    const std::size_t position = first + rng.index(statement - first + 1);
    m_operators->insert_call(test, callables[rng.index(callables.size())], position, rng);
}

}  // namespace sbst
