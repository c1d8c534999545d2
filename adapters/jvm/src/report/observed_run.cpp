// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/report/observed_run.hpp>

#include <algorithm>
#include <exception>
#include <string_view>

namespace sbst::jvm
{

ObservedRun observe_suite(
    const JavaProblem& problem, const std::vector<TestCase>& tests, const StopToken& stop)
{
    ObservedRun run{std::vector<Trace>(tests.size()), std::vector<RunDetail>(tests.size()), {}};
    try
    {
        problem.execute_in_detail(tests, run.traces, run.details, stop);
    }
    catch (const std::exception& error)
    {
        const std::string_view text = error.what();
        run.unobserved = text.substr(0, text.find('\n'));
        return run;
    }
    const bool were_all_run = std::all_of(
        run.traces.begin(), run.traces.end(), [](const Trace& trace) { return trace.was_run; });
    run.unobserved = were_all_run ? "" : "time was up before the tests ran once more";
    return run;
}

}  // namespace sbst::jvm
