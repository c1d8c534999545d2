// SPDX-License-Identifier: Apache-2.0
#include "laboratory.hpp"

#include "settings.hpp"
#include "study_subjects.hpp"
#include "subject.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/jvm/suite/generate.hpp>
#include <sbst/study/sha256.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <tuple>

namespace sbst::cli
{

namespace
{

/// The one that measures, and those that searched for the last two choices of criteria.
constexpr std::size_t most_kept_workers = 3;

}  // namespace

// The first chooses subjects, and the second ends more than the search.
JvmLaboratory::JvmLaboratory() : SearchLaboratory("jvm generate", {"class", "deadline"}) {}

std::vector<study::Subject> JvmLaboratory::find_subjects(const study::SubjectQuery& query)
{
    std::vector<study::Subject> subjects;
    for (const study::Setting& include : query.include)
    {
        std::vector<study::Subject> found =
            find_java_subjects(include, [this](const std::string& jar) { return hash_of(jar); });
        subjects.insert(subjects.end(), std::make_move_iterator(found.begin()),
            std::make_move_iterator(found.end()));
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
    const JavaPlace place =
        split_java_place({.name = "include", .value = subject.source, .place = subject.name});
    JvmSettings& java = jvm_of(settings);
    java.class_path.insert(java.class_path.begin(), place.jar);
    java.class_name = place.class_name;
    if (!place.method.empty() && !java.method.empty())
    {
        throw ConfigError(fmt::format(
            "{}: the option method names '{}'; expected one of both", subject.name, java.method));
    }
    java.method = place.method.empty() ? java.method : place.method;

    if (!m_scratch)
    {
        m_scratch.emplace(std::filesystem::path(), "sbst");
        m_kept_workers = std::make_shared<jvm::KeptWorkers>(most_kept_workers);
        m_rewritten = std::make_shared<jvm::RewrittenClasses>();
    }
    const JvmTools tools = find_jvm_tools(java);
    jvm::JavaProblemOptions options =
        java_problem_options(settings, tools, m_scratch->path() / "work", m_read_classes);
    m_read_classes = options.read_classes;
    options.worker.kept = m_kept_workers;
    options.worker.rewritten = m_rewritten;
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
