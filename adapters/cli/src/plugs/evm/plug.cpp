// SPDX-License-Identifier: Apache-2.0
#include "plug.hpp"

#include "../../console/files.hpp"
#include "commands.hpp"
#include "laboratory.hpp"
#include "options.hpp"

#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/output/writers.hpp>
#include <sbst/run/run.hpp>

#include <array>
#include <filesystem>

namespace sbst::cli
{

namespace
{

std::vector<GoalClassRow> goal_classes()
{
    constexpr std::array<std::string_view, evm::goal_class_count> summaries{
        "a decision that the author wrote (shown by default)",
        "overflow, division, array bounds and other checks of the compiler (shown by default)",
        "choice of the function by its selector",
        "refusal of ether by functions that are not payable",
        "decoding and validation of call data", "inside the getter of a public state variable",
        "a fallback or receive that does nothing", "copying of strings and arrays"};
    const std::vector<std::string_view> names = goal_class_names();
    std::vector<GoalClassRow> rows;
    rows.reserve(names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        rows.push_back({names[i], summaries.at(i)});
    }
    return rows;
}

std::vector<FormatRow> formats()
{
    return format_rows(evm::contract_writers(), evm::usual_formats);
}

/// Artifacts, and folders of JSON files. A folder may hold something else that is more certain.
std::optional<SubjectSource> recognise(const std::string& operand)
{
    constexpr int likely = 2;
    constexpr std::string_view mark = ".json:";
    std::error_code error;
    if (std::filesystem::is_directory(operand, error))
    {
        return holds_files(operand, ".json") ?
                   std::optional(SubjectSource{
                       (std::filesystem::path(operand) / "*.json").string(), "", likely}) :
                   std::nullopt;
    }
    const std::size_t colon = operand.find(mark);
    if (colon != std::string::npos)
    {
        const std::size_t end = colon + mark.size() - 1;
        return SubjectSource{operand.substr(0, end), operand.substr(end), likely};
    }
    return operand.ends_with(".json") ? std::optional(SubjectSource{operand, "", likely}) :
                                        std::nullopt;
}

constexpr std::array<std::string_view, 3> variables{
    "SBST_PLANS_DIR", "SBST_STATETESTS_DIR", "SBST_VECTORS_DIR"};

constexpr std::array<ComponentNote, 2> component_notes{{
    {"elephant-brain", "no contract's result has another type at run time"},
    {"detective", "one contract is all that a test can call"},
}};

}  // namespace

Plug evm_plug()
{
    return {.name = "evm",
        .summary = "Tests for smart contracts (EVM bytecode)",
        .commands = evm_commands,
        .options = evm_options,
        .goal_classes = goal_classes,
        .formats = formats,
        .component_notes = component_notes,
        .default_budget = RunSpec{}.budget,
        .variables = variables,
        .texts = {.first_steps = "sbst evm generate build/contracts/Token.json\n"
                                 "sbst evm replay sbst-out/suite.json\n",
            .units = "Amounts are in wei or carry a unit (5 gwei, 2 ether)",
            .unusable = "the contract cannot be deployed",
            .memory_option = "--max-array-length"},
        .subject = {.operand = "ARTIFACT",
            .file = "FILE.json",
            .plural = "artifacts",
            .forms = "artifacts (FILE.json, FILE.json:Contract)",
            .expected = "an artifact (FILE.json, FILE.json:Contract)",
            .example = "sbst study init study.yaml build/Auction.json build/Token.json\n",
            .choosing = "FILE.json:Contract chooses one of several",
            .option = "max-value: 2 ether",
            .recognise = recognise},
        .make_laboratory = make_evm_laboratory};
}

}  // namespace sbst::cli
