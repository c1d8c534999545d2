// SPDX-License-Identifier: Apache-2.0
// What the compiler takes for what without a cast, as far as a suite knows its classes. Next:
// expressions.hpp, which writes casts where it does not.
#pragma once

#include <sbst/jvm/render/java_suite.hpp>

#include <string>

namespace sbst::jvm::detail
{

/// Tells whether a value of one type may stand where the other is wanted; both are descriptors, the
/// first is empty for null. True where the classes are not known.
[[nodiscard]] bool is_assignable(
    const JavaSuite& suite, const std::string& from, const std::string& to);

/// Tells whether a parameter of that type could take the value, which type arguments may make
/// narrower for the compiler than its descriptor says.
[[nodiscard]] bool may_take(
    const JavaSuite& suite, const std::string& parameter, const std::string& from);

/// The type itself, or what stands for it where tests cannot name it.
[[nodiscard]] std::string visible_type(const JavaSuite& suite, const std::string& descriptor);

}  // namespace sbst::jvm::detail
