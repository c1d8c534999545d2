// SPDX-License-Identifier: Apache-2.0
// The fields and methods that code names, as far as the code tells which they are. Next:
// branch_slicer.cpp.
#pragma once

#include "../surface/hierarchy.hpp"

#include <sbst/jvm/construction/branch_slicer.hpp>

#include <string>
#include <vector>

namespace sbst::jvm::detail
{

class MemberLookup
{
public:
    /// The path outlives it.
    explicit MemberLookup(const ClassPath& path) : m_hierarchy(path, {}) {}

    /// By the class that declares it, or the one that the code names.
    [[nodiscard]] FieldLocation declared(const MemberRef& field) const;
    /// The method of the path that a call runs: the inherited one, or the only one with code below
    /// an abstract one; null where the code does not tell.
    [[nodiscard]] SlicedMethod called_by(const Instruction& call, const MemberRef& named) const;

private:
    /// The class and its superclasses on the path, then the interfaces of all, the nearest first.
    [[nodiscard]] std::vector<const ClassFile*> inherited(const std::string& name) const;
    [[nodiscard]] SlicedMethod only_below(const MemberRef& named) const;

    Hierarchy m_hierarchy;
};

/// Methods of the JDK that return their first operand, boxed or not: `Integer.valueOf(int)`,
/// `Integer.intValue()` (not `longValue()`), `Objects.requireNonNull(object, text)`.
[[nodiscard]] bool passes_operand_on(const MemberRef& method);

/// Methods of the JDK that are true where their two operands are equal: `equals`,
/// `Objects.equals`, `startsWith`.
[[nodiscard]] bool tells_equality(const MemberRef& method);

/// Methods that tell how long a String is, or whether it is empty.
[[nodiscard]] bool tells_length(const MemberRef& method);

}  // namespace sbst::jvm::detail
