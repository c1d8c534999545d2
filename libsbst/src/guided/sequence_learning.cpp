// SPDX-License-Identifier: Apache-2.0
// What the sampler keeps of an executed test.
#include <sbst/guided/sequence_sampler.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <variant>

namespace sbst
{

namespace
{

constexpr std::size_t dropped = std::numeric_limits<std::size_t>::max();

bool any_write(CallableId /*callable*/, std::size_t /*parameter*/)
{
    return true;
}

/// Tells whether the call uses results of calls with a place alone: some adapters run a call
/// although another one, whose result it takes, failed.
bool uses_only(const TestCase& test, std::size_t call, const std::vector<std::size_t>& places)
{
    const auto& arguments = test.calls[call].arguments;
    return std::all_of(arguments.begin(), arguments.end(), [&](const Argument& argument) {
        const auto* const result = std::get_if<ResultRef>(&resolve(test, argument));
        return result == nullptr || places[result->call] != dropped;
    });
}

}  // namespace

/// A test without the calls that did not return, and those that took their results.
struct SequenceSampler::Kept
{
    TestCase test;
    /// By call of the whole test: its place here, or `dropped`.
    std::vector<std::size_t> places;
    /// By call of this one.
    std::vector<double> costs;

    [[nodiscard]] double cost_of(std::span<const std::size_t> calls) const
    {
        return std::accumulate(calls.begin(), calls.end(), 0.0,
            [this](double sum, std::size_t call) { return sum + costs[call]; });
    }
};

void SequenceSampler::learn(
    const TestCase& test, const Trace& trace, std::span<const GoalId> covered)
{
    ++m_executions;
    m_is_covered.resize(std::max(m_is_covered.size(), m_goals->size()));
    for (const GoalId goal : covered)
    {
        m_is_covered[goal.index()] = true;
    }
    if (!trace.was_run || trace.is_unusable() || trace.calls.size() != test.length())
    {
        return;
    }
    const Catalogue& catalogue = m_operators->catalogue();
    m_successes.resize(std::max(m_successes.size(), catalogue.size()));
    const Kept kept = without_failures(test, trace);
    for (const Call& call : kept.test.calls)
    {
        ++m_successes[call.callable.index()];
        m_literals.remember(call, catalogue[call.callable]);
    }
    if (!kept.test.calls.empty())
    {
        keep_objects(kept, trace);
        keep_states(kept, trace);
    }
}

SequenceSampler::Kept SequenceSampler::without_failures(const TestCase& test, const Trace& trace)
{
    std::vector<std::size_t> returned;
    Kept kept;
    kept.places.assign(test.length(), dropped);
    for (std::size_t s = 0; s < test.length(); ++s)
    {
        if (trace.calls[s].kind == OutcomeKind::returned && uses_only(test, s, kept.places))
        {
            kept.places[s] = returned.size();
            returned.push_back(s);
            kept.costs.push_back(static_cast<double>(trace.calls[s].steps) + 1.0);
        }
    }
    kept.test = part_of(test, returned);
    return kept;
}

void SequenceSampler::keep_objects(const Kept& kept, const Trace& trace)
{
    if (trace.produced.empty())
    {
        // The adapter does not tell: a returned object counts, under its declared type.
        for (std::size_t s = 0; s < kept.test.length(); ++s)
        {
            const TypeId type = m_operators->catalogue()[kept.test.calls[s].callable].result;
            if (is_object(type))
            {
                keep_object(kept, s, type, 0);
            }
        }
        return;
    }
    for (const ProducedObject& produced : trace.produced)
    {
        if (produced.type.is_valid() && kept.places[produced.call] != dropped)
        {
            keep_object(kept, kept.places[produced.call], produced.type, produced.state);
        }
    }
}

void SequenceSampler::keep_object(
    const Kept& kept, std::size_t call, TypeId type, std::uint64_t state)
{
    const TypeId declared = m_operators->catalogue()[kept.test.calls[call].callable].result;
    if (!is_object(declared))
    {
        return;
    }
    const TypeId seen = m_options.elephant_brain ? type : declared;
    if (!m_pool.is_new_state(seen, state))
    {
        return;
    }
    const std::vector<std::size_t> calls = calls_behind(kept.test, call, kept.test.length(),
        m_facts.may_write ? m_facts.may_write : MayWrite(any_write));
    PooledSequence sequence{.calls = part_of(kept.test, calls),
        .output = static_cast<std::size_t>(
            std::lower_bound(calls.begin(), calls.end(), call) - calls.begin()),
        .type = seen,
        .cost = kept.cost_of(calls)};
    if (seen != declared && !add_cast(sequence, seen))
    {
        sequence.type = declared;
    }
    if (sequence.calls.length() < most_calls())
    {
        m_pool.add(std::move(sequence), state);
    }
}

// The object keeps the type that it had: a cast makes it one of that type for the language.
bool SequenceSampler::add_cast(PooledSequence& sequence, TypeId type)
{
    const TypeId declared =
        m_operators->catalogue()[sequence.calls.calls[sequence.output].callable].result;
    const std::optional<CallableId> cast =
        m_facts.cast_between ? m_facts.cast_between(declared, type) : std::nullopt;
    if (!cast)
    {
        return false;
    }
    const ResultRef object{static_cast<std::uint32_t>(sequence.output)};
    sequence.output = sequence.calls.length();
    sequence.calls.calls.push_back({*cast, {object}});
    return true;
}

void SequenceSampler::keep_states(const Kept& kept, const Trace& trace)
{
    if (m_operators->catalogue().openings().empty() || kept.places[0] == dropped)
    {
        return;
    }
    bool is_told = false;
    for (const ProducedObject& produced : trace.produced)
    {
        is_told = is_told || !produced.type.is_valid();
        if (!produced.type.is_valid() && kept.places[produced.call] != dropped &&
            m_pool.is_new_state({}, produced.state))
        {
            keep_state(kept, kept.places[produced.call], produced.state);
        }
    }
    if (!is_told)
    {
        keep_state(kept, kept.test.length() - 1, 0);
    }
}

// The opening, and the calls that may have changed the state, with what they use.
void SequenceSampler::keep_state(const Kept& kept, std::size_t call, std::uint64_t state)
{
    std::vector<bool> is_needed(call + 1, false);
    is_needed[0] = true;
    for (std::size_t s = 0; s <= call; ++s)
    {
        const CallableId callable = kept.test.calls[s].callable;
        if (!m_facts.changes_state || m_facts.changes_state(callable))
        {
            for (const std::size_t needed : calls_behind(kept.test, s, s + 1,
                     m_facts.may_write ? m_facts.may_write : MayWrite(any_write)))
            {
                is_needed[needed] = true;
            }
        }
    }
    std::vector<std::size_t> calls;
    for (std::size_t s = 0; s <= call; ++s)
    {
        if (is_needed[s])
        {
            calls.push_back(s);
        }
    }
    PooledSequence sequence{
        .calls = part_of(kept.test, calls), .output = 0, .type = {}, .cost = kept.cost_of(calls)};
    if (sequence.calls.length() < most_calls())
    {
        m_pool.add(std::move(sequence), state);
    }
}

}  // namespace sbst
