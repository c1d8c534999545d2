// SPDX-License-Identifier: Apache-2.0
// Types of callables as the compiler sees them.
#pragma once

#include <sbst/jvm/language/java_callable.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// Internal name or array descriptor to a field descriptor.
[[nodiscard]] std::string descriptor_of_class(const std::string& name);
/// Descriptors of the parameters, the receiver first; of array_of `count` times the component.
[[nodiscard]] std::vector<std::string> parameter_types(
    const JavaCallable& callable, std::size_t count);
/// Descriptor of the result; `V` for none.
[[nodiscard]] std::string result_type(const JavaCallable& callable);
/// Descriptors of the parameters of the method that a functional implements, and its result's.
[[nodiscard]] std::vector<std::string> functional_parameters(const JavaCallable& callable);
[[nodiscard]] std::string functional_result(const JavaCallable& callable);
/// The simple name of the class of java.lang.reflect that a reflected member is an object of.
[[nodiscard]] std::string reflected_kind(const JavaCallable& callable);
/// Descriptors of the parameters of a stand-in: those of its constructor, then the answers.
[[nodiscard]] std::vector<std::string> stand_in_parameters(const JavaCallable& callable);
/// A type as a signature to its descriptor: without type arguments.
[[nodiscard]] std::string erased(const std::string& signature);

[[nodiscard]] bool has_receiver(const JavaCallable& callable);
/// `p/Owner.name(I)V`.
[[nodiscard]] std::string method_key(const JavaCallable& callable);
/// Runs code of a class: a method or a constructor.
[[nodiscard]] bool is_invocation(const JavaCallable& callable);
/// Does nothing but make a value: needs no statement when no call uses it.
[[nodiscard]] bool is_pure(const JavaCallable& callable);

/// `I` to `java/lang/Integer`; empty for other types than primitives.
[[nodiscard]] std::string box_of(const std::string& descriptor);
/// `Ljava/lang/Integer;` to `I`; empty for other types than boxes.
[[nodiscard]] std::string primitive_of(const std::string& descriptor);
[[nodiscard]] bool is_primitive(const std::string& descriptor);

}  // namespace sbst::jvm::detail
