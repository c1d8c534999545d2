// SPDX-License-Identifier: Apache-2.0
// Names of Java types in their three spellings: descriptors (`[Lp/A$B;`), internal names (`p/A$B`)
// and binary names (`p.A$B`). Next: java_callable.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

/// The parameter descriptors and the result's of a method descriptor (JVMS 4.3.3).
struct MethodDescriptor
{
    std::vector<std::string> parameters;
    std::string result;
};

/// Nothing when it is not a method descriptor.
[[nodiscard]] std::optional<MethodDescriptor> parse_method_descriptor(std::string_view descriptor);

/// Tells whether the text is one field descriptor, whole (JVMS 4.3.2).
[[nodiscard]] bool is_field_descriptor(std::string_view text);

/// `p/A$B` to `p.A$B`.
[[nodiscard]] std::string binary_name(std::string_view internal_name);
/// `p.A$B` to `p/A$B`.
[[nodiscard]] std::string internal_name(std::string_view binary_name);

}  // namespace sbst::jvm
