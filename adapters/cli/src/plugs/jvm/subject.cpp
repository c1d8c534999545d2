// SPDX-License-Identifier: Apache-2.0
#include "subject.hpp"

#include "settings.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace sbst::cli
{

namespace
{

namespace fs = std::filesystem;

/// Classes of other packages, or nested ones, with the same simple name; else the nearest name.
std::string near_names(const jvm::ClassPath& path, const std::string& wanted)
{
    std::vector<std::string> names;
    for (const std::string& name : path.class_names())
    {
        names.push_back(jvm::binary_name(name));
    }
    const std::string_view simple = std::string_view(wanted).substr(wanted.find_last_of(".$") + 1);
    const std::vector<std::string_view> views(names.begin(), names.end());
    for (const std::string_view name : views)
    {
        const bool has_end = name.size() > simple.size() && name.ends_with(simple);
        const char before = has_end ? name[name.size() - simple.size() - 1] : '\0';
        if (before == '.' || before == '$')
        {
            return fmt::format(" (did you mean '{}'?)", name);
        }
    }
    return suggestion(wanted, views);
}

/// A JDK that can run classes for that release; empty when none is found.
fs::path jdk_for(int release)
{
    const std::vector<fs::path> homes = jvm::find_jdks();
    const auto found = std::find_if(homes.begin(), homes.end(), [release](const fs::path& home) {
        return is_jdk(home) && jvm::feature_version(home) >= release;
    });
    return found == homes.end() ? fs::path() : *found;
}

/// The JVM would refuse a class for a newer release, and not say what can be done.
void check_release(const jvm::ClassFile& file, const fs::path& java_home)
{
    constexpr int version_before_java_1 = 44;
    const int needed = file.major_version - version_before_java_1;
    const int used = jvm::feature_version(java_home);
    if (needed <= used)
    {
        return;
    }
    const fs::path better = jdk_for(needed);
    throw ParseError(jvm::binary_name(file.name), "",
        fmt::format("is compiled for Java {}, and the JDK in use is {} ({}); {}", needed, used,
            java_home.string(),
            better.empty() ? fmt::format("--java names the home of a JDK {} or later", needed) :
                             fmt::format("use --java {}", better.string())));
}

bool is_jar(const fs::path& file)
{
    const fs::path ending = file.extension();
    return ending == ".jar" || ending == ".JAR";
}

/// The entries of a folder that are of a kind, sorted.
template <class IsWanted>
std::vector<fs::path> files_of(const fs::path& folder, const IsWanted& is_wanted)
{
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    {
        if (is_wanted(at->path()))
        {
            found.push_back(at->path());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// What to write for a folder of the class path that has jars only: the JVM does not look into
/// them.
std::string hint_at_jars(const jvm::ClassPath& path)
{
    const auto may_have_class = [](const fs::path& file) {
        std::error_code error;
        return file.extension() == ".class" || fs::is_directory(file, error);
    };
    for (const fs::path& entry : path.entries())
    {
        if (!files_of(entry, is_jar).empty() && files_of(entry, may_have_class).empty())
        {
            return fmt::format(
                " ({} has jars only: '{}' names them)", entry.string(), (entry / "*").string());
        }
    }
    return "";
}

void check_class(const jvm::ClassPath& path, const std::string& name, const fs::path& java_home)
{
    const std::string internal = jvm::internal_name(name);
    if (!path.is_on_path(internal))
    {
        throw ConfigError(fmt::format("--class: '{}' is not on the class path{}{}", name,
            near_names(path, name), hint_at_jars(path)));
    }
    check_release(path.at(internal), java_home);
    const jvm::ClassGoals goals = jvm::find_class_goals(path, internal);
    if (goals.graph.size() == 0)
    {
        const bool is_interface = path.at(internal).access.is_interface();
        throw ParseError(name, "",
            fmt::format("has no code to test{}",
                is_interface ? ": it is an interface without default or static methods" : ""));
    }
}

/// The jars of a folder, sorted: what `folder/*` means to the java command.
std::vector<fs::path> jars_of(const fs::path& wildcard)
{
    const fs::path folder = wildcard.has_parent_path() ? wildcard.parent_path() : ".";
    std::vector<fs::path> jars = files_of(folder, is_jar);
    if (jars.empty())
    {
        std::error_code error;
        throw ParseError(wildcard.string(), "",
            fs::is_directory(folder, error) ? "names no jar: the folder has none" :
                                              "names no jar: there is no such folder");
    }
    return jars;
}

}  // namespace

std::vector<fs::path> class_path_entries(const std::vector<std::string>& texts)
{
    std::vector<fs::path> entries;
    for (const std::string& text : texts)
    {
        std::string_view rest = text;
        while (!rest.empty())
        {
            const std::string_view entry = rest.substr(0, rest.find(':'));
            rest.remove_prefix(std::min(rest.size(), entry.size() + 1));
            if (fs::path(entry).filename() == "*")
            {
                const std::vector<fs::path> jars = jars_of(entry);
                entries.insert(entries.end(), jars.begin(), jars.end());
            }
            else if (!entry.empty())
            {
                entries.emplace_back(entry);
            }
        }
    }
    std::error_code error;
    for (const fs::path& entry : entries)
    {
        if (!fs::exists(entry, error))
        {
            throw ParseError(entry.string(), "", "cannot be read: no such file or folder");
        }
    }
    return entries;
}

jvm::JavaProblemOptions java_problem_options(const Settings& settings, const JvmTools& tools,
    const fs::path& scratch, std::shared_ptr<jvm::ReadClasses> read)
{
    const JvmSettings& java = jvm_of(settings);
    jvm::JavaProblemOptions options;
    options.class_path = class_path_entries(java.class_path);
    if (options.class_path.empty())
    {
        throw ConfigError("--class-path is missing: jars and folders of classes");
    }
    if (java.class_name.empty())
    {
        throw ConfigError("--class is missing: the class under test, such as org.shop.Cart");
    }
    options.class_name = jvm::binary_name(java.class_name);
    const jvm::ClassPath path(options.class_path,
        jvm::ClassPathOptions::for_jdk(tools.java_home, jvm::feature_version(tools.java_home)), {},
        std::move(read));
    check_class(path, options.class_name, tools.java_home);
    options.read_classes = path.read_classes();
    if (!java.method.empty())
    {
        options.method = java.method;
    }
    if (!java.package.empty())
    {
        options.package = java.package;
    }
    options.worker.java_home = tools.java_home;
    options.worker.worker_executable = tools.worker;
    options.worker.runtime_jar = tools.runtime_jar;
    options.worker.asm_jars = tools.asm_jars;
    options.worker.scratch = scratch;
    options.worker.jobs = settings.jobs;
    options.criteria = criteria_of(settings);
    options.output_distances = settings.output_distances;
    options.branches_help = follows_branches(settings);
    options.worker.heap_megabytes = java.heap_megabytes;
    options.surface.stand_ins = java.stand_ins;
    options.worker.probe_budget = static_cast<std::uint32_t>(java.probe_budget);
    options.worker.test_limit = std::chrono::milliseconds(java.test_limit_ms);
    // Java has its own default distribution of values; values set by options are kept.
    ValueOptions values = options.operators.values;
    values.random_perturbation_prob = settings.operators.values.random_perturbation_prob;
    options.operators = settings.operators;
    options.operators.values = values;
    return options;
}

std::unique_ptr<jvm::JavaProblem> start_problem(const jvm::JavaProblemOptions& options)
{
    try
    {
        return std::make_unique<jvm::JavaProblem>(options);
    }
    catch (const AdapterError&)
    {
        if (!options.start_stop.stop_requested())
        {
            throw;
        }
    }
    return nullptr;
}

}  // namespace sbst::cli
