// SPDX-License-Identifier: Apache-2.0
#include "prefix_cache.hpp"

#include <sbst/test/fingerprint.hpp>

#include <algorithm>
#include <utility>

namespace sbst::evm
{

bool PrefixCache::is_same(
    const KeptPrefix& kept, const TestCase& test, const std::vector<bool>& is_referenced)
{
    const std::size_t length = kept.calls.size();
    return length <= test.length() &&
           std::equal(kept.calls.begin(), kept.calls.end(), test.calls.begin()) &&
           std::equal(kept.is_referenced.begin(), kept.is_referenced.end(), is_referenced.begin());
}

PrefixCache::Plan PrefixCache::plan(const TestCase& test, const std::vector<bool>& is_referenced)
{
    constexpr std::uint64_t factor = 0x9E3779B97F4A7C15U;
    std::vector<std::uint64_t> keys = prefix_fingerprints(test);
    std::uint64_t marks = 0;
    for (std::size_t i = 0; i < keys.size(); ++i)
    {
        marks = marks * factor + (is_referenced[i] ? 1U : 0U);
        keys[i] ^= marks * factor;
    }
    Plan plan;
    if (m_seen.size() >= most_seen)
    {
        m_seen.clear();
    }
    // The whole test has no calls left to run: it is seldom run again.
    for (std::size_t length = test.length(); length-- > least_calls;)
    {
        const std::uint64_t key = keys[length - 1];
        const bool is_new = m_seen.insert(key).second;
        if (is_new || plan.kept != nullptr)
        {
            continue;
        }
        if (const auto found = m_kept.find(key);
            found != m_kept.end() && is_same(found->second, test, is_referenced))
        {
            plan.kept = &found->second;
        }
        else if (plan.keep_after == 0)
        {
            plan.keep_after = length;
            plan.key = key;
        }
    }
    return plan;
}

void PrefixCache::keep(const Plan& plan, KeptPrefix prefix)
{
    if (m_kept.contains(plan.key))
    {
        return;
    }
    if (m_arrivals.size() < most_kept)
    {
        m_arrivals.push_back(plan.key);
    }
    else
    {
        m_kept.erase(std::exchange(m_arrivals[m_oldest], plan.key));
        m_oldest = (m_oldest + 1) % most_kept;
    }
    m_kept.emplace(plan.key, std::move(prefix));
}

}  // namespace sbst::evm
