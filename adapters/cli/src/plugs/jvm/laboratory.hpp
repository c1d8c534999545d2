// SPDX-License-Identifier: Apache-2.0
// Java classes as subjects of studies. Next: study/commands.cpp.
#pragma once

#include "../../options/option.hpp"

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
/// surroundings that of the class path and the JDK's `release` file. Facts: `branches`.
///
/// A run is the search with its minimisation, without the proof: whether tests compile is no matter
/// of the algorithms that a study compares.
class JvmLaboratory : public study::Laboratory
{
public:
    JvmLaboratory();

    [[nodiscard]] std::vector<study::Subject> find_subjects(
        const study::SubjectQuery& query) override;
    [[nodiscard]] std::vector<study::Setting> normalised(
        std::span<const study::Setting> settings) override;
    [[nodiscard]] std::string surroundings(std::span<const study::Setting> settings) override;
    [[nodiscard]] study::RunRecord run(
        const study::RunOrder& order, const StopToken& stop) override;
    [[nodiscard]] std::vector<study::MetricInfo> metrics() const override;

private:
    /// Of a file or a folder; remembered, as many subjects share a jar.
    [[nodiscard]] const std::string& hash_of(const std::filesystem::path& path);

    std::vector<Option> m_options;
    std::map<std::filesystem::path, std::string> m_hashes;
};

[[nodiscard]] std::unique_ptr<study::Laboratory> make_jvm_laboratory();

}  // namespace sbst::cli
