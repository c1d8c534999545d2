// SPDX-License-Identifier: Apache-2.0
// The suites that golden files show and that the referee compiles and runs.
#pragma once

#include <sbst/jvm/render/java_suite.hpp>

/// Calls, chains, values, exceptions: what most tests consist of.
[[nodiscard]] sbst::jvm::JavaSuite everyday_suite(int junit);
/// Overloads, nulls, varargs, generics, lambdas, inner classes, names that clash.
[[nodiscard]] sbst::jvm::JavaSuite awkward_suite(int junit);
/// Strings of any content, extreme numbers, long lines.
[[nodiscard]] sbst::jvm::JavaSuite literal_suite(int junit);
