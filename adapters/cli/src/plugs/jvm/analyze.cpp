// SPDX-License-Identifier: Apache-2.0
// sbst jvm analyze: facts about a class before any test is executed.
#include "../../console/interrupt.hpp"
#include "../../console/print.hpp"
#include "commands.hpp"
#include "settings.hpp"
#include "subject.hpp"

#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/report/analysis_report.hpp>

namespace sbst::cli
{

ExitCode run_jvm_analyze(const Settings& settings)
{
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
    if (settings.json)
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
