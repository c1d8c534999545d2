// SPDX-License-Identifier: Apache-2.0
// What the code says about the texts that it reads. Next: literals.hpp.
#pragma once

#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/seeding/constant_pool.hpp>

namespace sbst::jvm::detail
{

/// Adds to a pool what the classes under test, and the methods of the path that they call directly
/// or through one other, read: texts of common forms (numbers, dates, JSON, ...) if they call what
/// reads such, texts that match their regular expressions, and the lengths that they compare with,
/// each with its neighbours.
void add_text_seeds(const ClassPath& path, const ClassGoals& goals, ConstantPool& pool);

}  // namespace sbst::jvm::detail
