// SPDX-License-Identifier: Apache-2.0
#include "utf8.hpp"

#include <cstddef>
#include <cstdint>

namespace sbst::evm::detail
{
namespace
{
/// Bytes that follow a leading byte, and the least code point that needs so many.
struct Sequence
{
    std::size_t followers = 0;
    std::uint32_t least = 0;
    std::uint32_t bits = 0;
};

Sequence sequence_of(std::uint32_t lead)
{
    if ((lead & 0xe0U) == 0xc0U)
    {
        return {1, 0x80, lead & 0x1fU};
    }
    if ((lead & 0xf0U) == 0xe0U)
    {
        return {2, 0x800, lead & 0x0fU};
    }
    if ((lead & 0xf8U) == 0xf0U)
    {
        return {3, 0x10000, lead & 0x07U};
    }
    return {};
}
}  // namespace

bool is_utf8(std::string_view text)
{
    constexpr std::uint32_t largest = 0x10ffff;
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        const auto lead = static_cast<std::uint8_t>(text[i]);
        if (lead < 0x80U)
        {
            continue;
        }
        const Sequence sequence = sequence_of(lead);
        if (sequence.followers == 0 || text.size() - i <= sequence.followers)
        {
            return false;
        }
        std::uint32_t point = sequence.bits;
        for (std::size_t k = 0; k < sequence.followers; ++k)
        {
            const auto follower = static_cast<std::uint8_t>(text[++i]);
            if ((follower & 0xc0U) != 0x80U)
            {
                return false;
            }
            point = (point << 6U) | (follower & 0x3fU);
        }
        const bool is_surrogate = point >= 0xd800 && point <= 0xdfff;
        if (point < sequence.least || point > largest || is_surrogate)
        {
            return false;
        }
    }
    return true;
}
}  // namespace sbst::evm::detail
