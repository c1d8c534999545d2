// SPDX-License-Identifier: Apache-2.0
// sbst evm statetest: runs the public conformance cases and shows where the executor differs.
#include "../../console/files.hpp"
#include "../../console/json_page.hpp"
#include "../../console/print.hpp"
#include "../../console/terminal.hpp"
#include "commands.hpp"
#include "settings.hpp"
#include "state_test_files.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sbst::cli
{

namespace
{

using Json = nlohmann::ordered_json;

/// The results of everything, in the order of the files and of the cases in them.
struct Summary
{
    StateTestCounts total;
    std::map<std::string, StateTestCounts> folders;
    std::vector<StateTestFailure> failures;
    std::set<std::string> unknown_forks;
    std::vector<ParseError> problems;
};

void add(StateTestCounts& sum, const StateTestCounts& part)
{
    sum.passed += part.passed;
    sum.total += part.total;
}

Summary summarise(std::vector<StateTestFileResult> results)
{
    Summary summary;
    for (StateTestFileResult& result : results)
    {
        for (const auto& [folder, counts] : result.folders)
        {
            add(summary.folders[folder], counts);
            add(summary.total, counts);
        }
        std::move(
            result.failures.begin(), result.failures.end(), std::back_inserter(summary.failures));
        summary.unknown_forks.insert(result.unknown_forks.begin(), result.unknown_forks.end());
        if (result.problem)
        {
            summary.problems.push_back(*result.problem);
        }
    }
    return summary;
}

std::string expected_answer(const StateTestFailure& failure)
{
    return failure.which.exception.empty() ? "executed" : "rejected: " + failure.which.exception;
}

std::string found_answer(const evm::StateTestOutcome& outcome)
{
    if (!outcome.is_rejected)
    {
        return fmt::format(
            "executed: {}, {} gas used", evm::to_string(outcome.status), outcome.gas_used);
    }
    return fmt::format("rejected: {}",
        outcome.rejection ? evm::to_string(*outcome.rejection) : "no transaction can carry that");
}

Text failure_text(const StateTestFailure& failure, const Style& style)
{
    const evm::StateTestCase& which = failure.which;
    const evm::StateTestOutcome& outcome = failure.outcome;
    Text text = Text::of("{} {} {} data {} gas {} value {} ({})\n", style.bad("failed"),
        failure.test, evm::to_string(which.fork), which.data, which.gas, which.value, failure.file);
    const auto row = [&text](
                         const char* name, const std::string& expected, const std::string& found) {
        text += Text::of("  {:<7}expected {}\n         found    {}\n", name, expected, found);
    };
    row("answer", expected_answer(failure), found_answer(outcome));
    if (outcome.root != which.root)
    {
        row("root", evm::to_hex(which.root), evm::to_hex(outcome.root));
    }
    if (outcome.logs != which.logs)
    {
        row("logs", evm::to_hex(which.logs), evm::to_hex(outcome.logs));
    }
    return text;
}

std::string counts_text(const StateTestCounts& counts)
{
    return fmt::format("{}/{}", counts.passed, counts.total);
}

void print_summary(const Settings& settings, const Summary& summary)
{
    const Style style = style_for(stdout, settings.color);
    for (const StateTestFailure& failure : summary.failures)
    {
        print_result(failure_text(failure, style));
    }
    if (settings.quiet)
    {
        return;
    }
    std::size_t width = 5;
    for (const auto& [folder, counts] : summary.folders)
    {
        width = std::max(width, visible(folder).size());
    }
    for (const auto& [folder, counts] : summary.folders)
    {
        print_result("{:<{}}  {}\n", folder, width, counts_text(counts));
    }
    print_result("{:<{}}  {}\n", "total", width, counts_text(summary.total));
    for (const std::string& fork : summary.unknown_forks)
    {
        print_note("cases of {} are not run: no rules of that name\n", fork);
    }
}

Json counts_json(const StateTestCounts& counts)
{
    return {{"passed", counts.passed}, {"total", counts.total}};
}

Json failure_json(const StateTestFailure& failure)
{
    const evm::StateTestCase& which = failure.which;
    const evm::StateTestOutcome& outcome = failure.outcome;
    return {{"test", failure.test}, {"file", failure.file}, {"fork", evm::to_string(which.fork)},
        {"indexes", {{"data", which.data}, {"gas", which.gas}, {"value", which.value}}},
        {"expected", {{"answer", expected_answer(failure)}, {"root", evm::to_hex(which.root)},
                         {"logs", evm::to_hex(which.logs)}}},
        {"found", {{"answer", found_answer(outcome)}, {"root", evm::to_hex(outcome.root)},
                      {"logs", evm::to_hex(outcome.logs)}}}};
}

Text summary_page(const Summary& summary)
{
    Json json{{"schema", 1}};
    json.update(counts_json(summary.total));
    json["folders"] = Json::array();
    for (const auto& [folder, counts] : summary.folders)
    {
        Json row{{"name", folder}};
        row.update(counts_json(counts));
        json["folders"].push_back(std::move(row));
    }
    json["failures"] = Json::array();
    for (const StateTestFailure& failure : summary.failures)
    {
        json["failures"].push_back(failure_json(failure));
    }
    json["forks_not_run"] = summary.unknown_forks;
    json["files_not_read"] = Json::array();
    for (const ParseError& problem : summary.problems)
    {
        json["files_not_read"].push_back(problem.what());
    }
    return json_page(json);
}

/// Reports the files that could not be used, if any: the last one is thrown.
void throw_problems(const Summary& summary)
{
    if (summary.problems.empty())
    {
        return;
    }
    const Style style = error_style();
    for (std::size_t i = 0; i + 1 < summary.problems.size(); ++i)
    {
        print_note("{} {}\n", style.bad("sbst: error:"), summary.problems[i].what());
    }
    throw ParseError(summary.problems.back());
}

std::string shown_operands(const Settings& settings)
{
    return fmt::format("{}", fmt::join(settings.operands, ", "));
}

}  // namespace

ExitCode run_evm_statetest(const Settings& settings)
{
    const std::vector<std::string> files = find_state_test_files(settings.operands);
    const Summary summary =
        summarise(run_state_test_files(files, evm_of(settings).problem.fork, settings.jobs));
    if (summary.total.total == 0)
    {
        throw_problems(summary);
        if (!evm_of(settings).problem.fork && !summary.unknown_forks.empty())
        {
            throw ParseError(shown_operands(settings), "",
                fmt::format("only cases of {} in it, expected some of {} to {}",
                    fmt::join(summary.unknown_forks, ", "), evm::to_string(evm::Fork{}),
                    evm::to_string(static_cast<evm::Fork>(evm::fork_count - 1))));
        }
        const std::string of_fork =
            evm_of(settings).problem.fork ?
                fmt::format(" of {}", evm::to_string(*evm_of(settings).problem.fork)) :
                "";
        throw ParseError(shown_operands(settings), "",
            fmt::format("no case{} in it, expected state tests", of_fork));
    }
    if (settings.json)
    {
        print_result(summary_page(summary));
    }
    else
    {
        print_summary(settings, summary);
    }
    throw_problems(summary);
    return summary.failures.empty() ? ExitCode::ok : ExitCode::failed;
}

}  // namespace sbst::cli
