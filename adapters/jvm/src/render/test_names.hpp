// SPDX-License-Identifier: Apache-2.0
// What methods and variables of tests are called.
#pragma once

#include "type_namer.hpp"

#include <sbst/jvm/render/java_suite.hpp>

#include <string>

namespace sbst::jvm::detail
{

/// A wish for the test's method: its own name, or what its last call does and how that ends, such
/// as `divideByThrowsArithmeticException`.
[[nodiscard]] std::string method_wish(
    const JavaTest& test, const JavaSuite& suite, const TypeNamer& types);

/// A wish for the variable of a call's result of that type.
[[nodiscard]] std::string variable_wish(
    const JavaCall& call, const std::string& type, const TypeNamer& types);

}  // namespace sbst::jvm::detail
