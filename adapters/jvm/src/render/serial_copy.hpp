// SPDX-License-Identifier: Apache-2.0
// The method of a test class that copies objects by serialisation.
#pragma once

#include "code.hpp"
#include "type_namer.hpp"

#include <sbst/jvm/render/java_suite.hpp>

#include <optional>
#include <string>

namespace sbst::jvm::detail
{

/// Name of the method, if a test of the suite calls it.
[[nodiscard]] std::optional<std::string> serial_copy_name(const JavaSuite& suite);
/// Writes the method as a member of the class.
void write_serial_copy(LineWriter& lines, TypeNamer& types, const std::string& name);

}  // namespace sbst::jvm::detail
