// SPDX-License-Identifier: Apache-2.0
#include "tools.hpp"

#include "../../console/print.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/exec/worker_settings.hpp>
#include <sbst/jvm/referee/tools.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

namespace sbst::cli
{

namespace
{

namespace fs = std::filesystem;

constexpr int least_java = 17;

/// A user who set JAVA_HOME expects it to be used.
void warn_of_java_home()
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here changes the environment
    const char* const home = std::getenv("JAVA_HOME");
    if (home != nullptr && *home != '\0' && !is_jdk(home))
    {
        print_note(
            "sbst: warning: JAVA_HOME is not the home of a JDK {} or later; another one is used: "
            "{}\n",
            least_java, home);
    }
}

fs::path find_java(const std::string& wanted)
{
    if (!wanted.empty())
    {
        if (!is_jdk(wanted))
        {
            throw ConfigError(fmt::format(
                "--java: '{}' is not the home of a JDK {} or later: it needs release and bin/javac",
                wanted, least_java));
        }
        return wanted;
    }
    warn_of_java_home();
    const std::vector<fs::path> homes = jvm::find_jdks();
    const auto found = std::find_if(homes.begin(), homes.end(), is_jdk);
    if (found == homes.end())
    {
        throw ConfigError(
            fmt::format("no JDK {} or later in SBST_JDKS, JAVA_HOME and /usr/lib/jvm: install one "
                        "(Debian: openjdk-17-jdk-headless) or name its home with --java",
                least_java));
    }
    return *found;
}

fs::path find_newer_java(const fs::path& java_home)
{
    fs::path newest;
    int version = jvm::feature_version(java_home);
    for (const fs::path& home : jvm::find_jdks())
    {
        std::error_code ignored;
        const int found = jvm::feature_version(home);
        if (found > version && fs::exists(home / "lib" / "server" / "libjvm.so", ignored))
        {
            newest = home;
            version = found;
        }
    }
    return newest;
}

/// Places to look: a given folder, or those of this program.
struct Places
{
    std::vector<fs::path> tools;
    std::vector<fs::path> jars;
};

Places places_of(const std::string& wanted)
{
    if (!wanted.empty())
    {
        return {{wanted}, {fs::path(wanted) / "jars"}};
    }
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    const fs::path programs = (program / SBST_BIN_TO_PROGRAMS).lexically_normal();
    const fs::path jars = (program / SBST_BIN_TO_JARS).lexically_normal();
    const fs::path tree = program.parent_path() / "jvm";
    return {{programs, jars, tree / "worker", tree / "runtime", tree / "referee"},
        {jars / "jars", tree / "jars"}};
}

std::string joined_paths(const std::vector<fs::path>& folders)
{
    std::string text;
    for (const fs::path& folder : folders)
    {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", folder.string());
    }
    return text;
}

fs::path find_tool(const std::vector<fs::path>& folders, std::string_view name)
{
    std::error_code ignored;
    for (const fs::path& folder : folders)
    {
        if (fs::is_regular_file(folder / name, ignored))
        {
            return folder / name;
        }
    }
    throw ConfigError(fmt::format(
        "found no {} in {}; --jvm-tools names its folder", name, joined_paths(folders)));
}

fs::path find_jars(const std::string& wanted, const std::vector<fs::path>& folders)
{
    if (!wanted.empty())
    {
        return wanted;
    }
    std::error_code ignored;
    const auto found = std::find_if(folders.begin(), folders.end(),
        [&ignored](const fs::path& folder) { return fs::is_directory(folder, ignored); });
    if (found == folders.end())
    {
        throw ConfigError(
            fmt::format("no folder of the jars of ASM, JUnit and JaCoCo is at {}: "
                        "scripts/install-jars gets them, --jvm-jars names it",
                joined_paths(folders)));
    }
    return *found;
}

}  // namespace

bool is_jdk(const fs::path& home)
{
    std::error_code ignored;
    return jvm::feature_version(home) >= least_java && fs::exists(home / "bin" / "javac", ignored);
}

JvmTools find_jvm_tools(const JvmSettings& settings)
{
    const Places places = places_of(settings.tools);
    JvmTools tools;
    tools.java_home = find_java(settings.java);
    tools.newer_java = find_newer_java(tools.java_home);
    tools.worker = find_tool(places.tools, "sbst-jvm-worker");
    tools.launcher = find_tool(places.tools, "sbst-jvm-launcher");
    tools.runtime_jar = find_tool(places.tools, "sbst-jvm-rt.jar");
    tools.referee_jar = find_tool(places.tools, "sbst-jvm-referee.jar");
    tools.jars = find_jars(settings.jars, places.jars);
    tools.asm_jars = {jvm::find_jar(tools.jars, "asm"), jvm::find_jar(tools.jars, "asm-tree")};
    return tools;
}

}  // namespace sbst::cli
