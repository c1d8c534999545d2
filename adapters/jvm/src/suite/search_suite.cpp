// SPDX-License-Identifier: Apache-2.0
#include "initialisers.hpp"
#include "stopped_calls.hpp"

#include <sbst/jvm/suite/generate.hpp>
#include <sbst/run/generate.hpp>

#include <string_view>

namespace sbst::jvm
{

RunResult search_suite(
    JavaProblem& problem, const RunSpec& spec, StopToken stop, const ProgressFunction& on_progress)
{
    // A label speaks of the condition in the source, the predicate of the jump around it.
    constexpr std::string_view words = "had this outcome";
    GenerateOptions options;
    options.words.is_true = words;
    options.words.is_false = words;
    // What only a dropped test covers is open again: the fewer goals a test has, the better.
    options.prefer_few_tests = false;
    options.rule = detail::rule_of_stopped_calls(problem);
    RunResult result = generate(problem, spec, options, stop, on_progress);
    detail::answer_initialisers(problem, nullptr, !result.suite.empty(), result.answers);
    return result;
}

}  // namespace sbst::jvm
