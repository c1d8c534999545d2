// SPDX-License-Identifier: Apache-2.0
// Names a class file by its content.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace sbst::jvm::detail
{

/// The hash in 64 lower-case hexadecimal digits. Source: FIPS 180-4.
/// @throws AdapterError when the cryptographic library does not offer it.
[[nodiscard]] std::string sha256_text(std::span<const std::byte> bytes);

}  // namespace sbst::jvm::detail
