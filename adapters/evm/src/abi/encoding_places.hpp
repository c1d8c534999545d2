// SPDX-License-Identifier: Apache-2.0
// Where encode() puts the literals of its values.
#pragma once

#include <sbst/evm/abi/abi_type.hpp>
#include <sbst/test/value.hpp>

#include <cstddef>
#include <functional>
#include <span>

namespace sbst::evm
{

/// A literal in an encoding.
struct EncodedLiteral
{
    const AbiType& type;
    const Value& value;
    /// Which value of the list it is in, and the place in it in preorder, as LiteralAddress has it.
    std::size_t argument = 0;
    std::size_t element = 0;
    /// Where its first byte is; for bytes and string that of the length, behind which they are.
    std::size_t offset = 0;
};

/// Calls `visit` for each literal of the values that is a word, a text of fixed size, or a text.
/// Precondition: encode() takes the values.
void for_each_literal(std::span<const AbiType> types, std::span<const Value> values,
    const std::function<void(const EncodedLiteral&)>& visit);

}  // namespace sbst::evm
