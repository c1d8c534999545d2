// SPDX-License-Identifier: Apache-2.0
// The constants of the classes under test, for the pool.
#pragma once

#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/seeding/constant_pool.hpp>

namespace sbst::jvm::detail
{

/// Adds each constant with its number of uses.
void add_literals(const ClassGoals& goals, sbst::ConstantPool& pool);

}  // namespace sbst::jvm::detail
