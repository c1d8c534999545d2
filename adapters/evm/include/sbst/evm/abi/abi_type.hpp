// SPDX-License-Identifier: Apache-2.0
// Types of the contract ABI, as a tree. codec.hpp describes the values of such types. Next:
// codec.hpp, then contract_abi.hpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::evm
{

/// The families of ABI types; `array` is `T[]`, `fixed_array` is `T[k]`.
enum class AbiKind
{
    unsigned_integer,
    signed_integer,
    address,
    boolean,
    fixed_bytes,
    bytes,
    string,
    function,
    array,
    fixed_array,
    tuple
};

/// One ABI type; a value. Made by its factories, so that its derived facts are always right.
class AbiType
{
public:
    /// `uint<bits>` or `int<bits>`; precondition: bits is a multiple of 8 in [8, 256].
    [[nodiscard]] static AbiType integer(unsigned bits, bool is_signed);
    [[nodiscard]] static AbiType address();
    [[nodiscard]] static AbiType boolean();
    /// `bytes<size>`; precondition: size in [1, 32].
    [[nodiscard]] static AbiType fixed_bytes(std::size_t size);
    [[nodiscard]] static AbiType bytes();
    [[nodiscard]] static AbiType string();
    /// An external function: address and selector, 24 bytes.
    [[nodiscard]] static AbiType function();
    [[nodiscard]] static AbiType array(AbiType element);
    /// Precondition: count > 0 and `least_size()` of the result stays below `max_size`.
    [[nodiscard]] static AbiType fixed_array(AbiType element, std::size_t count);
    /// One name per member, or no names at all.
    [[nodiscard]] static AbiType tuple(
        std::vector<AbiType> members, std::vector<std::string> names = {});

    [[nodiscard]] AbiKind kind() const { return m_kind; }
    /// Width of an integer in bits, otherwise 0.
    [[nodiscard]] unsigned bits() const { return m_bits; }
    /// Bytes of `bytesN` and `function`, number of elements of `T[k]`, otherwise 0.
    [[nodiscard]] std::size_t size() const { return m_size; }
    /// Precondition: an array of either kind.
    [[nodiscard]] const AbiType& element() const { return m_elements.front(); }
    /// The members of a tuple.
    [[nodiscard]] const std::vector<AbiType>& members() const { return m_elements; }
    [[nodiscard]] const std::vector<std::string>& member_names() const { return m_names; }

    /// Tells whether the encoding has a tail; the head then holds an offset.
    [[nodiscard]] bool is_dynamic() const { return m_dynamic; }
    /// Bytes of the encoding in the head of the enclosing type; a multiple of 32.
    [[nodiscard]] std::size_t head_size() const { return m_dynamic ? 32 : m_content_head; }
    /// For a tuple or `T[k]`: bytes of the heads of its members.
    [[nodiscard]] std::size_t content_head_size() const { return m_content_head; }
    /// Bytes of its shortest encoding, offsets and lengths included.
    [[nodiscard]] std::size_t least_size() const { return m_least_size; }
    /// Tells whether the value is one word: integer, address or boolean.
    [[nodiscard]] bool is_word() const;

    /// Writes the canonical name as it stands in signatures: `uint256`, `(address,bytes)[3]`.
    [[nodiscard]] std::string name() const;

    friend bool operator==(const AbiType&, const AbiType&) = default;

    /// Largest `least_size()` of an array; more than any block's gas could carry.
    static constexpr std::size_t max_size = std::size_t{1} << 25U;
    /// Deepest nesting of arrays and tuples.
    static constexpr std::size_t max_depth = 32;

private:
    AbiType(AbiKind kind, unsigned bits, std::size_t size);

    AbiKind m_kind;
    unsigned m_bits;
    std::size_t m_size;
    std::vector<AbiType> m_elements;
    std::vector<std::string> m_names;
    bool m_dynamic = false;
    std::size_t m_content_head = 32;
    std::size_t m_least_size = 32;
};

/// A parsed type, or the reason why the text is not a type.
struct AbiTypeResult
{
    std::optional<AbiType> type;
    std::string problem;
};

/// Parses a type as written in an ABI: `uint256[2][]`, `tuple[]` with its components, and tuples
/// written out, `(address,uint8[])[3]`.
///
/// `uint`, `int` and `byte` are read as `uint256`, `int256` and `bytes1`. `components` describes
/// the word `tuple` and must be given exactly when the text has it.
[[nodiscard]] AbiTypeResult parse_abi_type(
    std::string_view text, std::optional<AbiType> components = std::nullopt);

}  // namespace sbst::evm
