// SPDX-License-Identifier: Apache-2.0
// The classes that tests have for code that reads objects by reflection.
#pragma once

#include "code.hpp"
#include "type_namer.hpp"

#include <sbst/jvm/render/java_suite.hpp>

#include <vector>

namespace sbst::jvm::detail
{

/// What the tests of the suite make, each class once, in the order of the tests.
[[nodiscard]] std::vector<const JavaCallable*> beans_of(const JavaSuite& suite);
/// Writes the class as a member of that of the tests.
void write_bean(LineWriter& lines, TypeNamer& types, const JavaCallable& callable);

}  // namespace sbst::jvm::detail
