// SPDX-License-Identifier: Apache-2.0
#include "utf8_sequence.hpp"

namespace sbst::study
{
std::size_t sequence_length(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    const std::size_t size = first < 0x80 ? 1 :
                             first < 0xc2 ? 0 :
                             first < 0xe0 ? 2 :
                             first < 0xf0 ? 3 :
                             first < 0xf5 ? 4 :
                                            0;
    if (size == 0 || size > text.size())
    {
        return 0;
    }
    for (std::size_t i = 1; i < size; ++i)
    {
        if ((byte(i) & 0xc0U) != 0x80U)
        {
            return 0;
        }
    }
    // Overlong forms, surrogates, and what lies beyond Unicode.
    const unsigned char second = size > 2 ? byte(1) : 0x90;
    const bool is_bad = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                        (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return is_bad ? 0 : size;
}
}  // namespace sbst::study
