// SPDX-License-Identifier: Apache-2.0
#include "laboratory.hpp"

#include "../../console/files.hpp"
#include "commands.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/suite/generate.hpp>
#include <sbst/study/sha256.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <glob.h>

namespace sbst::cli
{

namespace
{

namespace fs = std::filesystem;

constexpr std::size_t most_artifacts = 4;

/// A file and the contract in it; empty = its only one.
struct Place
{
    std::string file;
    std::string contract;
};

/// `FILE.json:Contract`; a colon only counts after the file's ending.
Place split(const std::string& source)
{
    const std::size_t colon = source.find(".json:");
    constexpr std::size_t ending = 5;
    return colon == std::string::npos ?
               Place{source, ""} :
               Place{source.substr(0, colon + ending), source.substr(colon + ending + 1)};
}

/// Names of files, sorted; the name itself if it is not a pattern.
std::vector<std::string> files_of(const study::Setting& include, const std::string& pattern)
{
    glob_t found{};
    const int status = ::glob(pattern.c_str(), GLOB_ERR, nullptr, &found);
    std::vector<std::string> files;
    for (std::size_t i = 0; status == 0 && i < found.gl_pathc; ++i)
    {
        files.emplace_back(found.gl_pathv[i]);
    }
    ::globfree(&found);
    if (files.empty())
    {
        throw ConfigError(fmt::format("{}: include: '{}' names no file", include.place, pattern));
    }
    return files;
}

study::Subject make_subject(const std::string& file, const std::string& contract)
{
    study::Subject subject;
    subject.name = fs::path(file).stem().string();
    subject.source = file;
    if (!contract.empty())
    {
        subject.name += ":" + contract;
        subject.source += ":" + contract;
    }
    // First, because it refuses files that are not regular; every run reads the file again.
    const evm::ContractProblem problem(evm::load_artifact(file, contract), evm::ProblemOptions{});
    subject.hash = study::sha256(contract + "\n" + read_file(file));
    subject.facts = {{"branches", static_cast<double>(count_branches(problem.goals()))}};
    return subject;
}

}  // namespace

// Subjects are chosen by that option.
EvmLaboratory::EvmLaboratory() : SearchLaboratory("evm generate", {"contract"}) {}

std::vector<study::Subject> EvmLaboratory::find_subjects(const study::SubjectQuery& query)
{
    std::vector<study::Subject> subjects;
    for (const study::Setting& include : query.include)
    {
        const Place place = split(include.value);
        for (const std::string& file : files_of(include, place.file))
        {
            study::Subject subject = make_subject(file, place.contract);
            const auto same = std::find_if(subjects.begin(), subjects.end(),
                [&subject](const study::Subject& known) { return known.name == subject.name; });
            if (same != subjects.end() && same->source != subject.source)
            {
                throw ConfigError(
                    fmt::format("{}: include: '{}' and '{}' would both be called "
                                "'{}'; give their files other names",
                        include.place, same->source, subject.source, subject.name));
            }
            if (same == subjects.end())
            {
                subjects.push_back(std::move(subject));
            }
        }
    }
    std::sort(subjects.begin(), subjects.end(),
        [](const study::Subject& a, const study::Subject& b) { return a.name < b.name; });
    return subjects;
}

const evm::Artifact& EvmLaboratory::artifact(const study::Subject& subject)
{
    const auto known = m_artifacts.find(subject.source);
    if (known != m_artifacts.end())
    {
        return known->second;
    }
    if (m_artifacts.size() >= most_artifacts)
    {
        m_artifacts.clear();
    }
    const Place place = split(subject.source);
    return m_artifacts.emplace(subject.source, evm::load_artifact(place.file, place.contract))
        .first->second;
}

std::string EvmLaboratory::surroundings(std::span<const study::Setting> settings)
{
    const std::string solver = solver_surroundings(settings_of(settings));
    return solver.empty() ? solver : study::sha256(solver);
}

void EvmLaboratory::with_problem(
    const study::Subject& subject, Settings& settings, const StopToken& /*stop*/, const Use& use)
{
    evm::ContractProblem problem(
        artifact(subject), problem_options_of(settings), settings.operators);
    use(problem);
}

RunResult EvmLaboratory::search(
    evm::ContractProblem& problem, const RunSpec& spec, const StopToken& stop)
{
    return evm::generate_suite(problem, spec, stop);
}

std::unique_ptr<study::Laboratory> make_evm_laboratory()
{
    return std::make_unique<EvmLaboratory>();
}

}  // namespace sbst::cli
