// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/refiner.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace sbst
{

std::string_view to_string(Diverted cause)
{
    constexpr std::array<std::string_view, static_cast<std::size_t>(Diverted::count_)> names{
        "number", "condition", "unrecorded", "ended"};
    return names[static_cast<std::size_t>(cause)];
}

std::string refuted_text(const Goal& goal, std::string_view rendered_test)
{
    Goal refuted = goal;
    refuted.infeasible_because = exhausted_paths;
    std::string text = infeasible_covered_text(refuted);
    std::string_view separator = ": ";
    while (!rendered_test.empty())
    {
        const std::size_t end = std::min(rendered_test.find('\n'), rendered_test.size());
        text += fmt::format("{}{}", separator, rendered_test.substr(0, end));
        rendered_test.remove_prefix(std::min(end + 1, rendered_test.size()));
        separator = "; ";
    }
    return text;
}

}  // namespace sbst
