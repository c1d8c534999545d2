// SPDX-License-Identifier: Apache-2.0
// Encodes values as call data and decodes returned data, by the contract ABI. Next:
// contract_abi.hpp.
//
// A value of an AbiType: integers, booleans and addresses are words (signed ones sign-extended to
// 256 bits, addresses 160 bits); bytesN, function, bytes and string are texts of code units; arrays
// and tuples are lists.
#pragma once

#include <sbst/evm/abi/abi_type.hpp>
#include <sbst/evm/base/bytes.hpp>
#include <sbst/numeric/u256.hpp>
#include <sbst/test/value.hpp>

#include <optional>
#include <span>
#include <vector>

namespace sbst::evm
{

/// Appends the encoding of `values` (one per type) to `out`.
///
/// If `addresses` is not empty, every leaf of type address is an index into it (the member of an
/// enumeration of actors) and the entry is written; otherwise the leaf is the address. Words are
/// written unchanged, so that a caller can encode an out-of-range word on purpose.
/// @throws AdapterError when a value does not have its type's shape, or an index its entry; `out`
/// is then cut back to its old size.
void encode(std::span<const AbiType> types, std::span<const Value> values, Bytes& out,
    std::span<const U256> addresses = {});

/// Returns the encoding of `values` as above.
[[nodiscard]] Bytes encode(std::span<const AbiType> types, std::span<const Value> values);

/// Decodes `data` as one value per type; bytes after the encoding are ignored, as in Solidity.
///
/// Strict: offsets and lengths inside the data, words in their type's range, padding of bytesN
/// zero. Work and memory are bounded by the size of `data`, even if offsets overlap.
/// @throws ParseError (file "ABI data") naming the byte offset and the type.
[[nodiscard]] std::vector<Value> decode(std::span<const AbiType> types, BytesView data);

/// Decodes like `decode`, but returns nothing instead of throwing.
[[nodiscard]] std::optional<std::vector<Value>> try_decode(
    std::span<const AbiType> types, BytesView data);

/// Tells whether `value` has the shape and the range of `type` (addresses as words).
[[nodiscard]] bool is_encodable(const AbiType& type, const Value& value);

}  // namespace sbst::evm
