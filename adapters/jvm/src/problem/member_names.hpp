// SPDX-License-Identifier: Apache-2.0
// Names by which code looks up members of classes. Next: text_seeds.hpp.
#pragma once

#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/surface/java_surface.hpp>
#include <sbst/seeding/constant_pool.hpp>

namespace sbst::jvm::detail
{

/// Adds to a pool, if the classes under test use reflection or the surface has beans, the names of
/// public members of the classes whose class objects the surface has, and the names in its beans.
void add_member_names(
    const ClassPath& path, const ClassGoals& goals, const JavaSurface& surface, ConstantPool& pool);

}  // namespace sbst::jvm::detail
