// SPDX-License-Identifier: Apache-2.0
// Names of values in slices, for people. Next: branch_slicer.cpp.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// As the source names it, where the class file tells; `this`, or `argument 2`.
/// @param number of a value graph: the receiver is 0 where there is one.
[[nodiscard]] std::string parameter_name(const Method& method, std::size_t number);

/// An element under constant keys: `["gold"]`, `[7]`, `[3, 1]`.
[[nodiscard]] std::string element_name(const std::vector<Constant>& keys);

}  // namespace sbst::jvm::detail
