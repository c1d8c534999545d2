// SPDX-License-Identifier: Apache-2.0
// Reads the types of annotations; their contents are checked and ignored.
#pragma once

#include "byte_reader.hpp"

#include <sbst/jvm/classfile/class_constants.hpp>

#include <string>
#include <vector>

namespace sbst::jvm
{

/// Reads the attribute RuntimeVisibleAnnotations (JVMS 4.7.16): internal names of the annotations'
/// types, in order.
/// @throws ParseError when an annotation is malformed or nested deeper than 64 levels.
[[nodiscard]] std::vector<std::string> read_annotations(
    ByteReader& reader, const ClassConstants& pool);

}  // namespace sbst::jvm
