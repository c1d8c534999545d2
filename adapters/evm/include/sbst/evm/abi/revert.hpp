// SPDX-License-Identifier: Apache-2.0
// Explains return data and logs in words: revert reasons, panics, custom errors, events.
#pragma once

#include <sbst/evm/abi/codec.hpp>
#include <sbst/evm/abi/contract_abi.hpp>
#include <sbst/test/value.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::evm
{

/// Names an address (a 160-bit word) for people; an empty function writes its digits.
using AddressNamer = std::function<std::string(const U256&)>;

/// Writes a value for people: decimal integers, `0x` bytes, quoted and escaped strings, `[a, b]`,
/// `(a, b)`. Texts above 256 bytes are cut and end with `...`.
/// Precondition: `is_encodable(type, value)`.
[[nodiscard]] std::string to_text(
    const AbiType& type, const Value& value, const AddressNamer& name_address = {});

/// Quotes a text: control characters, quotes and bytes that are not UTF-8 become escapes.
[[nodiscard]] std::string quote(std::string_view text);

/// The kinds of revert data.
enum class RevertKind
{
    empty,    ///< no data
    message,  ///< Error(string): `name` is the message
    panic,    ///< Panic(uint256): `code` is set
    custom,   ///< an error of the ABI: `name` and `values`
    unknown   ///< anything else
};

/// Decoded revert data.
struct RevertReason
{
    RevertKind kind = RevertKind::empty;
    std::string name;
    U256 code;
    /// custom: the error, valid as long as the ABI; otherwise null.
    const AbiError* error = nullptr;
    std::vector<Value> values;
};

/// Decodes revert data; malformed data is `unknown`.
[[nodiscard]] RevertReason decode_revert(BytesView data, const ContractAbi& abi);

/// Describes a revert: `"not enough"`, `panic 0x11: arithmetic overflow or underflow`,
/// `Unauthorized(caller = 0x...)`, `no reason given`, `data 0x...`.
[[nodiscard]] std::string describe_revert(
    BytesView data, const ContractAbi& abi, const AddressNamer& name_address = {});

/// The meaning of a panic code of Solidity; `unknown panic` for others. Source: Solidity
/// documentation, "Panic via assert and Error via require".
[[nodiscard]] std::string_view panic_meaning(const U256& code);

/// A decoded log.
struct DecodedEvent
{
    /// Valid as long as the ABI.
    const AbiEvent* event = nullptr;
    /// One per parameter. For an indexed parameter that is not of a value type only a hash exists:
    /// a word.
    std::vector<Value> values;
    std::vector<bool> is_hash;
};

/// Decodes a log of a contract with that ABI; nothing when no event fits.
[[nodiscard]] std::optional<DecodedEvent> decode_event(
    std::span<const U256> topics, BytesView data, const ContractAbi& abi);

/// Writes `Transfer(from = 0x..., value = 3)`.
[[nodiscard]] std::string to_text(const DecodedEvent& event, const AddressNamer& name_address = {});

}  // namespace sbst::evm
