// SPDX-License-Identifier: Apache-2.0
// Which classes tests make where an interface or an abstract class of the JDK is wanted. Next:
// hierarchy.hpp.
#pragma once

#include <sbst/jvm/classfile/class_path.hpp>

#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// The classes below one of the JDK that tests make where it is wanted, cheapest first: those whose
/// cheapest constructor takes at most one object more than that of the cheapest. What needs code
/// outside of the virtual machine (native methods: windows, sockets, processes) or has a
/// constructor that may fail by its surroundings (a declared exception: files) is left out if
/// anything else is left. Equally cheap ones are sorted by whether they are of the path, by
/// nearness to a package, and as they were.
/// @param package of the type that is wanted.
[[nodiscard]] std::vector<const ClassFile*> cheapest(const ClassPath& path,
    const std::string& package, const std::vector<const ClassFile*>& classes);

}  // namespace sbst::jvm::detail
