// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/edit_distance.hpp>
#include <sbst/base/suggestion.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <limits>

namespace sbst
{

namespace
{

constexpr std::size_t longest_word = 200;
constexpr std::size_t most_words = 3;

/// In lower case, without leading dashes.
std::string core_of(std::string_view word)
{
    std::string core(word.substr(std::min(word.find_first_not_of('-'), word.size())));
    std::transform(core.begin(), core.end(), core.begin(),
        [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return core;
}

constexpr std::size_t far = std::numeric_limits<std::size_t>::max();

std::size_t cost_of(const std::string& unknown, const std::string& known)
{
    constexpr std::size_t beginning_cost = 2;
    constexpr std::size_t part_cost = 3;
    constexpr std::size_t least_part = 3;
    std::size_t cost = far;
    if (known.starts_with(unknown))
    {
        cost = unknown.size() == known.size() ? 0 : beginning_cost;
    }
    else if ((unknown.size() >= least_part && known.find(unknown) != std::string::npos) ||
             (known.size() >= least_part && unknown.find(known) != std::string::npos))
    {
        cost = part_cost;
    }
    const std::size_t longer = std::max(unknown.size(), known.size());
    const std::size_t most = std::max<std::size_t>(1, unknown.size() / 3);
    if (longer - std::min(unknown.size(), known.size()) <= most)
    {
        const std::size_t distance = count_edits<char>(unknown, known, Swap::one_edit);
        cost = distance <= most ? std::min(cost, distance) : cost;
    }
    return cost;
}

}  // namespace

std::vector<std::string_view> nearest_words(
    std::string_view unknown, std::span<const std::string_view> known)
{
    std::vector<std::string_view> nearest;
    const std::string wanted = core_of(unknown);
    if (wanted.empty() || wanted.size() > longest_word)
    {
        return nearest;
    }
    std::size_t least = far - 1;
    for (const std::string_view word : known)
    {
        const std::size_t cost = word.size() > longest_word ? far : cost_of(wanted, core_of(word));
        if (cost < least)
        {
            nearest.clear();
            least = cost;
        }
        const bool is_new = std::find(nearest.begin(), nearest.end(), word) == nearest.end();
        if (cost == least && is_new && nearest.size() < most_words)
        {
            nearest.push_back(word);
        }
    }
    return nearest;
}

std::string did_you_mean(std::span<const std::string_view> words)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        text += fmt::format("{}'{}'",
            i == 0                ? "" :
            i + 1 == words.size() ? " or " :
                                    ", ",
            words[i]);
    }
    return text.empty() ? text : fmt::format(" (did you mean {}?)", text);
}

std::string suggestion(std::string_view unknown, std::span<const std::string_view> known)
{
    return did_you_mean(nearest_words(unknown, known));
}

}  // namespace sbst
