// SPDX-License-Identifier: Apache-2.0
// Tests of the same name are told apart by what differs between them.
#pragma once

#include "type_namer.hpp"

#include <sbst/jvm/render/java_suite.hpp>

#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// Lengthens wishes for names of which several are the same, by the parameters, the arguments, what
/// was called before, or what the object was made of: `indexOfReturnsMinus1WithNullString`. Some
/// may still be the same.
/// @param wishes by test of the suite.
[[nodiscard]] std::vector<std::string> told_apart(
    std::vector<std::string> wishes, const JavaSuite& suite, const TypeNamer& types);

}  // namespace sbst::jvm::detail
