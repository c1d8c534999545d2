// SPDX-License-Identifier: Apache-2.0
// Whether a class of the path can be linked: libraries have classes for others that are optional.
#pragma once

#include <sbst/jvm/classfile/class_path.hpp>

namespace sbst::jvm::detail
{

/// The worse, the greater.
enum class Linkage
{
    sound,
    /// Its code names a class that is neither on the path nor in the JDK: what does not need that
    /// class may work.
    doubtful,
    /// A type above it, or of a field or method of it, is missing: no source can use it.
    broken
};

/// The classes of the JDK are sound, as are all classes if the path has no JDK.
[[nodiscard]] Linkage linkage_of(const ClassPath& path, const ClassFile& file);

}  // namespace sbst::jvm::detail
