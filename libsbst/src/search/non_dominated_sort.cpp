// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/dominance.hpp>
#include <sbst/search/non_dominated_sort.hpp>

#include <algorithm>
#include <cstdint>

namespace sbst
{

std::vector<Front> non_dominated_sort(
    const OrderMatrix& matrix, std::span<const std::size_t> tests, std::size_t enough)
{
    // The vectorised kernel counts all pairs at once; NSGA-II (section III.A) keeps lists of
    // dominated tests instead.
    const WinCounts counts(matrix, tests);
    // For each test the number of unranked tests that dominate it.
    std::vector<std::uint32_t> dominators(tests.size(), 0);
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        for (std::size_t j = 0; j < tests.size(); ++j)
        {
            dominators[j] += counts.dominates(i, j) ? 1U : 0U;
        }
    }
    std::vector<Front> fronts;
    std::vector<std::size_t> current;
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        if (dominators[i] == 0)
        {
            current.push_back(i);
        }
    }
    std::size_t ranked = 0;
    while (!current.empty() && ranked < enough)
    {
        Front& front = fronts.emplace_back();
        std::vector<std::size_t> next;
        for (const std::size_t i : current)
        {
            front.push_back(tests[i]);
            for (std::size_t j = 0; j < tests.size(); ++j)
            {
                if (counts.dominates(i, j) && --dominators[j] == 0)
                {
                    next.push_back(j);
                }
            }
        }
        std::sort(front.begin(), front.end());
        ranked += front.size();
        current = std::move(next);
    }
    return fronts;
}

}  // namespace sbst
