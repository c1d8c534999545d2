// SPDX-License-Identifier: Apache-2.0
// The characters of a text, as numbers that can be moved. Next: alternating_variable.cpp.
#pragma once

#include <sbst/numeric/u256.hpp>
#include <sbst/test/type.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sbst
{

/// The codes that a character may have, in order: all from `first`, without surrogates.
struct CodeRange
{
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    /// Number of codes.
    [[nodiscard]] std::uint32_t size() const;
    /// Place of a code of the range, from 0.
    [[nodiscard]] std::uint32_t place_of(std::uint32_t code) const;
    [[nodiscard]] std::uint32_t code_at(std::uint64_t place) const;
};

/// A text taken apart: characters of UTF-8 where the type is Unicode, bytes otherwise. A byte that
/// is part of no character stands for the character of its number.
struct Characters
{
    std::vector<std::uint32_t> codes;
    bool is_unicode = false;
    /// All bytes are as good as printable ones.
    bool is_binary = false;

    [[nodiscard]] static Characters of(std::string_view text, const Type& type);
    [[nodiscard]] std::string text() const;

    /// The codes for the character at a place: what is printable stays so, except where the type
    /// is Unicode.
    [[nodiscard]] CodeRange range_of(std::size_t place) const;
};

}  // namespace sbst
