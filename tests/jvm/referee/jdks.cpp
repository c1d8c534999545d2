// SPDX-License-Identifier: Apache-2.0
#include "jdks.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace
{
void add(std::vector<std::filesystem::path>& homes, const std::filesystem::path& home)
{
    std::error_code error;
    const auto real = std::filesystem::canonical(home, error);
    if (!error && std::filesystem::exists(real / "bin" / "javac") && feature_release(real) >= 17 &&
        std::find(homes.begin(), homes.end(), real) == homes.end())
    {
        homes.push_back(real);
    }
}
}  // namespace

int feature_release(const std::filesystem::path& home)
{
    std::ifstream file(home / "release");
    for (std::string line; std::getline(file, line);)
    {
        const std::string key = "JAVA_VERSION=\"";
        if (line.starts_with(key))
        {
            return std::atoi(line.c_str() + key.size());
        }
    }
    return 0;
}

std::vector<std::filesystem::path> jdks()
{
    std::vector<std::filesystem::path> homes;
    add(homes, std::filesystem::canonical(SBST_JAVAC).parent_path().parent_path());
    const char* const further = std::getenv("SBST_JDKS");
    std::istringstream words(further == nullptr ? "" : further);
    for (std::string word; std::getline(words, word, ':');)
    {
        add(homes, word);
    }
    std::vector<std::filesystem::path> installed;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/usr/lib/jvm", error))
    {
        installed.push_back(entry.path());
    }
    std::sort(installed.begin(), installed.end());
    for (const auto& home : installed)
    {
        add(homes, home);
    }
    return homes;
}
