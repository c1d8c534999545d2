// SPDX-License-Identifier: Apache-2.0
// sbst evm analyze: facts about a contract before anything is executed.
#include "../../console/construction_graph.hpp"
#include "../../console/files.hpp"
#include "../../console/print.hpp"
#include "commands.hpp"
#include "settings.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/analysis/analysis_text.hpp>
#include <sbst/evm/render/analysis_report.hpp>

#include <algorithm>
#include <string>

namespace sbst::cli
{

namespace
{

void check_outputs(const Settings& settings)
{
    const auto is_typed = [&settings](const char* name) {
        return std::find(settings.typed.begin(), settings.typed.end(), name) !=
               settings.typed.end();
    };
    if (is_typed("graph") && evm_of(settings).dot.empty())
    {
        throw ConfigError("--graph needs --dot FILE: it selects the graph to draw");
    }
    const int shown = (evm_of(settings).construction_graph ? 1 : 0) +
                      (evm_of(settings).storage ? 1 : 0) + (settings.json ? 1 : 0);
    if (shown > 1)
    {
        throw ConfigError(
            "--construction-graph, --storage and --json show different things: "
            "expected one");
    }
    if (evm_of(settings).construction_graph && is_typed("graph"))
    {
        throw ConfigError("--construction-graph and --graph select different graphs: expected one");
    }
    if (settings.json && is_standard_output(evm_of(settings).dot))
    {
        throw ConfigError(
            "--json and --dot - both go to standard output; expected one of them, or "
            "--dot FILE");
    }
}

}  // namespace

ExitCode run_evm_analyze(const Settings& settings)
{
    check_outputs(settings);
    evm::Artifact artifact = load_input(settings.operands.front(), evm_of(settings).contract);
    evm::ContractProblem problem(std::move(artifact), problem_options_of(settings));
    if (const auto& goal = evm_of(settings).construction_graph)
    {
        show_construction_graph(problem.construction_graph(GoalId(*goal)), evm_of(settings).dot);
        return ExitCode::ok;
    }
    if (evm_of(settings).storage)
    {
        print_result(Text(problem.storage_text()));
        return ExitCode::ok;
    }
    const evm::ContractAnalysis& analysis = problem.runtime_analysis();
    const std::string dot = evm_of(settings).graph == Graph::flow ?
                                evm::flow_graph_to_dot(analysis) :
                                evm::goal_graph_to_dot(analysis);
    if (is_standard_output(evm_of(settings).dot))
    {
        print_result(Text(dot));
        return ExitCode::ok;
    }
    if (!evm_of(settings).dot.empty())
    {
        write_file(evm_of(settings).dot, dot);
    }
    if (settings.json)
    {
        print_result(Text(evm::analysis_to_json(problem)));
    }
    else if (!settings.quiet)
    {
        print_result(Text(evm::analysis_to_text(problem)));
        print_result(settings.verbose ? Text('\n' + evm::goals_to_text(analysis)) : Text());
    }
    return ExitCode::ok;
}

}  // namespace sbst::cli
