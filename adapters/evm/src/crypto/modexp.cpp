// SPDX-License-Identifier: Apache-2.0
#include "modexp.hpp"

#include <algorithm>
#include <array>
#include <gmp.h>

namespace sbst::evm
{

namespace
{

/// Reads 32 bytes at an offset, zeros beyond the end.
U256 word_at(BytesView input, std::size_t offset, std::size_t size = 32) noexcept
{
    std::array<std::uint8_t, 32> bytes{};
    for (std::size_t i = 0; i < size && offset + i < input.size(); ++i)
    {
        bytes[i] = input[offset + i];
    }
    return U256::from_be_bytes(BytesView{bytes}.first(size));
}

struct Lengths
{
    U256 base;
    U256 exponent;
    U256 modulus;
};

Lengths lengths_of(BytesView input) noexcept
{
    return {word_at(input, 0), word_at(input, 32), word_at(input, 64)};
}

/// Counts the bits of the exponent for the price: those of its first 32 bytes, plus eight per
/// further byte.
U256 adjusted_length(BytesView input, const Lengths& lengths) noexcept
{
    const std::size_t head_size =
        lengths.exponent < U256{32} ? static_cast<std::size_t>(low64(lengths.exponent)) : 32;
    U256 head;
    if (fits_u64(lengths.base) && low64(lengths.base) < input.size())
    {
        head = word_at(input, 96 + static_cast<std::size_t>(low64(lengths.base)), head_size);
    }
    const unsigned width = bit_width(head);
    U256 result{width == 0 ? 0U : width - 1U};
    if (lengths.exponent <= U256{32})
    {
        return result;
    }
    const U256 rest = lengths.exponent - U256{32};
    return bit_width(rest) > 253 ? U256::max() : saturating_add(result, rest << 3U);
}

U256 old_complexity(std::uint64_t x) noexcept
{
    const U256 square = U256{x} * U256{x};
    if (x <= 64)
    {
        return square;
    }
    if (x <= 1024)
    {
        return (square / U256{4}) + U256{96 * x} - U256{3072};
    }
    return (square / U256{16}) + U256{480} * U256{x} - U256{199680};
}

/// Owns one number of the library.
class Integer
{
public:
    Integer() { mpz_init(&m_value); }
    explicit Integer(BytesView bytes) : Integer{}
    {
        mpz_import(&m_value, bytes.size(), 1, 1, 0, 0, bytes.data());
    }
    ~Integer() { mpz_clear(&m_value); }
    Integer(const Integer&) = delete;
    Integer& operator=(const Integer&) = delete;
    Integer(Integer&&) = delete;
    Integer& operator=(Integer&&) = delete;

    [[nodiscard]] mpz_ptr get() noexcept { return &m_value; }

private:
    __mpz_struct m_value{};
};

Bytes padded_part(BytesView input, std::size_t offset, std::size_t size)
{
    Bytes part(size);
    if (offset < input.size())
    {
        const std::size_t available = std::min(size, input.size() - offset);
        std::copy_n(input.begin() + static_cast<std::ptrdiff_t>(offset), available, part.begin());
    }
    return part;
}

}  // namespace

U256 modexp_gas(BytesView input, bool cheap) noexcept
{
    const Lengths lengths = lengths_of(input);
    const U256 longest = std::max(lengths.base, lengths.modulus);
    // Beyond 2^60 bytes the square would exceed the word; no gas pays for that.
    if (is_zero(longest) && cheap)
    {
        return U256{200};
    }
    const U256 bits = std::max(adjusted_length(input, lengths), U256{1});
    if (bit_width(longest) > 60 || bit_width(bits) > 120)
    {
        return is_zero(longest) ? U256{} : U256::max();
    }
    if (!cheap)
    {
        return old_complexity(low64(longest)) * bits / U256{20};
    }
    const std::uint64_t words = (low64(longest) + 7) / 8;
    return std::max(U256{words} * U256{words} * bits / U256{3}, U256{200});
}

void modexp(BytesView input, Bytes& output)
{
    const Lengths lengths = lengths_of(input);
    output.clear();
    if (is_zero(lengths.modulus) || !fits_u64(lengths.modulus))
    {
        return;
    }
    const auto base_size = static_cast<std::size_t>(low64(lengths.base));
    const auto exponent_size = static_cast<std::size_t>(low64(lengths.exponent));
    const auto modulus_size = static_cast<std::size_t>(low64(lengths.modulus));
    Integer modulus{padded_part(input, 96 + base_size + exponent_size, modulus_size)};
    output.assign(modulus_size, 0);
    if (mpz_sgn(modulus.get()) == 0)
    {
        return;
    }
    Integer base{padded_part(input, 96, base_size)};
    Integer exponent{padded_part(input, 96 + base_size, exponent_size)};
    Integer result;
    mpz_powm(result.get(), base.get(), exponent.get(), modulus.get());
    Bytes digits(modulus_size);
    std::size_t count = 0;
    mpz_export(digits.data(), &count, 1, 1, 0, 0, result.get());
    std::copy_n(digits.begin(), count, output.end() - static_cast<std::ptrdiff_t>(count));
}

}  // namespace sbst::evm
