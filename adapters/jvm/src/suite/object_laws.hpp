// SPDX-License-Identifier: Apache-2.0
// Asks the objects that a suite makes whether they keep the laws of equals, hashCode,
// compareTo and toString. Next: ../../include/sbst/jvm/render/object_law_checks.hpp, which writes
// what does not.
#pragma once

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/render/object_law_checks.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

struct BrokenLaw
{
    /// Makes the objects, with nothing that they do not need.
    TestCase setup;
    LawViolation violation;
    /// Binary name of the class of the first object.
    std::string class_name;
};

/// Objects that are asked, at most; each is also compared with every other.
inline constexpr std::size_t max_asked_objects = 24;

/// Asks objects of the classes under test, in fresh workers, twice: what both agree on counts.
/// Returns the first violation for each class and law, that of the simplest objects. Does not ask
/// methods that only the JDK defines.
/// @param stop leaves out what it leaves no time for.
/// @throws AdapterError when workers cannot be kept running.
[[nodiscard]] std::vector<BrokenLaw> find_broken_laws(
    const JavaProblem& problem, std::span<const TestCase> suite, const StopToken& stop);

}  // namespace sbst::jvm::detail
