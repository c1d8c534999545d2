// SPDX-License-Identifier: Apache-2.0
// The constants of the classes under test for the pool, and the Java form of the core's numbers.
#pragma once

#include <sbst/jvm/analysis/class_facts.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/seeding/constant_pool.hpp>

#include <span>

namespace sbst::jvm::detail
{

/// Adds each constant with its number of uses; for a class that compares floating-point numbers,
/// also NaN and the infinities.
void add_literals(const ClassGoals& goals, ConstantPool& pool);

/// Adds each constant with its number of uses.
void add_constants(std::span<const ConstantCount> constants, ConstantPool& pool);

/// The Java form of a number of a test. The core's numbers are never NaN, so that tests can be
/// compared: a number that no subject uses represents it, here and in the pool.
[[nodiscard]] double to_java_number(double value);

}  // namespace sbst::jvm::detail
