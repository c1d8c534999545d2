// SPDX-License-Identifier: Apache-2.0
// Packages of jars into which the JVM lets no classes from elsewhere. Next: class_source.hpp.
#pragma once

#include <sbst/jvm/classfile/class_path.hpp>

#include <string>

namespace sbst::jvm
{

/// Tells whether the jar that a class comes from seals the package of the class, or is signed: then
/// no class of another place can be in that package. False for folders.
/// @throws ParseError when the jar cannot be read.
/// Source: JAR File Specification, Package Sealing and Signed JAR File.
[[nodiscard]] bool is_in_closed_package(const ClassPath& path, const std::string& internal_name);

/// Tells whether a manifest seals a package, `p/q/`: in its own section, or else in the main one.
[[nodiscard]] bool is_sealed(const std::string& manifest, const std::string& package);

}  // namespace sbst::jvm
