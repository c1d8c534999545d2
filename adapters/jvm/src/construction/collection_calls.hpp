// SPDX-License-Identifier: Apache-2.0
// What methods of java.util's collections do with the elements, by their names. Next:
// branch_slicer.cpp (who reads them), field_writers.cpp (who writes them).
#pragma once

#include <sbst/jvm/classfile/class_constants.hpp>

namespace sbst::jvm::detail
{

/// What a method returns.
enum class CollectionRead
{
    none,
    /// An element by its index or key, or whether there is one.
    element,
    /// Whether there is an element that equals the argument.
    membership,
    /// The number of elements, or whether there are any.
    count,
    /// The collection itself, seen in another way.
    view
};

[[nodiscard]] CollectionRead collection_read(const MemberRef& method);

/// `isEmpty()`: true for a count of 0.
[[nodiscard]] bool tells_emptiness(const MemberRef& method);

/// `contains(x)`, `containsKey(x)`: whether an element is there.
[[nodiscard]] bool tells_membership(const MemberRef& method);

/// Tells whether a method gives the collection an element: the last argument, but the second one of
/// `merge`, and nothing among those of `compute`.
[[nodiscard]] bool adds_element(const MemberRef& method);

}  // namespace sbst::jvm::detail
