// SPDX-License-Identifier: Apache-2.0
// Contracts as subjects of studies. Next: ../../study/search_laboratory.hpp.
#pragma once

#include "../../study/search_laboratory.hpp"

#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/study/laboratory.hpp>

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sbst::cli
{

/// Subjects: `FILE.json`, `FOLDER/*.json`, or `FILE.json:Contract` if a file has several. A
/// subject's name is its file's stem, followed by the contract's name if one is given. A cell hangs
/// on the version of its solver, too.
class EvmLaboratory : public SearchLaboratory<evm::ContractProblem>
{
public:
    EvmLaboratory();

    [[nodiscard]] std::vector<study::Subject> find_subjects(
        const study::SubjectQuery& query) override;

    [[nodiscard]] std::string surroundings(std::span<const study::Setting> settings) override;

protected:
    void with_problem(const study::Subject& subject, Settings& settings, const StopToken& stop,
        const Use& use) override;
    [[nodiscard]] RunResult search(
        evm::ContractProblem& problem, const RunSpec& spec, const StopToken& stop) override;

private:
    const evm::Artifact& artifact(const study::Subject& subject);

    // The last few: cells come subject by subject.
    std::map<std::string, evm::Artifact> m_artifacts;
};

[[nodiscard]] std::unique_ptr<study::Laboratory> make_evm_laboratory();

}  // namespace sbst::cli
