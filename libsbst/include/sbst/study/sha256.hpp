// SPDX-License-Identifier: Apache-2.0
// Names things by their content.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sbst::study
{

/// The hash in 64 lower-case hexadecimal digits. Source: FIPS 180-4.
/// @throws AdapterError when the cryptographic library does not offer it.
[[nodiscard]] std::string sha256(std::string_view bytes);

/// The hash of a file's content; files may have any size. The hash of a folder is that of the names
/// and contents of all files in it.
/// @throws ParseError naming what cannot be read.
[[nodiscard]] std::string sha256_of_path(const std::filesystem::path& path);

}  // namespace sbst::study
