// SPDX-License-Identifier: Apache-2.0
#include <sbst/guided/sequence_sampler.hpp>

#include <algorithm>
#include <utility>

namespace sbst
{

namespace
{

/// Calls that may fail to be added before a test is given up as long enough.
constexpr std::size_t most_failures = 20;

}  // namespace

SequenceSampler::SequenceSampler(SequenceOperators& operators, const GoalGraph& goals,
    GuidedFacts facts, const GuidedOptions& options)
  : m_operators(&operators),
    m_goals(&goals),
    m_facts(std::move(facts)),
    m_options(options),
    m_index(operators.types(), operators.catalogue()),
    m_pool(operators.types(), options.max_sequences, options.orienteering),
    m_literals(operators.types(), m_facts, m_options),
    m_weights({options.uncovered_weight, options.decay})
{
    validate(options);
}

bool SequenceSampler::is_object(TypeId type) const
{
    return m_operators->types()[type].kind == TypeKind::object;
}

TestCase SequenceSampler::make(Rng& rng)
{
    m_index.refresh();
    refresh_methods();
    TestCase test = start(rng);
    const OperatorOptions& options = m_operators->options();
    const std::size_t choices = std::max<std::size_t>(options.max_length - 1, 1);
    const std::size_t target = std::max(options.min_length, 1 + rng.index(choices));
    std::size_t failures = m_methods.empty() ? most_failures : 0;
    while (test.length() < target && failures < most_failures)
    {
        failures += add_call(test, rng) ? 0U : 1U;
    }
    return test.length() < options.min_length ? m_operators->random_test(rng) : test;
}

// What opens a test, with the calls of a sequence that led to some state.
TestCase SequenceSampler::start(Rng& rng)
{
    if (m_operators->catalogue().openings().empty())
    {
        return {};
    }
    if (!rng.chance(m_options.fresh_prob))
    {
        if (const PooledSequence* const sequence = m_pool.draw_state(rng))
        {
            return sequence->calls;
        }
    }
    return m_operators->opened_test(rng);
}

bool SequenceSampler::add_call(TestCase& test, Rng& rng)
{
    const std::size_t place =
        m_options.bloodhound ? m_weights.draw(rng) : rng.index(m_methods.size());
    const CallableId callable = m_methods[place];
    const std::size_t before = test.length();
    std::vector<GivenArgument> given;
    const std::size_t parameters = m_operators->catalogue()[callable].parameters.size();
    for (std::size_t p = 0; p < parameters; ++p)
    {
        // A copy: callables may come while objects are sought.
        const Parameter parameter = m_operators->catalogue()[callable].parameters[p];
        if (is_object(parameter.type))
        {
            auto object = object_for(test, callable, p, rng);
            if (!object)
            {
                test.calls.resize(before);
                return false;
            }
            given.push_back({p, *std::move(object)});
        }
        else if (auto literal = m_literals.draw(callable, parameter, rng))
        {
            given.push_back({p, *std::move(literal)});
        }
    }
    if (m_operators->insert_call(test, callable, test.length(), given, rng).is_empty())
    {
        test.calls.resize(before);
        return false;
    }
    return true;
}

std::optional<Argument> SequenceSampler::object_for(
    TestCase& test, CallableId callable, std::size_t parameter, Rng& rng)
{
    const TypeId type = m_operators->catalogue()[callable].parameters[parameter].type;
    const bool takes_null =
        m_operators->catalogue().takes_null(callable, parameter, m_operators->types());
    if (takes_null && rng.chance(m_options.null_prob))
    {
        return Value{};
    }
    const std::optional<Argument> object = some_object(test, type, rng);
    if (object && m_options.impurity && rng.chance(m_options.change_prob))
    {
        write_to(test, std::get<ResultRef>(*object), rng);
    }
    return object || !takes_null ? object : std::optional<Argument>(Value{});
}

// One that the test has, one of the pool, or a new one: the first that can be had.
std::optional<Argument> SequenceSampler::some_object(TestCase& test, TypeId type, Rng& rng)
{
    std::optional<Argument> object;
    if (rng.chance(m_options.object_reuse_prob))
    {
        object = present_object(test, type, rng);
    }
    if (!object && !rng.chance(m_options.fresh_prob))
    {
        object = pooled_object(test, type, rng);
    }
    if (!object)
    {
        object = made_object(test, type, rng);
    }
    if (!object)
    {
        object = pooled_object(test, type, rng);
    }
    return object ? object : present_object(test, type, rng);
}

std::optional<Argument> SequenceSampler::present_object(
    const TestCase& test, TypeId type, Rng& rng) const
{
    std::vector<std::uint32_t> fitting;
    for (std::size_t s = 0; s < test.length(); ++s)
    {
        const TypeId result = m_operators->catalogue()[test.calls[s].callable].result;
        if (m_operators->types().is_assignable(result, type))
        {
            fitting.push_back(static_cast<std::uint32_t>(s));
        }
    }
    return fitting.empty() ? std::nullopt :
                             std::optional<Argument>(ResultRef{fitting[rng.index(fitting.size())]});
}

std::optional<Argument> SequenceSampler::pooled_object(TestCase& test, TypeId type, Rng& rng)
{
    const PooledSequence* const sequence = m_pool.draw(type, rng);
    if (sequence == nullptr || test.length() + sequence->calls.length() >= most_calls())
    {
        return std::nullopt;
    }
    const std::size_t output =
        append_sequence(test, sequence->calls, sequence->output, m_operators->catalogue());
    return ResultRef{static_cast<std::uint32_t>(output)};
}

std::optional<Argument> SequenceSampler::made_object(TestCase& test, TypeId type, Rng& rng)
{
    if (m_options.detective && m_facts.find_producers)
    {
        investigate(type);
    }
    const bool is_made = m_operators->append_object(test, type, rng);
    return is_made ?
               std::optional<Argument>(ResultRef{static_cast<std::uint32_t>(test.length() - 1)}) :
               std::nullopt;
}

// Searches all visible code for what makes a type that nothing known makes, and so for the objects
// that its makers need; once for each type. Source: GRT, section III-D.
void SequenceSampler::investigate(TypeId first)
{
    std::vector<TypeId> open{first};
    while (!open.empty())
    {
        const TypeId type = open.back();
        open.pop_back();
        if (!m_investigated.insert(type).second)
        {
            continue;
        }
        if (m_index.producers(type).empty() && !m_pool.has(type) && m_facts.find_producers(type))
        {
            m_index.refresh();
        }
        for (const CallableId producer : m_index.producers(type))
        {
            for (const Parameter& parameter : m_operators->catalogue()[producer].parameters)
            {
                if (is_object(parameter.type))
                {
                    open.push_back(parameter.type);
                }
            }
        }
    }
}

// Appends a call that may write to the object, if there is one.
void SequenceSampler::write_to(TestCase& test, const ResultRef& object, Rng& rng)
{
    const Catalogue& catalogue = m_operators->catalogue();
    const std::vector<Writer>& writers =
        writers_of(catalogue[test.calls[object.call].callable].result);
    if (writers.empty())
    {
        return;
    }
    const Writer& writer = writers[rng.index(writers.size())];
    const GivenArgument given{writer.places[rng.index(writer.places.size())], object};
    m_operators->insert_call(test, writer.callable, test.length(), {&given, 1}, rng);
}

const std::vector<SequenceSampler::Writer>& SequenceSampler::writers_of(TypeId type)
{
    const Catalogue& catalogue = m_operators->catalogue();
    if (m_writers_known_for != catalogue.size())
    {
        m_writers.clear();
        m_writers_known_for = catalogue.size();
    }
    m_writers.resize(std::max(m_writers.size(), type.index() + 1));
    std::optional<std::vector<Writer>>& known = m_writers[type.index()];
    if (known)
    {
        return *known;
    }
    known.emplace();
    for (const CallableId candidate : m_index.consumers(type))
    {
        const Callable& callable = catalogue[candidate];
        Writer writer{candidate, {}};
        for (std::size_t p = 0; p < callable.parameters.size(); ++p)
        {
            if (m_operators->types().is_assignable(type, callable.parameters[p].type) &&
                (!m_facts.may_write || m_facts.may_write(candidate, p)))
            {
                writer.places.push_back(p);
            }
        }
        if (!writer.places.empty())
        {
            known->push_back(std::move(writer));
        }
    }
    return *known;
}

void SequenceSampler::refresh_methods()
{
    const std::span<const CallableId> all = m_operators->catalogue().under_test();
    const bool has_grown = all.size() != m_methods.size() || m_counted_goals != m_goals->size();
    if (has_grown)
    {
        m_methods.assign(all.begin(), all.end());
        m_is_covered.resize(m_goals->size());
        count_goals();
    }
    if (has_grown || m_executions >= m_next_update)
    {
        m_next_update = m_executions + m_options.update_every;
        std::vector<MethodFacts> facts;
        for (std::size_t m = 0; m < m_methods.size(); ++m)
        {
            const auto& goals = m_goals_of[m];
            const auto open = std::count_if(goals.begin(), goals.end(),
                [this](GoalId goal) { return !m_is_covered[goal.index()]; });
            const std::size_t callable = m_methods[m].index();
            facts.push_back({.open_share = goals.empty() ? 0.0 :
                                                           static_cast<double>(open) /
                                                               static_cast<double>(goals.size()),
                .successes = callable < m_successes.size() ? m_successes[callable] : 0});
        }
        m_weights.update(facts);
    }
}

void SequenceSampler::count_goals()
{
    m_counted_goals = m_goals->size();
    m_goals_of.assign(m_methods.size(), {});
    for (std::size_t g = 0; g < m_goals->size(); ++g)
    {
        const GoalId goal(g);
        if (!(*m_goals)[goal].is_wanted())
        {
            continue;
        }
        for (std::size_t m = 0; m < m_methods.size(); ++m)
        {
            if (!m_facts.may_decide || m_facts.may_decide(goal, m_methods[m]))
            {
                m_goals_of[m].push_back(goal);
            }
        }
    }
}

}  // namespace sbst
