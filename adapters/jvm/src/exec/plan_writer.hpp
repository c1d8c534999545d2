// SPDX-License-Identifier: Apache-2.0
// The subject plan and the callable table as workers read them (Plan.java, Callable.java).
// Next: worker_process.hpp.
#pragma once

#include <sbst/jvm/analysis/subject_plan.hpp>
#include <sbst/jvm/exec/worker_settings.hpp>
#include <sbst/jvm/language/java_callable.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace sbst::jvm
{

/// @throws ConfigError when an id of the plan is beyond its count.
[[nodiscard]] std::vector<std::byte> encode_plan(
    const SubjectPlan& plan, const WorkerSettings& settings);

void append_static_field(std::vector<std::byte>& bytes, const StaticFieldPlan& field);
/// Rows without a field: where the initialisation of some class ends each worker, tests do without
/// the restoration of its message, and later fields keep their numbers.
[[nodiscard]] std::vector<std::byte> encode_places_of_fields(std::size_t count);
void append_callable(std::vector<std::byte>& bytes, const JavaCallable& callable);

}  // namespace sbst::jvm
