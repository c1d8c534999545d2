// SPDX-License-Identifier: Apache-2.0
#include "environment.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace sbst::cli
{

std::optional<std::string> process_environment(const std::string& name)
{
    // Threads start later and never change the environment.
    const char* const value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::vector<std::string> process_variables()
{
    constexpr std::string_view ours = "SBST_";
    std::vector<std::string> names;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
    {
        const std::string_view text(*entry);
        if (text.starts_with(ours))
        {
            names.emplace_back(text.substr(0, text.find('=')));
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace sbst::cli
