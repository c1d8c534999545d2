// SPDX-License-Identifier: Apache-2.0
// The interface of a contract: constructor, functions, events, errors. Read from JSON by
// artifact/abi_reader.hpp. Next: revert.hpp.
#pragma once

#include <sbst/evm/abi/abi_type.hpp>
#include <sbst/numeric/u256.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::evm
{

/// The parameters (or results) of one entry; all vectors have the same length.
struct AbiParameters
{
    std::vector<AbiType> types;
    /// May be empty strings.
    std::vector<std::string> names;
    /// The compiler's name if it is more precise (`enum Auction.State`), otherwise empty.
    std::vector<std::string> internal_types;

    [[nodiscard]] std::size_t size() const { return types.size(); }

    friend bool operator==(const AbiParameters&, const AbiParameters&) = default;
};

/// The promise of a function about state and ether.
enum class Mutability
{
    pure,
    view,
    nonpayable,
    payable
};

/// A function, or the constructor, `receive` or `fallback` (these have no name and no selector).
struct AbiFunction
{
    std::string name;
    /// Unique within the contract: the name, or the signature when the name is overloaded.
    std::string display_name;
    /// `transfer(address,uint256)`.
    std::string signature;
    /// First four bytes of the signature's keccak256, most significant first.
    std::uint32_t selector = 0;
    AbiParameters inputs;
    AbiParameters outputs;
    Mutability mutability = Mutability::nonpayable;

    [[nodiscard]] bool is_payable() const { return mutability == Mutability::payable; }
    [[nodiscard]] bool is_constant() const
    {
        return mutability == Mutability::view || mutability == Mutability::pure;
    }
};

/// An event.
struct AbiEvent
{
    std::string name;
    std::string signature;
    /// keccak256 of the signature: the first topic, unless anonymous.
    U256 topic;
    AbiParameters inputs;
    /// One flag per parameter.
    std::vector<bool> indexed;
    bool is_anonymous = false;
};

/// A custom error.
struct AbiError
{
    std::string name;
    std::string signature;
    std::uint32_t selector = 0;
    AbiParameters inputs;
};

/// The interface of one contract.
struct ContractAbi
{
    /// Absent: a constructor without parameters that takes no ether.
    std::optional<AbiFunction> constructor;
    /// In the order of the ABI.
    std::vector<AbiFunction> functions;
    std::optional<AbiFunction> fallback;
    std::optional<AbiFunction> receive;
    std::vector<AbiEvent> events;
    std::vector<AbiError> errors;

    /// The function with that selector, or null; the pointer is valid as long as `functions`.
    [[nodiscard]] const AbiFunction* find_function(std::uint32_t selector) const;
    /// The function with that display name or signature, or null.
    [[nodiscard]] const AbiFunction* find_function(std::string_view name) const;
};

/// Writes `name(type,type)`.
[[nodiscard]] std::string to_signature(std::string_view name, const AbiParameters& parameters);

/// Hashes a signature: the topic of an event.
[[nodiscard]] U256 to_topic(std::string_view signature);

/// First four bytes of a signature's hash.
[[nodiscard]] std::uint32_t to_selector(std::string_view signature);

/// Sets every function's display name: its name if that is unique, otherwise its signature.
void set_display_names(std::vector<AbiFunction>& functions);

}  // namespace sbst::evm
