// SPDX-License-Identifier: Apache-2.0
// sbst jvm analyze: facts about a class before any test is executed.
#include "../../console/construction_graph.hpp"
#include "../../console/interrupt.hpp"
#include "../../console/print.hpp"
#include "commands.hpp"
#include "settings.hpp"
#include "subject.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/construction/goal_construction.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/report/analysis_report.hpp>

namespace sbst::cli
{

ExitCode run_jvm_analyze(const Settings& settings)
{
    if (!jvm_of(settings).construction_graph && !jvm_of(settings).dot.empty())
    {
        throw ConfigError("--dot needs --construction-graph GOAL: it selects the graph to draw");
    }
    if (jvm_of(settings).construction_graph && settings.json)
    {
        throw ConfigError("--construction-graph and --json show different things: expected one");
    }
    // The scratch folder is removed and the workers are ended in any case.
    const InterruptWatch watch;
    const jvm::TemporaryFolder scratch({}, "sbst");
    const JvmTools tools = find_jvm_tools(jvm_of(settings));
    jvm::JavaProblemOptions options = java_problem_options(settings, tools, scratch.path());
    options.start_stop = InterruptWatch::token();
    const auto started = start_problem(options);
    if (!started || InterruptWatch::exit_code() != ExitCode::ok)
    {
        return InterruptWatch::exit_code();
    }
    const jvm::JavaProblem& problem = *started;
    if (const auto& goal = jvm_of(settings).construction_graph)
    {
        show_construction_graph(
            construction_graph_of(problem.class_path(), problem.class_goals(), GoalId(*goal)),
            jvm_of(settings).dot);
    }
    else if (settings.json)
    {
        print_result(Text(jvm::analysis_to_json(problem)));
    }
    else if (!settings.quiet)
    {
        print_result(Text(jvm::analysis_to_text(problem)));
        print_result(settings.verbose ? Text("\nGoals\n" + jvm::goals_to_text(problem)) : Text());
    }
    return ExitCode::ok;
}

}  // namespace sbst::cli
