// SPDX-License-Identifier: Apache-2.0
#include "laboratory.hpp"

#include "settings.hpp"
#include "subject.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/jvm/language/type_names.hpp>
#include <sbst/jvm/suite/generate.hpp>
#include <sbst/study/sha256.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <tuple>

namespace sbst::cli
{

namespace
{

constexpr std::size_t least_branches = 10;
/// The one that measures, and those that searched for the last two choices of criteria.
constexpr std::size_t most_kept_workers = 3;

/// `JAR!CLASS`.
struct Place
{
    std::string jar;
    std::string pattern;
};

Place split(const study::Setting& include)
{
    const std::size_t mark = include.value.rfind('!');
    if (mark == std::string::npos || mark + 1 == include.value.size())
    {
        throw ConfigError(
            fmt::format("{}: include: found '{}', expected a jar or folder and a "
                        "class, such as lib/shop.jar!org.shop.*",
                include.place, include.value));
    }
    return {include.value.substr(0, mark), include.value.substr(mark + 1)};
}

/// Every run reads it again, so it must be a regular file.
void require_files(const study::Setting& include, const std::string& jar)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(jar, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
        !std::filesystem::is_directory(status))
    {
        throw ConfigError(fmt::format(
            "{}: include: '{}' is not a file; expected a jar or a folder", include.place, jar));
    }
}

bool can_be_made(const jvm::ClassPath& path, const std::string& name)
{
    // A class that cannot be read is no subject.
    const jvm::ClassFile* file = path.find(name);
    return file != nullptr && name.find('$') == std::string::npos && file->access.is_public() &&
           !file->access.is_abstract() && !file->access.is_interface();
}

}  // namespace

// The first chooses subjects, and the second ends more than the search.
JvmLaboratory::JvmLaboratory() : SearchLaboratory("jvm generate", {"class", "deadline"}) {}

std::vector<study::Subject> JvmLaboratory::find_subjects(const study::SubjectQuery& query)
{
    std::vector<study::Subject> subjects;
    for (const study::Setting& include : query.include)
    {
        const Place place = split(include);
        const bool is_pattern = place.pattern.find_first_of("*?") != std::string::npos;
        require_files(include, place.jar);
        const jvm::ClassPath path({place.jar});
        const std::size_t before = subjects.size();
        for (const std::string& internal : path.class_names())
        {
            const std::string name = jvm::binary_name(internal);
            if (!study::matches(place.pattern, name) ||
                (is_pattern && !can_be_made(path, internal)))
            {
                continue;
            }
            const std::size_t branches =
                count_branches(jvm::find_class_goals(path, internal).graph);
            if (is_pattern && branches < least_branches)
            {
                continue;
            }
            // Other classes of the jar also influence the result of a run.
            subjects.push_back(
                {name, place.jar + "!" + name, study::sha256(name + "\n" + hash_of(place.jar)),
                    {{"branches", static_cast<double>(branches)}}});
        }
        if (subjects.size() == before)
        {
            throw ConfigError(
                fmt::format("{}: include: '{}' names no class", include.place, include.value));
        }
    }
    const auto by_name = [](const study::Subject& a, const study::Subject& b) {
        return std::tie(a.name, a.source) < std::tie(b.name, b.source);
    };
    std::stable_sort(subjects.begin(), subjects.end(), by_name);
    const auto same = [](const study::Subject& a, const study::Subject& b) {
        return a.name == b.name && a.source == b.source;
    };
    subjects.erase(std::unique(subjects.begin(), subjects.end(), same), subjects.end());
    for (std::size_t i = 1; i < subjects.size(); ++i)
    {
        if (subjects[i].name == subjects[i - 1].name)
        {
            throw ConfigError(fmt::format("include: '{}' and '{}' are both called '{}'",
                subjects[i - 1].source, subjects[i].source, subjects[i].name));
        }
    }
    return subjects;
}

const std::string& JvmLaboratory::hash_of(const std::filesystem::path& path)
{
    const auto known = m_hashes.find(path);
    return known != m_hashes.end() ?
               known->second :
               m_hashes.emplace(path, study::sha256_of_path(path)).first->second;
}

std::string JvmLaboratory::surroundings(std::span<const study::Setting> settings)
{
    const Settings read = settings_of(settings);
    std::string text = hash_of(find_jvm_tools(jvm_of(read)).java_home / "release");
    for (const std::filesystem::path& entry : class_path_entries(jvm_of(read).class_path))
    {
        text += "\n" + hash_of(entry);
    }
    return study::sha256(text);
}

void JvmLaboratory::with_problem(
    const study::Subject& subject, Settings& settings, const StopToken& stop, const Use& use)
{
    const Place place = split({.name = "include", .value = subject.source, .place = subject.name});
    JvmSettings& java = jvm_of(settings);
    java.class_path.insert(java.class_path.begin(), place.jar);
    java.class_name = place.pattern;

    if (!m_scratch)
    {
        m_scratch.emplace(std::filesystem::path(), "sbst");
        m_kept_workers = std::make_shared<jvm::KeptWorkers>(most_kept_workers);
    }
    const JvmTools tools = find_jvm_tools(java);
    jvm::JavaProblemOptions options =
        java_problem_options(settings, tools, m_scratch->path() / "work", m_read_classes);
    m_read_classes = options.read_classes;
    options.worker.kept = m_kept_workers;
    options.start_stop = stop;
    if (const auto started = start_problem(options))
    {
        use(*started);
    }
}

RunResult JvmLaboratory::search(
    jvm::JavaProblem& problem, const RunSpec& spec, const StopToken& stop)
{
    return jvm::search_suite(problem, spec, stop);
}

bool JvmLaboratory::is_reproducible(const jvm::JavaProblem& problem) const
{
    const jvm::PoolCounters& workers = problem.workers().counters();
    return workers.watchdog_stops + workers.stack_overflows + workers.out_of_memory +
               workers.deaths ==
           0;
}

std::unique_ptr<study::Laboratory> make_jvm_laboratory()
{
    return std::make_unique<JvmLaboratory>();
}

}  // namespace sbst::cli
