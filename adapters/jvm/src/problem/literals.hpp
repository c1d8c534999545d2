// SPDX-License-Identifier: Apache-2.0
// The constants of the classes under test, for the pool, and what the core's numbers are in Java.
#pragma once

#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/seeding/constant_pool.hpp>

namespace sbst::jvm::detail
{

/// Adds each constant with its number of uses; of a class that compares numbers with a point, NaN
/// and the infinities too.
void add_literals(const ClassGoals& goals, ConstantPool& pool);

/// What a number of a test is in Java. Those of the core are never NaN, so that tests can be
/// compared: a number that no subject has stands for it, here and in the pool.
[[nodiscard]] double to_java_number(double value);

}  // namespace sbst::jvm::detail
