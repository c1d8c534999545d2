// SPDX-License-Identifier: Apache-2.0
// Facts about several classes together: which classes need which, and the static state that tests
// can change. Next: subject_plan.hpp, which passes both to the workers.
#pragma once

#include <sbst/jvm/analysis/subject_plan.hpp>
#include <sbst/jvm/classfile/class_path.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// Classes that a class file names, without itself, by internal name, ascending; for arrays the
/// element class.
[[nodiscard]] std::vector<std::string> named_classes(const ClassFile& file);

/// The classes of the path that the given ones name, directly or indirectly: the given ones first,
/// then the nearest, then in the order of `named_classes`. At most `max_classes`. Classes that are
/// not on the path (those of the JDK), or cannot be read, are left out.
[[nodiscard]] std::vector<std::string> reachable_classes(
    const ClassPath& path, std::span<const std::string> starts, std::size_t max_classes);

/// Static fields of these classes that a test can change, by class as given, then as declared:
///
/// - not final, and not private or written by code of these classes outside the class's own
///   initialiser;
/// - all others, which keep their value and count as final, of a type whose objects can change:
///   arrays, collections and other such classes of the JDK, and classes of the path with a field
///   that is not final. Enum constants and compiler-made fields are left out.
///
/// Classes that cannot be read are left out.
[[nodiscard]] std::vector<StaticFieldPlan> find_static_fields(
    const ClassPath& path, std::span<const std::string> classes);

/// Classes of the JDK that can take very long for a short call, so that their loops count against
/// the budget of a test: those of big numbers, if one of these classes names one. By internal name.
[[nodiscard]] std::vector<std::string> find_counted_jdk(
    const ClassPath& path, std::span<const std::string> classes);

}  // namespace sbst::jvm
