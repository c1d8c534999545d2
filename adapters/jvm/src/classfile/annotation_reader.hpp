// SPDX-License-Identifier: Apache-2.0
// Reads the types of annotations; what is written in them is checked and left aside.
#pragma once

#include "byte_reader.hpp"

#include <sbst/jvm/classfile/class_constants.hpp>

#include <string>
#include <vector>

namespace sbst::jvm
{

/// Reads the attribute RuntimeVisibleAnnotations (JVMS 4.7.16): internal names of the annotations'
/// types, in order.
/// @throws ParseError when an annotation is not one, or holds others deeper than 64 levels.
[[nodiscard]] std::vector<std::string> read_annotations(
    ByteReader& reader, const ClassConstants& pool);

}  // namespace sbst::jvm
