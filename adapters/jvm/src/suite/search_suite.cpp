// SPDX-License-Identifier: Apache-2.0
#include "initialisers.hpp"
#include "stopped_calls.hpp"

#include <sbst/jvm/generate.hpp>
#include <sbst/suite/generate.hpp>

#include <string_view>

namespace sbst::jvm
{

RunResult search_suite(
    JavaProblem& problem, const RunSpec& spec, StopToken stop, const ProgressFunction& on_progress)
{
    // A label speaks of the condition in the source, the predicate of the jump around it.
    constexpr std::string_view words = "had this outcome";
    RunResult result = generate(
        problem, spec, {.words = {.is_true = words, .is_false = words}}, stop, on_progress);
    detail::explain_stopped_calls(problem, result.answers);
    detail::answer_initialisers(problem, nullptr, !result.suite.empty(), result.answers);
    return result;
}

}  // namespace sbst::jvm
