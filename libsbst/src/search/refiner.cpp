// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/refiner.hpp>

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace sbst
{

std::string_view to_string(Diverted cause)
{
    constexpr std::array<std::string_view, static_cast<std::size_t>(Diverted::count_)> names{
        "number", "condition", "unrecorded", "ended"};
    return names[static_cast<std::size_t>(cause)];
}

std::string_view to_string(TurnFate fate)
{
    constexpr std::array<std::string_view, static_cast<std::size_t>(TurnFate::count_)> names{
        "number", "refuted", "unknown", "turned", "missed"};
    return names[static_cast<std::size_t>(fate)];
}

std::string obstacle_text(const Obstacle& obstacle)
{
    constexpr std::array<std::string_view, static_cast<std::size_t>(TurnFate::count_)> words{
        "decided by no literal", "never true", "unknown", "turned in vain", "gone elsewhere"};
    std::uint64_t ways = 0;
    std::string parts;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        if (obstacle.ways[i] > 0)
        {
            parts += fmt::format("{}{} {}", ways == 0 ? "" : ", ", obstacle.ways[i], words[i]);
            ways += obstacle.ways[i];
        }
    }
    return fmt::format("refinement met {} way{} to it: {}", ways, ways == 1 ? "" : "s", parts);
}

std::string refuted_text(const Goal& goal)
{
    Goal refuted = goal;
    refuted.infeasible_because = exhausted_paths;
    return infeasible_covered_text(refuted);
}

}  // namespace sbst
