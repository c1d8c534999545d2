// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/render/readable.hpp>
#include <sbst/numeric/u256.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace sbst::evm
{

namespace
{

constexpr std::size_t shortest_number = 10;

bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

bool is_word_letter(char letter)
{
    return is_digit(letter) || letter == '_' || letter == '.' || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z');
}

/// `2^k`, `2^k + d`, `2^k - d` for small d; empty for other numbers.
std::string beside_power_of_two(const U256& number)
{
    constexpr unsigned wide = 64;
    constexpr std::uint64_t far = 1000;
    const unsigned bits = bit_width(number);
    const U256 below = U256::power_of_two(bits - 1);  // largest power of two within
    const U256 above = U256::power_of_two(bits);      // 0 for 2^256, and wraps just right
    const U256 over = number - below;
    const U256 under = above - number;
    const U256 limit(bits > wide ? far : 1U);
    if (is_zero(over))
    {
        return fmt::format("2^{}", bits - 1);
    }
    if (under <= limit)
    {
        return fmt::format("2^{} - {}", bits, under.to_decimal());
    }
    return over <= limit ? fmt::format("2^{} + {}", bits - 1, over.to_decimal()) : std::string();
}

std::string readable_number(const std::string& digits, bool is_negative)
{
    constexpr std::size_t most_leading = 6;
    constexpr std::size_t least_zeros = 6;
    const auto number = U256::parse(digits);
    if (!number || is_zero(*number))
    {
        return digits;
    }
    std::string text = beside_power_of_two(*number);
    if (!text.empty())
    {
        // -(2^k - 1), because -2^k - 1 is another number.
        const bool needs_brackets = is_negative && text.find(' ') != std::string::npos;
        return needs_brackets ? fmt::format("({})", text) : text;
    }
    const std::size_t kept = digits.find_last_not_of('0') + 1;
    const std::size_t zeros = digits.size() - kept;
    return kept <= most_leading && zeros >= least_zeros ?
               fmt::format("{}e{}", digits.substr(0, kept), zeros) :
               digits;
}

/// Length of the quoted text at the beginning, its quotes included.
std::size_t quoted_length(std::string_view text)
{
    std::size_t length = 1;
    while (length < text.size() && text[length] != '"')
    {
        length += text[length] == '\\' ? 2U : 1U;
    }
    return std::min(length + 1, text.size());
}

}  // namespace

std::string with_readable_numbers(std::string_view text)
{
    std::string result;
    while (!text.empty())
    {
        std::size_t length = 1;
        if (text.front() == '"')
        {
            length = quoted_length(text);
            result += text.substr(0, length);
        }
        else if (is_word_letter(text.front()))
        {
            const auto* const end = std::find_if_not(text.begin(), text.end(), is_word_letter);
            length = static_cast<std::size_t>(end - text.begin());
            const std::string word(text.substr(0, length));
            const bool is_number = length >= shortest_number && word.front() != '0' &&
                                   std::all_of(word.begin(), word.end(), is_digit);
            result += is_number ? readable_number(word, result.ends_with('-')) : word;
        }
        else
        {
            result += text.front();
        }
        text.remove_prefix(length);
    }
    return result;
}

}  // namespace sbst::evm
