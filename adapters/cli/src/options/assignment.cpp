// SPDX-License-Identifier: Apache-2.0
#include "assignment.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace sbst::cli
{

void add_values(Assignment& assignment, const std::string& text)
{
    if (!assignment.option->splits_commas)
    {
        assignment.values.push_back(text);
        return;
    }
    std::string_view rest = text;
    while (true)
    {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        assignment.values.emplace_back(rest.substr(0, comma));
        if (comma == rest.size())
        {
            return;
        }
        rest.remove_prefix(comma + 1);
    }
}

}  // namespace sbst::cli
