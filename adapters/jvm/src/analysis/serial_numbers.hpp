// SPDX-License-Identifier: Apache-2.0
// Fields that number the objects of a class: what they have depends on all objects made before, by
// other tests and by initialisers too, so that no assertion may ask for it. Next:
// serial_numbers.cpp, then purity.cpp.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <string_view>

namespace sbst::jvm
{

/// Tells whether a constructor of the class stores the next number of a static counter in its field
/// of that name: `id = next++`, `++next`, `next` beside `next++`, or that of an AtomicInteger or
/// AtomicLong, as compilers write them.
[[nodiscard]] bool is_serial_number(const ClassFile& file, std::string_view field);
/// Tells whether the method only returns such a field of its object.
[[nodiscard]] bool returns_serial_number(const ClassFile& file, const Method& method);

}  // namespace sbst::jvm
