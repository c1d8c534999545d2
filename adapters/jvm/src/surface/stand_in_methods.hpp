// SPDX-License-Identifier: Apache-2.0
// What a method of a stand-in may declare and run. Next: stand_in_plan.hpp.
#pragma once

#include "hierarchy.hpp"

#include <sbst/jvm/language/java_callable.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm::detail
{

/// Tells whether the method declares a type variable: `throws E`.
[[nodiscard]] bool throws_variable(const Method& method);

/// The exceptions that the method declares where variables have these values, by internal name.
[[nodiscard]] std::vector<std::string> bound_exceptions(
    const Method& method, const Bindings& bindings);

/// Tells whether source code in the package can name these classes.
[[nodiscard]] bool can_say(const Hierarchy& hierarchy, const std::vector<std::string>& exceptions);

/// Tells whether a class is another one or extends it. Both by internal name.
[[nodiscard]] bool is_class_below(
    const Hierarchy& hierarchy, const std::string& name, std::string_view above);

/// Tells whether a method that declares the first exceptions may override one that declares the
/// second ones; unchecked ones are not told apart.
[[nodiscard]] bool may_override(const Hierarchy& hierarchy,
    const std::vector<std::string>& exceptions, const std::vector<std::string>& overridden);

/// The first parameter that the method can run, of those that take nothing and throw nothing that
/// the method does not declare.
/// @param types the parameters of the method and then its result
[[nodiscard]] std::optional<Callback> callback_of(
    const Hierarchy& hierarchy, const Method& method, const std::vector<TypeSignature>& types);

}  // namespace sbst::jvm::detail
