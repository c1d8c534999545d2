// SPDX-License-Identifier: Apache-2.0
// Which variables can be declared with the type arguments that are known of them. Next:
// test_translator.hpp.
#pragma once

#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/classfile/signature.hpp>
#include <sbst/jvm/language/java_callable.hpp>

#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// The type of a variable for what the callable makes or returns, as a signature.
/// @param known what is known of the result: variables and wildcards stand there as their bounds,
/// so that it may differ from what the compiler infers.
/// @returns empty where the variable must be raw.
[[nodiscard]] std::string declared_type(
    const ClassPath& path, const JavaCallable& callable, const std::string& known);

/// By parameter of a method or constructor, without the receiver: its type arguments if Object is
/// among them, else none. A `List<String>` is no `List<Object>`. Empty where nothing is known.
[[nodiscard]] std::vector<std::vector<TypeSignature>> parameters_with_objects(
    const ClassPath& path, const JavaCallable& callable);

}  // namespace sbst::jvm::detail
