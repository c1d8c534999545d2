// SPDX-License-Identifier: Apache-2.0
#include <sbst/symbolic/path.hpp>

namespace sbst::symbolic
{

std::string_view to_string(Concretised kind)
{
    constexpr std::array<std::string_view, static_cast<std::size_t>(Concretised::count_)> names{
        "hash", "place", "environment", "operation", "limit", "length", "resource"};
    return names[static_cast<std::size_t>(kind)];
}

}  // namespace sbst::symbolic
