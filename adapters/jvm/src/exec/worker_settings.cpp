// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/jvm/exec/worker_settings.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace sbst::jvm
{

namespace
{

namespace fs = std::filesystem;

bool has_libjvm(const fs::path& home)
{
    std::error_code ignored;
    return fs::exists(home / "lib" / "server" / "libjvm.so", ignored);
}

void require_file(const fs::path& file, std::string_view what)
{
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored))
    {
        throw ConfigError(fmt::format("jvm worker: {} '{}' is not a file", what, file.string()));
    }
}

template <class Number>
void require_range(Number value, Number least, Number most, std::string_view what)
{
    if (value < least || value > most)
    {
        throw ConfigError(
            fmt::format("jvm worker: {} is {}, expected {} to {}", what, value, least, most));
    }
}

/// Appends a home that has a JVM, unless it is already listed under some name.
void add_home(std::vector<fs::path>& homes, const fs::path& home)
{
    std::error_code failed;
    const fs::path real = fs::canonical(home, failed);
    if (!failed && has_libjvm(real) && std::find(homes.begin(), homes.end(), real) == homes.end())
    {
        homes.push_back(real);
    }
}

}  // namespace

void validate(const WorkerSettings& settings)
{
    constexpr std::size_t most_jobs = 1024;
    constexpr std::size_t least_heap = 16;
    constexpr std::size_t most_heap = 1U << 20U;
    constexpr std::uint32_t most_budget = 2'000'000'000;
    constexpr int most_limit_ms = 3'600'000;
    if (!has_libjvm(settings.java_home))
    {
        throw ConfigError(
            fmt::format("jvm worker: '{}' is not the home of a JDK: it has no lib/server/libjvm.so",
                settings.java_home.string()));
    }
    require_file(settings.worker_executable, "the worker executable");
    require_file(settings.runtime_jar, "the runtime jar");
    for (const fs::path& jar : settings.asm_jars)
    {
        require_file(jar, "the jar of ASM");
    }
    require_range(settings.jobs, std::size_t{1}, most_jobs, "the number of jobs");
    require_range(settings.heap_megabytes, least_heap, most_heap, "the heap in megabytes");
    constexpr std::size_t most_array_megabytes = 2047;
    require_range(settings.array_megabytes, std::size_t{1}, most_array_megabytes,
        "the memory for arrays in megabytes");
    require_range(settings.probe_budget, std::uint32_t{1}, most_budget, "the probe budget");
    require_range(settings.test_limit.count(), std::int64_t{1}, std::int64_t{most_limit_ms},
        "the limit of a test in ms");
    require_range(settings.start_limit.count(), std::int64_t{1}, std::int64_t{most_limit_ms},
        "the limit of a start in ms");
    if (settings.scratch.empty())
    {
        throw ConfigError("jvm worker: the scratch folder has no name");
    }
}

std::vector<fs::path> find_jdks()
{
    std::vector<fs::path> homes;
    // NOLINTBEGIN(concurrency-mt-unsafe): nothing here changes the environment
    if (const char* list = std::getenv("SBST_JDKS"); list != nullptr)
    {
        std::string_view rest = list;
        while (!rest.empty())
        {
            const std::size_t length = std::min(rest.find(':'), rest.size());
            add_home(homes, rest.substr(0, length));
            rest.remove_prefix(std::min(rest.size(), length + 1));
        }
    }
    if (const char* home = std::getenv("JAVA_HOME"); home != nullptr)
    {
        add_home(homes, home);
    }
    // NOLINTEND(concurrency-mt-unsafe)
    std::vector<fs::path> installed;
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator("/usr/lib/jvm", failed))
    {
        installed.push_back(entry.path());
    }
    std::sort(installed.begin(), installed.end());
    for (const fs::path& home : installed)
    {
        add_home(homes, home);
    }
    return homes;
}

int feature_version(const fs::path& java_home)
{
    constexpr std::string_view key = "JAVA_VERSION=\"";
    std::ifstream file(java_home / "release");
    for (std::string line; std::getline(file, line);)
    {
        if (line.starts_with(key))
        {
            int version = 0;
            std::from_chars(line.data() + key.size(), line.data() + line.size(), version);
            return version;
        }
    }
    return 0;
}

}  // namespace sbst::jvm
