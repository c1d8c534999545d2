// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/search/directed_mutation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <variant>

namespace sbst
{

namespace
{

constexpr int max_tries = 4;

void expect_probability(double value, const char* name)
{
    if (!(value >= 0.0 && value <= 1.0))
    {
        throw ConfigError(fmt::format("{}: found {}, expected 0 to 1", name, value));
    }
}

// Tells whether the last statement stands before already.
bool is_repeated(const TestCase& test)
{
    const auto last = std::prev(test.statements.end());
    return std::find(test.statements.begin(), last, *last) != last;
}

// The word that an argument is or refers to; null where it is the result of a call, or no word.
const U256* word_at(const TestCase& test, std::size_t statement, std::size_t argument)
{
    const Argument& place = resolve(test, test.statements[statement].arguments[argument]);
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
    expect_probability(options.drift_prob, "directed drift_prob");
    expect_probability(options.substitute_prob, "directed substitute_prob");
    expect_probability(options.copy_prob, "directed copy_prob");
    expect_probability(options.insert_prob, "directed insert_prob");
    expect_probability(options.share_prob, "directed share_prob");
    expect_probability(options.distance_step_prob, "directed distance_step_prob");
    expect_probability(options.boundary_prob, "directed boundary_prob");
    expect_probability(options.low_bits_prob, "directed low_bits_prob");
    expect_probability(options.second_change_prob, "directed second_change_prob");
    expect_probability(options.repeat_prob, "directed repeat_prob");
    expect_probability(options.cut_prob, "directed cut_prob");
    expect_probability(options.clear_prob, "directed clear_prob");
    expect_probability(options.role_weight, "directed role_weight");
}

DirectedMutation::DirectedMutation(const TypeUniverse& types, const Catalogue& catalogue,
    const GoalGraph& goals, SequenceOperators& operators, Relevance is_relevant, const DirectedOptions& options)
  : m_types(&types),
    m_catalogue(&catalogue),
    m_operators(&operators),
    m_is_relevant(std::move(is_relevant)),
    m_input_to_state(types, catalogue, goals),
    m_options(options)
{
    validate(options);
}

void DirectedMutation::observe(const Evaluated<TestCase>& evaluated)
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
    const bool is_known = tie != nullptr && tie->fitness == nearest.fitness &&
                          tie->count >= drift_interval;
    return is_known && rng.chance(m_options.drift_prob) ? Nearest{&tie->test, tie->fitness} :
                                                          nearest;
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
    if (rng.chance(m_options.substitute_prob))
    {
        if (auto test = m_input_to_state.substitute(goal, nearest.fitness, *nearest.test, rng))
        {
            return *std::move(test);
        }
    }
    TestCase test = *nearest.test;
    const std::size_t statement = choose_statement(goal, nearest, rng);
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
        if (rng.chance(m_options.repeat_prob) && can_repeat(test, statement))
        {
            repeat(test, statement, rng);
        }
        else
        {
            change_once_or_twice(goal, nearest, test, statement, rng);
        }
    }
    return test;
}

// Erases earlier calls of the same callable whose results nobody uses; returns where the statement
// is then.
std::size_t DirectedMutation::clear_before(TestCase& test, std::size_t statement, Rng& rng)
{
    for (std::size_t i = statement; i-- > 0;)
    {
        const bool is_same = test.statements[i].callable == test.statements[statement].callable;
        const bool is_used = std::any_of(test.statements.begin(), test.statements.end(),
            [i](const Statement& call) { return uses_result_of(call, i); });
        if (is_same && !is_used)
        {
            m_operators->erase(test, i, rng);
            --statement;
        }
    }
    return statement;
}

bool DirectedMutation::can_repeat(const TestCase& test, std::size_t statement) const
{
    const auto openings = m_catalogue->openings();
    return std::find(openings.begin(), openings.end(), test.statements[statement].callable) ==
           openings.end();
}

void DirectedMutation::repeat(TestCase& test, std::size_t statement, Rng& rng)
{
    const std::size_t max_length = m_operators->options().max_length;
    test.statements.resize(statement + 1);
    if (rng.chance(m_options.clear_prob))
    {
        statement = clear_before(test, statement, rng);
    }
    m_places.assign(1, statement);
    const std::size_t argument = choose_argument(test.statements[statement], rng);
    for (std::size_t i = 0; i < m_options.copies && test.length() < max_length; ++i)
    {
        // Of a copy as often as of the call itself: some are several changes away.
        Statement copy = test.statements[m_places[rng.index(m_places.size())]];
        test.statements.push_back(std::move(copy));
        for (int tries = 0; tries < max_tries && is_repeated(test); ++tries)
        {
            explore(test, test.length() - 1, argument, rng);
            if (rng.chance(m_options.second_change_prob))
            {
                const std::size_t last = test.length() - 1;
                explore(test, last, choose_argument(test.statements[last], rng), rng);
            }
        }
        m_places.push_back(test.length() - 1);
    }
}

void DirectedMutation::explore(
    TestCase& test, std::size_t statement, std::size_t argument, Rng& rng)
{
    const double draw = rng.real();
    if (draw < 0.1 && copy_from_elsewhere(test, statement, argument, rng)) return;
    if (draw < 0.2 && go_to_boundary(test, statement, argument, rng)) return;
    if (draw < 0.7 && redraw_low_bits(test, statement, argument, rng)) return;
    m_operators->change_argument(test, statement, argument, rng);
}

