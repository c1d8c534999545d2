// SPDX-License-Identifier: Apache-2.0
#include "scale.hpp"

#include <sbst/dse/query_memory.hpp>

#include <algorithm>
#include <utility>

namespace sbst::dse
{

namespace
{

using symbolic::Assignment;
using symbolic::Datum;

std::uint64_t hash_of_text(const std::vector<std::uint64_t>& text)
{
    std::uint64_t hash = text.size();
    for (const std::uint64_t word : text)
    {
        hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
        hash ^= hash >> 29U;
    }
    return hash;
}

std::vector<Datum> values_of(const QueryKey& key, const Assignment& assignment)
{
    std::vector<Datum> values;
    for (const symbolic::VariableId variable : key.variables)
    {
        values.push_back(assignment[variable.index()]);
    }
    return values;
}

std::size_t words_of(const std::vector<Datum>& values)
{
    std::size_t words = 0;
    for (const Datum& value : values)
    {
        words += sizeof(Datum) / sizeof(std::uint64_t);
        if (const auto* const text = std::get_if<std::u16string>(&value))
        {
            words += text->size() / 4;
        }
    }
    return words;
}

}  // namespace

std::optional<Answer> AnswerMemory::find(const Query& query, const QueryKey& key) const
{
    const auto found = m_by_hash.find(hash_of_text(key.text));
    if (found == m_by_hash.end())
    {
        return std::nullopt;
    }
    for (const std::uint64_t number : found->second)
    {
        const Entry& entry = m_entries[number - m_dropped];
        if (entry.text != key.text)
        {
            continue;
        }
        if (entry.verdict == Verdict::unknown &&
            !std::ranges::equal(entry.values, values_of(key, query.start), is_same))
        {
            continue;
        }
        Answer answer{.verdict = entry.verdict};
        if (entry.verdict == Verdict::satisfiable)
        {
            answer.model = query.start;
            for (std::size_t i = 0; i < key.variables.size(); ++i)
            {
                answer.model[key.variables[i].index()] = entry.values[i];
            }
        }
        return answer;
    }
    return std::nullopt;
}

void AnswerMemory::add(const Query& query, const QueryKey& key, const Answer& answer)
{
    Entry entry;
    entry.hash = hash_of_text(key.text);
    entry.text = key.text;
    entry.verdict = answer.verdict;
    if (answer.verdict != Verdict::unsatisfiable)
    {
        entry.values =
            values_of(key, answer.verdict == Verdict::satisfiable ? answer.model : query.start);
    }
    entry.words =
        sizeof(Entry) / sizeof(std::uint64_t) + entry.text.size() + words_of(entry.values);
    if (entry.words > m_most_words)
    {
        return;
    }
    while (m_words + entry.words > m_most_words)
    {
        drop_oldest();
    }
    m_words += entry.words;
    m_by_hash[entry.hash].push_back(m_dropped + m_entries.size());
    m_entries.push_back(std::move(entry));
}

void AnswerMemory::drop_oldest()
{
    const auto found = m_by_hash.find(m_entries.front().hash);
    found->second.erase(found->second.begin());
    if (found->second.empty())
    {
        m_by_hash.erase(found);
    }
    m_words -= m_entries.front().words;
    m_entries.pop_front();
    ++m_dropped;
}

bool ContradictionMemory::contradicts(const QueryKey& key) const
{
    const auto holds_set = [&](std::uint64_t number) {
        return std::ranges::includes(key.constraints, m_sets[number - m_dropped]);
    };
    return std::ranges::any_of(key.constraints, [&](const StructuralHash& least) {
        const auto found = m_by_least.find(least);
        return found != m_by_least.end() && std::ranges::any_of(found->second, holds_set);
    });
}

void ContradictionMemory::add(const QueryKey& key)
{
    if (m_most_sets == 0 || key.constraints.empty())
    {
        return;
    }
    if (m_sets.size() == m_most_sets)
    {
        const auto oldest = m_by_least.find(m_sets.front().front());
        oldest->second.erase(oldest->second.begin());
        if (oldest->second.empty())
        {
            m_by_least.erase(oldest);
        }
        m_sets.pop_front();
        ++m_dropped;
    }
    m_by_least[key.constraints.front()].push_back(m_dropped + m_sets.size());
    m_sets.push_back(key.constraints);
}

}  // namespace sbst::dse
