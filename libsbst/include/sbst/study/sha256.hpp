// SPDX-License-Identifier: Apache-2.0
// Names things by their content.
#pragma once

#include <string>
#include <string_view>

namespace sbst::study
{
/// The hash in 64 lower-case hexadecimal digits. Source: FIPS 180-4.
/// @throws AdapterError when the cryptographic library does not offer it.
[[nodiscard]] std::string sha256(std::string_view bytes);
}  // namespace sbst::study
