// SPDX-License-Identifier: Apache-2.0
#include "usual_values.hpp"

#include <algorithm>

namespace sbst::jvm::detail
{

UsualValues::Member UsualValues::member_of(
    const RunDetail& detail, const ObserverDetail& observation)
{
    const bool is_known = observation.call < detail.results.size();
    return {is_known ? detail.results[observation.call].class_name : std::string(),
        observation.callable};
}

void UsualValues::add(const RunDetail& detail)
{
    for (const ObserverDetail& observation : detail.observations)
    {
        if (!observation.thrown_class.empty())
        {
            continue;
        }
        std::vector<Seen>& seen = m_seen[member_of(detail, observation)];
        const auto found = std::find_if(seen.begin(), seen.end(),
            [&observation](const Seen& one) { return one.value == observation.value; });
        if (found == seen.end())
        {
            seen.push_back({observation.value, 1});
        }
        else
        {
            ++found->count;
        }
    }
}

bool UsualValues::is_usual(const RunDetail& detail, const ObserverDetail& observation) const
{
    const auto seen = m_seen.find(member_of(detail, observation));
    if (seen == m_seen.end())
    {
        return false;
    }
    const auto most = std::max_element(seen->second.begin(), seen->second.end(),
        [](const Seen& a, const Seen& b) { return a.count < b.count; });
    return most->count > 1 && most->value == observation.value;
}

void UsualValues::note_asserted(const RunDetail& detail, const ObserverDetail& observation)
{
    ++m_asserted[member_of(detail, observation)];
}

std::size_t UsualValues::times_asserted(
    const RunDetail& detail, const ObserverDetail& observation) const
{
    const auto found = m_asserted.find(member_of(detail, observation));
    return found == m_asserted.end() ? 0 : found->second;
}

}  // namespace sbst::jvm::detail
