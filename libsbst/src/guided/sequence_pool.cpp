// SPDX-License-Identifier: Apache-2.0
#include <sbst/guided/sequence_pool.hpp>
#include <sbst/test/fingerprint.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sbst
{

double sequence_weight(double cost, std::size_t calls, std::uint64_t k)
{
    return 1.0 / (static_cast<double>(k) * std::max(cost, 1.0) *
                     std::sqrt(static_cast<double>(std::max<std::size_t>(calls, 1))));
}

SequencePool::SequencePool(const TypeUniverse& types, std::size_t max_sequences, bool is_weighted)
  : m_types(&types), m_max_sequences(max_sequences), m_is_weighted(is_weighted)
{
    refresh();
}

bool SequencePool::is_new_state(TypeId type, std::uint64_t state) const
{
    return state == 0 || !m_states.contains({list_of(type), state});
}

bool SequencePool::add(PooledSequence sequence, std::uint64_t state)
{
    refresh();
    if (!is_new_state(sequence.type, state) || !is_new_form(sequence))
    {
        return false;
    }
    if (state != 0)
    {
        m_states.insert({list_of(sequence.type), state});
    }
    OfType& own = m_of_type[list_of(sequence.type)];
    if (own.sequences.size() < m_max_sequences)
    {
        own.sequences.push_back(m_sequences.size());
        m_sequences.push_back(std::move(sequence));
        m_listings.emplace_back();
        enlist(m_sequences.size() - 1);
        return true;
    }
    const std::size_t place = own.sequences[own.oldest];
    own.oldest = (own.oldest + 1) % own.sequences.size();
    m_sequences[place] = std::move(sequence);
    reweigh(place);
    return true;
}

bool SequencePool::is_new_form(const PooledSequence& sequence)
{
    if (m_forms.size() + m_states.size() >= most_remembered)
    {
        m_forms.clear();
        m_states.clear();
    }
    return m_forms.insert({fingerprint(sequence.calls), {sequence.output, list_of(sequence.type)}})
        .second;
}

const PooledSequence* SequencePool::draw(TypeId wanted, Rng& rng)
{
    refresh();
    return draw_from(m_fitting[list_of(wanted)], rng);
}

const PooledSequence* SequencePool::draw_state(Rng& rng)
{
    return draw_from(m_fitting[0], rng);
}

bool SequencePool::has(TypeId wanted)
{
    refresh();
    return !m_fitting[list_of(wanted)].sequences.empty();
}

// A type that gets a supertype later is rare: then all lists are made anew.
void SequencePool::refresh()
{
    if (!m_of_type.empty() && m_type_revision == m_types->revision())
    {
        return;
    }
    m_type_revision = m_types->revision();
    m_of_type.resize(m_types->size() + 1);
    m_fitting.assign(m_types->size() + 1, {});
    for (std::size_t s = 0; s < m_sequences.size(); ++s)
    {
        m_listings[s].clear();
        enlist(s);
    }
}

void SequencePool::enlist(std::size_t sequence)
{
    const TypeId type = m_sequences[sequence].type;
    const auto add_to = [&](std::size_t list) {
        Fitting& fitting = m_fitting[list];
        fitting.sequences.push_back(sequence);
        const std::size_t place = fitting.weights.add(weight_of(m_sequences[sequence]));
        m_listings[sequence].push_back({list, place});
    };
    add_to(list_of(type));
    if (type.is_valid())
    {
        for (const TypeId ancestor : m_types->ancestors(type))
        {
            add_to(list_of(ancestor));
        }
    }
}

void SequencePool::reweigh(std::size_t sequence)
{
    const double weight = weight_of(m_sequences[sequence]);
    for (const Listing& listing : m_listings[sequence])
    {
        m_fitting[listing.list].weights.set(listing.place, weight);
    }
}

double SequencePool::weight_of(const PooledSequence& sequence) const
{
    return m_is_weighted ?
               sequence_weight(sequence.cost, sequence.calls.length(), sequence.times + 1) :
               1.0;
}

const PooledSequence* SequencePool::draw_from(Fitting& fitting, Rng& rng)
{
    if (fitting.sequences.empty())
    {
        return nullptr;
    }
    const std::size_t drawn = fitting.sequences[fitting.weights.draw(rng)];
    ++m_sequences[drawn].times;
    reweigh(drawn);
    return &m_sequences[drawn];
}

}  // namespace sbst
