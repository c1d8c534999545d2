// SPDX-License-Identifier: Apache-2.0
// Which methods of an object give state to the objects that one of its collections or arrays holds:
// a registry's `suspend(id)`. Next: field_writers.hpp.
#pragma once

#include <sbst/jvm/construction/field_writers.hpp>

#include <string_view>

namespace sbst::jvm
{

/// A field of the objects in a collection (java.util) or an array.
struct HeldField
{
    /// The field that holds them, of the class whose methods write.
    std::string_view holder;
    /// Their class.
    const ClassFile* element = nullptr;
    std::string_view field;
    WrittenPart part = WrittenPart::value;
};

/// Methods of the class, but for private and static ones and constructors, that write the field of
/// an element of `holder` of their object: themselves, by a method of the element, or by its
/// constructor when they add it. WriteDetail::keys are the parameters on which the element's index
/// or key depends. An element that a method of the class looks up by its parameter counts.
[[nodiscard]] FieldWriters find_held_writers(const ClassFile& file, const HeldField& wanted);

}  // namespace sbst::jvm
