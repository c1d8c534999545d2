// SPDX-License-Identifier: Apache-2.0
// Java classes as subjects of studies. Next: study/search_laboratory.hpp.
#pragma once

#include "../../study/search_laboratory.hpp"

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/study/laboratory.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sbst::cli
{

/// Subjects: `FILE.jar!org.shop.Cart`, `FOLDER!org.shop.*`; of a pattern with stars those public
/// top-level classes that can be made and have ten branches or more. What they need beside their
/// own jar stands in the study's option `class-path`. The jar's content decides a run's key, and as
/// surroundings that of the class path and the JDK's `release` file.
///
/// A run is the search with its minimisation, without the proof: whether tests compile is no matter
/// of the algorithms that a study compares.
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
    /// Of a file or a folder; remembered, as many subjects share a jar.
    [[nodiscard]] const std::string& hash_of(const std::filesystem::path& path);

    std::map<std::filesystem::path, std::string> m_hashes;
};

[[nodiscard]] std::unique_ptr<study::Laboratory> make_jvm_laboratory();

}  // namespace sbst::cli
