// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/generate.hpp>
#include <sbst/suite/generate.hpp>

namespace sbst::jvm
{

RunResult search_suite(
    JavaProblem& problem, const RunSpec& spec, StopToken stop, const ProgressFunction& on_progress)
{
    return generate(problem, spec, {}, stop, on_progress);
}

}  // namespace sbst::jvm
