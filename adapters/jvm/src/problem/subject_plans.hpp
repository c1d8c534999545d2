// SPDX-License-Identifier: Apache-2.0
// What workers load of a subject, and where they probe. Next: java_problem.cpp.
#pragma once

#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/analysis/subject_plan.hpp>
#include <sbst/jvm/problem/options.hpp>

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// The class and those nested in it, by internal name.
[[nodiscard]] std::vector<std::string> classes_under_test(
    const ClassPath& path, const std::string& name);

/// The package of tests, by internal name: the one that the options name, or that of the class, or
/// one below it that no jar has.
[[nodiscard]] std::string package_of_tests(
    const ClassPath& path, const JavaProblemOptions& options);

/// The plan with all probes.
[[nodiscard]] SubjectPlan make_plan(
    const ClassPath& path, const ClassGoals& goals, const JavaProblemOptions& options);

/// Adds static state of further classes (internal names), and of those of the path that they name,
/// directly or indirectly: tests may change it although no class under test names its class.
/// Classes with such fields are loaded at the start. Fields that the plan has keep their places.
/// `known` has the classes that were looked at, and grows to `max_classes`.
void add_static_state(const ClassPath& path, std::span<const std::string> classes,
    std::size_t max_classes, std::set<std::string>& known, SubjectPlan& plan);

/// The same without probes of lines and mutants that are only measured.
[[nodiscard]] SubjectPlan plan_for_search(SubjectPlan plan, const GoalGraph& goals);

/// The same for code that has its mutants, and no probe but those that bound a test.
[[nodiscard]] SubjectPlan plan_for_mutants(SubjectPlan plan);

}  // namespace sbst::jvm::detail
