// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/score_columns.hpp>

#include <algorithm>
#include <utility>

namespace sbst
{

void ScoreColumns::update(std::span<const GoalId> active, std::span<const GoalId> changed)
{
    // Places are reused instead of compacted, so that the rows of all tests stay valid.
    std::vector<std::size_t> places(active.size());
    m_fresh.clear();
    // Both lists ascend: one pass finds the goals that stay and frees the places of those that
    // left.
    std::size_t old = 0;
    for (std::size_t i = 0; i < active.size(); ++i)
    {
        while (old < m_goals.size() && m_goals[old] < active[i])
        {
            m_free.push_back(m_places[old++]);
        }
        if (old < m_goals.size() && m_goals[old] == active[i])
        {
            places[i] = m_places[old++];
            if (std::binary_search(changed.begin(), changed.end(), active[i]))
            {
                m_fresh.push_back(i);
            }
        }
        else
        {
            places[i] = m_place_count;  // marks a newcomer: no place has this number
            m_fresh.push_back(i);
        }
    }
    while (old < m_goals.size())
    {
        m_free.push_back(m_places[old++]);
    }
    const std::size_t newcomer = m_place_count;
    for (std::size_t& place : places)
    {
        if (place != newcomer)
        {
            continue;
        }
        if (m_free.empty())
        {
            place = m_place_count++;
        }
        else
        {
            place = m_free.back();
            m_free.pop_back();
        }
    }
    m_goals.assign(active.begin(), active.end());
    m_places = std::move(places);
}

void ScoreColumns::score(const Scorer& scorer, const TraceIndex& trace, ScoreRow& row) const
{
    row.resize(m_place_count);
    for (std::size_t i = 0; i < m_goals.size(); ++i)
    {
        row[m_places[i]] = scorer.score(m_goals[i], trace);
    }
}

void ScoreColumns::score_fresh(const Scorer& scorer, const TraceIndex& trace, ScoreRow& row) const
{
    row.resize(m_place_count);
    for (const std::size_t i : m_fresh)
    {
        row[m_places[i]] = scorer.score(m_goals[i], trace);
    }
}

void ScoreColumns::gather(const ScoreRow& row, std::vector<Fitness>& out) const
{
    out.clear();
    for (const std::size_t place : m_places)
    {
        out.push_back(row[place]);
    }
}

}  // namespace sbst
