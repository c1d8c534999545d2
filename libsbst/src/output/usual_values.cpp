// SPDX-License-Identifier: Apache-2.0
#include <sbst/output/usual_values.hpp>

#include <algorithm>

namespace sbst
{

UsualValues::Member UsualValues::member_of(const ExecutedTest& test, const Observation& observation)
{
    const bool is_known =
        observation.call < test.calls.size() && !test.calls[observation.call].results.empty();
    return {is_known ? test.calls[observation.call].results.front().type : std::string(),
        observation.member_id};
}

void UsualValues::add(const ExecutedTest& test)
{
    for (const Observation& observation : test.observations)
    {
        std::vector<Seen>& seen = m_seen[member_of(test, observation)];
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

bool UsualValues::is_usual(const ExecutedTest& test, const Observation& observation) const
{
    const auto seen = m_seen.find(member_of(test, observation));
    if (seen == m_seen.end())
    {
        return false;
    }
    const auto most = std::max_element(seen->second.begin(), seen->second.end(),
        [](const Seen& a, const Seen& b) { return a.count < b.count; });
    return most->count > 1 && most->value == observation.value;
}

void UsualValues::note_asserted(const ExecutedTest& test, const Observation& observation)
{
    ++m_asserted[member_of(test, observation)];
}

std::size_t UsualValues::times_asserted(
    const ExecutedTest& test, const Observation& observation) const
{
    const auto found = m_asserted.find(member_of(test, observation));
    return found == m_asserted.end() ? 0 : found->second;
}

}  // namespace sbst
