// SPDX-License-Identifier: Apache-2.0
// The handlers that stand around calls: what a called object must throw for their code to run.
// Next: ../surface/java_surface.hpp.
#pragma once

#include <sbst/jvm/analysis/class_facts.hpp>
#include <sbst/jvm/classfile/class_file.hpp>

#include <map>
#include <set>
#include <span>
#include <string>

namespace sbst::jvm
{

enum class Handlers
{
    all,
    /// Those through which alone branches or methods may be reached: their code, which nothing else
    /// runs, has a condition or a call of a method of these classes, or changes a variable, or
    /// begins a loop anew, before ordinary code goes on.
    deciding
};

/// By method, as code names it: the types that handlers catch around its calls and captures, by
/// internal name, at most 16. A handler around a call of a method of these classes is around the
/// calls in that method, too. Handlers that compilers write are left out (`finally`, monitors,
/// resources), and all but the first 256 of a method. Linear in the code.
[[nodiscard]] std::map<MemberKey, std::set<std::string>> caught_around_calls(
    std::span<const ClassFile* const> files, Handlers handlers);

}  // namespace sbst::jvm
