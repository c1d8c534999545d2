// SPDX-License-Identifier: Apache-2.0
// The encoding of texts in class files. Next: pool_reader.cpp, which uses it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace sbst::jvm
{

/// Turns modified UTF-8 into UTF-8 (see ClassConstants); nothing when the bytes are neither.
/// Source: JVMS 4.4.7.
[[nodiscard]] std::optional<std::string> decode_modified_utf8(std::span<const std::byte> bytes);

}  // namespace sbst::jvm
