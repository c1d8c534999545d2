// SPDX-License-Identifier: Apache-2.0
#include "goal_reasons.hpp"
#include "initialisers.hpp"

#include <sbst/jvm/suite/generate.hpp>
#include <sbst/run/generate.hpp>

namespace sbst::jvm
{

RunResult search_suite(
    JavaProblem& problem, const RunSpec& spec, StopToken stop, const ProgressFunction& on_progress)
{
    GenerateOptions options{
        .words = detail::outcome_words(), .rule = detail::rule_of_stopped_calls(problem)};
    // What only a dropped test covers is open again: the fewer goals a test has, the better.
    options.prefer_few_tests = false;
    RunResult result = generate(problem, spec, options, stop, on_progress);
    problem.close_goals();
    detail::answer_initialisers(problem, nullptr, !result.suite.empty(), result.answers);
    return result;
}

}  // namespace sbst::jvm
