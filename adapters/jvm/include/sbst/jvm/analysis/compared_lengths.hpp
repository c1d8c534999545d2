// SPDX-License-Identifier: Apache-2.0
// Lengths of texts, arrays and collections that code compares with. Next: class_facts.hpp.
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <cstddef>
#include <set>

namespace sbst::jvm
{

/// Constants from 0 to `most` that a method compares with a length: the result of `length()`,
/// `size()` and `array.length`, at once or from the local variable that it was stored in, and keys
/// of switches over it. O(instructions).
[[nodiscard]] std::set<std::size_t> compared_lengths(
    const ClassFile& file, const Code& code, std::size_t most);

}  // namespace sbst::jvm
