// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/algorithms/list.hpp>

namespace sbst
{

std::string_view to_string(Algorithm algorithm)
{
    const auto place = static_cast<std::size_t>(algorithm);
    return place < algorithm_count ? algorithm_rows.at(place).name : std::string_view();
}

std::optional<Algorithm> parse_algorithm(std::string_view name)
{
    for (const AlgorithmRow& row : algorithm_rows)
    {
        if (row.name == name)
        {
            return row.algorithm;
        }
    }
    return std::nullopt;
}

}  // namespace sbst
