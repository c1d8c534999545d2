// SPDX-License-Identifier: Apache-2.0
// Ground types: type signatures without variables and wildcards, in a canonical form. Next:
// hierarchy.hpp, which walks from one to its supertypes.
#pragma once

#include <sbst/jvm/classfile/signature.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm::detail
{

/// A signature of kind primitive, class_type or array whose arguments are ground as well. Without
/// arguments: the raw class.
using GroundType = TypeSignature;

/// The values of type variables.
using Bindings = std::map<std::string, GroundType>;

/// The deepest nesting of type arguments; deeper ones are dropped.
inline constexpr std::size_t max_argument_depth = 2;

[[nodiscard]] GroundType class_type(std::string internal_name);
[[nodiscard]] GroundType object_class();

/// Replaces variables by their values, wildcards by their bounds and unknown variables by Object.
/// Arguments are dropped if all are Object.
[[nodiscard]] GroundType grounded(const TypeSignature& signature, const Bindings& bindings);

/// Adds the variables that a class or method declares, each as its first bound.
void bind_to_bounds(const std::vector<TypeParameter>& parameters, Bindings& bindings);

/// The descriptor of its erasure.
[[nodiscard]] std::string erasure(const GroundType& type);
/// A field descriptor as a ground type. Precondition: it is one.
[[nodiscard]] GroundType from_descriptor(std::string_view descriptor);
/// One text per type: `Ljava/util/List<Ljava/lang/String;>;`.
[[nodiscard]] std::string key_of(const GroundType& type);

[[nodiscard]] bool is_class(const GroundType& type, std::string_view internal_name);
[[nodiscard]] bool is_reference(const GroundType& type);

}  // namespace sbst::jvm::detail
