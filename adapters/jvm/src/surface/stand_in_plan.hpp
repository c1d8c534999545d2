// SPDX-License-Identifier: Apache-2.0
// What an anonymous class must have to implement an interface or extend an abstract class. Next:
// supply_stand_ins.cpp.
#pragma once

#include "hierarchy.hpp"

#include <sbst/jvm/language/java_callable.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace sbst::jvm::detail
{

struct StandInPlan
{
    StandIn form;
    /// The result of each method of the form, with type arguments substituted.
    std::vector<GroundType> results;
};

/// Nothing when source code in the package cannot implement the type (a sealed one, an abstract
/// method that it does not see or cannot write), or when more methods than that are abstract.
[[nodiscard]] std::optional<StandInPlan> plan_stand_in(
    const Hierarchy& hierarchy, const GroundType& type, std::size_t max_methods);

/// Constructors that a subclass in the package can call, fewest parameters first.
[[nodiscard]] std::vector<const Method*> inherited_constructors(
    const Hierarchy& hierarchy, const ClassFile& file);

}  // namespace sbst::jvm::detail
