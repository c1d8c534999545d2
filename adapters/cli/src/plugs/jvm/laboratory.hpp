// SPDX-License-Identifier: Apache-2.0
// Java classes as subjects of studies. Next: ../../study/search_laboratory.hpp.
#pragma once

#include "../../study/search_laboratory.hpp"

#include <sbst/jvm/exec/kept_workers.hpp>
#include <sbst/jvm/exec/rewritten_classes.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/study/laboratory.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sbst::cli
{

/// Subjects: see find_java_subjects. Dependencies
/// outside their own jar are given by the study's option `class-path`. A run's key depends on the
/// jar's content and, as surroundings, on that of the class path and the JDK's `release` file.
///
/// A run is the search with its minimisation, without the proof: whether tests compile does not
/// depend on the algorithms that a study compares.
class JvmLaboratory : public SearchLaboratory<jvm::JavaProblem>
{
public:
    JvmLaboratory();

    [[nodiscard]] std::vector<study::Subject> find_subjects(
        const study::SubjectQuery& query) override;
    [[nodiscard]] std::string surroundings(std::span<const study::Setting> settings) override;

protected:
    void with_problem(const study::Subject& subject, Settings& settings, const StopToken& stop,
        const Use& use) override;
    [[nodiscard]] RunResult search(
        jvm::JavaProblem& problem, const RunSpec& spec, const StopToken& stop) override;
    [[nodiscard]] bool is_reproducible(const jvm::JavaProblem& problem) const override;

private:
    /// The hash of a file or a folder; cached, because many subjects share a jar.
    [[nodiscard]] const std::string& hash_of(const std::filesystem::path& path);

    std::map<std::filesystem::path, std::string> m_hashes;
    /// What the last run read: the next one mostly has the same class path.
    std::shared_ptr<jvm::ReadClasses> m_read_classes;
    /// Made by the first run, and removed after the workers.
    std::optional<jvm::TemporaryFolder> m_scratch;
    /// A run has a worker that searches and one that measures.
    std::shared_ptr<jvm::KeptWorkers> m_kept_workers;
    std::shared_ptr<jvm::RewrittenClasses> m_rewritten;
};

[[nodiscard]] std::unique_ptr<study::Laboratory> make_jvm_laboratory();

}  // namespace sbst::cli
