// SPDX-License-Identifier: Apache-2.0
// Which methods tell the state of an object without changing it: what assertions ask for.
#pragma once

#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/surface/java_surface.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// By internal name of a class whose objects tests have: the callables without arguments, pure and
/// with a result that has literals, that can be called on it. `hashCode` is none: it may differ
/// from run to run.
[[nodiscard]] std::map<std::string, std::vector<std::uint32_t>> find_observers(
    const ClassPath& path, const JavaSurface& surface);

}  // namespace sbst::jvm::detail
