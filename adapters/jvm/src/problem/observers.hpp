// SPDX-License-Identifier: Apache-2.0
// Observers: methods and fields that show the state of an object without changing it, for
// assertions.
#pragma once

#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/surface/java_surface.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

struct Observers
{
    /// Reads of fields, and methods that tell what values of the JDK are. They are numbered after
    /// the callables of the surface; a search never uses them.
    std::vector<JavaCallable> more;
    /// By internal name of a class of objects in tests: their observers.
    std::map<std::string, std::vector<std::uint32_t>> by_class;
};

/// Finds the methods without arguments that are pure and have a result with literals, and the
/// fields of objects that tests in the package can read. `hashCode` is excluded: it may differ
/// between runs.
/// @param package of the tests, by internal name.
[[nodiscard]] Observers find_observers(
    const ClassPath& path, const JavaSurface& surface, const std::string& package);

}  // namespace sbst::jvm::detail
