// SPDX-License-Identifier: Apache-2.0
// sbst evm analyze: what is known of a contract before anything is executed.
#include "evm_commands.hpp"
#include "files.hpp"
#include "print.hpp"

#include <sbst/evm/analysis/analysis_text.hpp>
#include <sbst/evm/render/analysis_report.hpp>

#include <fmt/format.h>

namespace sbst::cli
{

ExitCode run_evm_analyze(const Settings& settings)
{
    evm::Artifact artifact = evm::load_artifact(settings.operands.front(), settings.contract);
    const evm::ContractProblem problem(std::move(artifact), settings.problem);
    const evm::ContractAnalysis& analysis = problem.runtime_analysis();
    const std::string dot = settings.graph == Graph::flow ? evm::flow_graph_to_dot(analysis) :
                                                            evm::goal_graph_to_dot(analysis);
    if (settings.dot == "-")
    {
        print_result("{}", dot);
        return ExitCode::ok;
    }
    if (!settings.dot.empty())
    {
        write_file(settings.dot, dot);
    }
    if (settings.json)
    {
        print_result("{}", evm::analysis_to_json(problem));
    }
    else if (!settings.quiet)
    {
        print_result("{}", evm::analysis_to_text(problem));
        print_result("{}", settings.verbose ? '\n' + evm::goals_to_text(analysis) : std::string());
    }
    return ExitCode::ok;
}

}  // namespace sbst::cli
