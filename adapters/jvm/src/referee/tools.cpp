// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/jvm/referee/tools.hpp>

#include <fmt/format.h>

#include <string>
#include <system_error>
#include <vector>

namespace sbst::jvm
{

std::filesystem::path find_jar(const std::filesystem::path& folder, std::string_view artifact)
{
    const std::string stem = std::string(artifact) + "-";
    std::vector<std::filesystem::path> found;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    {
        const std::string name = entry.path().filename().string();
        // `asm-9.1.jar` belongs to asm, `asm-tree-9.1.jar` does not.
        if (name.starts_with(stem) && name.ends_with(".jar") && name[stem.size()] >= '0' &&
            name[stem.size()] <= '9')
        {
            found.push_back(entry.path());
        }
    }
    if (found.size() != 1)
    {
        throw ConfigError(
            fmt::format("folder of jars {}: {} files {}VERSION.jar, exactly one is needed "
                        "(scripts/install-jars)",
                folder.string(), found.size(), stem));
    }
    return found.front();
}

}  // namespace sbst::jvm
