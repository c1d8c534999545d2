// SPDX-License-Identifier: Apache-2.0
// Executions against the analysis: whatever runs must be in the graph and must not be proved away.
#include "subject.hpp"
#include "support/catch.hpp"

#include <sbst/evm/analysis/analysis_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

using sbst::Rng;
using sbst::evm::ContractAnalysis;
using sbst::evm::ContractFacts;

namespace
{

std::vector<std::filesystem::path> artifacts_in(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
    {
        if (entry.path().extension() == ".json")
        {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

void check_nothing_contradicts(const std::filesystem::path& file, std::size_t transactions)
{
    const sbst::evm::Artifact artifact = sbst::evm::load_artifact(file);
    const ContractFacts facts = sbst::test::runtime_facts(artifact);
    const ContractAnalysis analysis = sbst::evm::analyse(facts);
    Rng rng(7);
    const auto found = sbst::test::contradict(artifact, facts, analysis, transactions, rng);
    INFO(file.filename().string());
    CHECK(found.missing_edges == std::vector<std::string>{});
    CHECK(found.covered_infeasible == std::vector<std::string>{});
    CHECK(found.wrong_entries == std::vector<std::string>{});
    CHECK(found.executed_edges > 10);
}

}  // namespace

TEST_CASE("analyse: no execution of the examples leaves the graph or takes a disproved branch",
    "[evm][analysis][property]")
{
    for (const auto& file : artifacts_in(SBST_EXAMPLE_ARTIFACTS))
    {
        check_nothing_contradicts(file, 1500);
    }
}

TEST_CASE("analyse: the contracts of SBST_DATA are resolved, and no execution contradicts",
    "[evm][analysis][data]")
{
    const char* data = std::getenv("SBST_DATA");
    if (data == nullptr)
    {
        WARN("SBST_DATA is not set: skipped");
        return;
    }
    std::size_t jumps = 0;
    std::size_t unresolved = 0;
    double resolved_targets = 0;
    double all_targets = 0;
    for (const auto& file : artifacts_in(std::filesystem::path(data) / "agsolt/contracts"))
    {
        check_nothing_contradicts(file, 4000);
        const auto analysis =
            sbst::evm::analyse(sbst::test::runtime_facts(sbst::evm::load_artifact(file)));
        const auto count = static_cast<double>(analysis.statistics.jumps);
        jumps += analysis.statistics.jumps;
        unresolved += analysis.statistics.unresolved_jumps;
        resolved_targets += analysis.statistics.mean_targets_resolved * count;
        all_targets += analysis.statistics.mean_targets * count;
    }
    std::cout << fmt::format(
        "{} jumps, {} unresolved, targets per jump {:.3f} before and {:.3f} "
        "after the over-approximation\n",
        jumps, unresolved, resolved_targets / static_cast<double>(jumps),
        all_targets / static_cast<double>(jumps));
    CHECK(unresolved * 100 <= jumps);
}
