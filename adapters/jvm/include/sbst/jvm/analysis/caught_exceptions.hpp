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
    /// Those whose code, which nothing else runs, has a jump, a switch, or a call of a method of
    /// these classes.
    deciding
};

/// By method, as code names it: the types that handlers catch around its calls and captures, by
/// internal name. A handler around a call of a method of these classes is around the calls in that
/// method, too. Handlers that compilers write are left out, whose code runs without an exception,
/// too (`finally`, monitors, resources), and all but the first 256 of a method.
[[nodiscard]] std::map<MemberKey, std::set<std::string>> caught_around_calls(
    std::span<const ClassFile* const> files, Handlers handlers);

}  // namespace sbst::jvm
