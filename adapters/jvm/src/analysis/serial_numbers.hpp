// SPDX-License-Identifier: Apache-2.0
// Fields that number the objects of a class: their values depend on all objects made before, by
// other tests and by initialisers too, so that no observer asks for them. Next: serial_numbers.cpp,
// then purity.cpp.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <string_view>

namespace sbst::jvm
{

/// Tells whether a constructor of the class stores the next number of a static counter in its field
/// of that name, an integer: `id = next++`, `++next`, `next` beside `next++`, that of an
/// AtomicInteger or AtomicLong, or that of a static method of the class without parameters that
/// counts in one of these ways.
[[nodiscard]] bool is_serial_number(const ClassFile& file, std::string_view field);
/// Tells whether the method only returns such a field of its object.
[[nodiscard]] bool returns_serial_number(const ClassFile& file, const Method& method);

}  // namespace sbst::jvm
