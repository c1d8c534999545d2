// SPDX-License-Identifier: Apache-2.0
#include <sbst/report/run_summary.hpp>

namespace sbst
{

RunSummary summarise(const RunSpec& spec, const RunResult& result, std::size_t jobs)
{
    RunSummary run{.algorithm = std::string(to_string(spec.algorithm)),
        .seed = spec.seed,
        .executions = result.executions,
        .stopped_by = result.stopped_by,
        .tests = result.suite.size(),
        .statements = 0,
        .timeline = result.log.timeline,
        .seconds = result.seconds,
        .jobs = jobs,
        .seconds_at = result.log.seconds_at};
    for (const TestCase& test : result.suite)
    {
        run.statements += test.length();
    }
    return run;
}

}  // namespace sbst
