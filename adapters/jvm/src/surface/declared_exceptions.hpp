// SPDX-License-Identifier: Apache-2.0
// Which exceptions a method announces.
#pragma once

#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/language/java_callable.hpp>

#include <string>

namespace sbst::jvm::detail
{

/// Tells whether the callable declares the exception or a class above it.
/// @param exception internal name
[[nodiscard]] bool declares(
    const ClassPath& path, const JavaCallable& callable, const std::string& exception);

}  // namespace sbst::jvm::detail
