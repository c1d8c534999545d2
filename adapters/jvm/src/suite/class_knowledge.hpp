// SPDX-License-Identifier: Apache-2.0
// Tells a suite what its renderer must know of the classes that it names.
#pragma once

#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/render/java_suite.hpp>

#include <string>

namespace sbst::jvm::detail
{

/// Fills source names, generic and inner classes, unchecked exceptions and the package's classes.
/// @param package of the tests, by internal name.
void describe_classes(const ClassPath& path, const std::string& package, JavaSuite& suite);

}  // namespace sbst::jvm::detail
