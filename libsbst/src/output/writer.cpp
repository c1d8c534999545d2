// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>
#include <sbst/output/tests_json.hpp>
#include <sbst/output/text.hpp>
#include <sbst/output/writer.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace sbst
{

std::span<const Writer<>> core_writers()
{
    static const std::array<Writer<>, 2> table{{text_writer(), tests_json_writer()}};
    return table;
}

namespace detail
{

std::size_t find_format(std::string_view name, std::span<const std::string_view> known)
{
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
    {
        throw ConfigError(fmt::format("unknown format '{}': expected one of {}{}", name,
            fmt::join(known, ", "), suggestion(name, known)));
    }
    return static_cast<std::size_t>(found - known.begin());
}

}  // namespace detail

}  // namespace sbst
