// SPDX-License-Identifier: Apache-2.0
// Contracts as subjects of studies. Next: study/commands.cpp.
#pragma once

#include "../../options/option.hpp"

#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/study/laboratory.hpp>

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sbst::cli
{

/// Subjects: `FILE.json`, `FOLDER/*.json`, or `FILE.json:Contract` where a file has several. A
/// subject is called by its file's stem, and by the contract's name behind it where one is given.
/// Facts: `branches`, goals that are shown by default.
class EvmLaboratory : public study::Laboratory
{
public:
    EvmLaboratory();

    [[nodiscard]] std::vector<study::Subject> find_subjects(
        const study::SubjectQuery& query) override;
    [[nodiscard]] std::vector<study::Setting> normalised(
        std::span<const study::Setting> settings) override;
    [[nodiscard]] study::RunRecord run(
        const study::RunOrder& order, const StopToken& stop) override;
    [[nodiscard]] std::vector<study::MetricInfo> metrics() const override;

private:
    const evm::Artifact& artifact(const study::Subject& subject);

    std::vector<Option> m_options;
    // The last few: cells come subject by subject.
    std::map<std::string, evm::Artifact> m_artifacts;
};

[[nodiscard]] std::unique_ptr<study::Laboratory> make_evm_laboratory();

}  // namespace sbst::cli
