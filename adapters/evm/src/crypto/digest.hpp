// SPDX-License-Identifier: Apache-2.0
// Hashes computed by OpenSSL. Next: point_evaluation.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>
#include <sbst/evm/base/keccak.hpp>

namespace sbst::evm
{

/// Hashes by SHA-256. @throws AdapterError when the library does not offer it
[[nodiscard]] Hash256 sha256(BytesView input);

/// Hashes by RIPEMD-160 into the last 20 bytes. @throws AdapterError when the library does not
/// offer it
[[nodiscard]] Hash256 ripemd160(BytesView input);

}  // namespace sbst::evm