void DirectedMutation::change_once_or_twice(
    GoalId goal, const Nearest& nearest, TestCase& test, std::size_t statement, Rng& rng)
{
    if (rng.chance(m_options.second_change_prob))
    {
        const std::size_t argument = choose_argument(test.statements[statement], rng);
        if (!go_to_boundary(test, statement, argument, rng))
        {
            // What the new argument needs was inserted before.
            statement += m_operators->change_argument(test, statement, argument, rng).inserted;
        }
    }
    change(goal, nearest, test, statement, rng);
}

std::size_t DirectedMutation::choose_statement(
    GoalId goal, const Nearest& nearest, Rng& rng)
{
    const TestCase& test = *nearest.test;
    const auto known = m_input_to_state.deciding_statement(goal, nearest.fitness);
    if (known && *known < test.length() && m_is_relevant(goal, test.statements[*known].callable))
    {
        return *known;
    }
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
        m_weights.push_back(parameter.role.empty() ? 1.0 : m_options.role_weight);
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
    if (rng.chance(m_options.boundary_prob) && go_to_boundary(test, statement, argument, rng))
    {
        return;
    }
    if (rng.chance(m_options.low_bits_prob) && redraw_low_bits(test, statement, argument, rng))
    {
        return;
    }
    const U256* word = word_at(test, statement, argument);
    const std::optional<U256> before = word != nullptr ? std::optional(*word) : std::nullopt;
    const Distance& distance = nearest.fitness.distance;
    bool is_changed = false;
    if (before && rng.chance(m_options.distance_step_prob))
    {
        const U256 delta = rng.chance(0.5) ? distance.whole : -distance.whole;
        if (const auto stepped = moved(test, statement, argument, delta))
        {
            test.statements[statement].arguments[argument] = Value(*stepped);
            is_changed = true;
        }
    }
    if (!is_changed &&
        m_operators->change_argument(test, statement, argument, rng).inserted > 0)
    {
        return;
    }
    const U256* after = word_at(test, statement, argument);
    if (before && after != nullptr)
    {
        m_new_steps.push_back({goal, test, statement, argument, *after - *before, distance});
    }
}

bool DirectedMutation::go_to_boundary(
    TestCase& test, std::size_t statement, std::size_t argument, Rng& rng) const
{
    const CallableId callable = test.statements[statement].callable;
    const TypeId type_id = (*m_catalogue)[callable].parameters[argument].type;
    const Type& type = (*m_types)[type_id];
    if (type.kind != TypeKind::integer)
    {
        return false;
    }
    const std::array<U256, 4> words = {
        integer_minimum(type), integer_maximum(type), U256{}, U256{1}};
    const Value value(words.at(rng.index(words.size())));
    Argument& place = test.statements[statement].arguments[argument];
    if (!is_well_formed(value, type_id, *m_types) || place == Argument(value))
    {
        return false;
    }
    place = value;
    return true;
}

bool DirectedMutation::redraw_low_bits(
    TestCase& test, std::size_t statement, std::size_t argument, Rng& rng) const
{
    const U256* word = word_at(test, statement, argument);
    if (word == nullptr || is_zero(*word))
    {
        return false;
    }
    const bool is_down = is_negative(*word);
    const unsigned size = static_cast<unsigned>(bit_width(is_down ? -*word : *word));
    // Some more bits than it has, so that a small number can grow.
    constexpr unsigned growth = 12;
    const unsigned most = std::min(size + growth, 256U);
    const unsigned count = rng.chance(0.5) ? 1 + static_cast<unsigned>(rng.below(size)) : size + static_cast<unsigned>(rng.below(most - size + 1));
    const U256 bits = rng.word() >> (256U - count);
    const auto changed = moved(test, statement, argument, (*word ^ bits) - *word);
    if (!changed)
    {
        return false;
    }
    test.statements[statement].arguments[argument] = Value(*changed);
    return true;
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
    const std::size_t inserted =
        m_operators->insert_call(test, callables[rng.index(callables.size())], position, rng)
            .inserted;
    if (inserted > 0)
    {
        share_arguments(test, position + inserted - 1, statement + inserted, rng);
    }
}

// Gives a call arguments of another one behind it, type by type: what prepares a call is often about
// the same account, key or amount.
void DirectedMutation::share_arguments(
    TestCase& test, std::size_t statement, std::size_t source, Rng& rng) const
{
    const auto& wanted = (*m_catalogue)[test.statements[statement].callable].parameters;
    const auto& there = (*m_catalogue)[test.statements[source].callable].parameters;
    for (std::size_t i = 0; i < wanted.size(); ++i)
    {
        std::vector<const Value*> found;
        for (std::size_t k = 0; k < there.size(); ++k)
        {
            const Argument& argument = resolve(test, test.statements[source].arguments[k]);
            const auto* value = std::get_if<Value>(&argument);
            if (value != nullptr && there[k].type == wanted[i].type &&
                there[k].role == wanted[i].role)
            {
                found.push_back(value);
            }
        }
        if (!found.empty() && rng.chance(m_options.share_prob))
        {
            Value copy = *found[rng.index(found.size())];
            test.statements[statement].arguments[i] = std::move(copy);
        }
    }
}

}  // namespace sbst
