// SPDX-License-Identifier: Apache-2.0
// Whether two runs of a test did the same. Next: own_surroundings.hpp, occasions.hpp.
#pragma once

#include <sbst/jvm/exec/run_detail.hpp>

namespace sbst::jvm::detail
{

/// Both returned from the same calls, or threw the same class, or were stopped for the same reason.
[[nodiscard]] inline bool end_alike(const RunDetail& one, const RunDetail& other)
{
    return one.stop == other.stop && one.results.size() == other.results.size() &&
           one.first_with.size() == other.first_with.size() &&
           one.thrown.has_value() == other.thrown.has_value() &&
           (!one.thrown || one.thrown->class_name == other.thrown->class_name);
}

/// The same question has the same answer.
[[nodiscard]] inline bool are_same(const ObserverDetail& one, const ObserverDetail& other)
{
    return one.call == other.call && one.callable == other.callable && one.value == other.value &&
           one.thrown_class == other.thrown_class;
}

[[nodiscard]] inline bool are_same(const ContentDetail& one, const ContentDetail& other)
{
    return one.call == other.call && one.argument == other.argument && one.value == other.value;
}

}  // namespace sbst::jvm::detail
