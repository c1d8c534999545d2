// SPDX-License-Identifier: Apache-2.0
// The methods by which a class takes part in its serialisation: only java.io calls most of them.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

namespace sbst::jvm::detail
{

/// Tells whether serialisation calls such a method of a class, a private one included.
[[nodiscard]] bool is_serialization_hook(const Method& method);

}  // namespace sbst::jvm::detail
