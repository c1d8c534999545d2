// SPDX-License-Identifier: Apache-2.0
// Operations of bit-vectors and truth values. Arithmetic is that of 256 bits, cut to the width.
#include "apply.hpp"

#include <sbst/numeric/keccak.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace sbst::symbolic
{

namespace
{

U256 to_truth(bool value)
{
    return value ? U256{1} : U256{};
}

U256 signed_quotient(const Application& x)
{
    if (is_zero(x.word(1)))
    {
        return is_negative(x.signed_word(0)) ? U256{1} : U256::max();
    }
    return sdiv(x.signed_word(0), x.signed_word(1));
}

U256 quotient_or_remainder(const Application& x)
{
    const bool is_by_zero = is_zero(x.word(1));
    switch (x.node.op)
    {
        case Op::udiv:
            return is_by_zero ? U256::max() : x.word(0) / x.word(1);
        case Op::urem:
            return is_by_zero ? x.word(0) : x.word(0) % x.word(1);
        case Op::sdiv:
            return signed_quotient(x);
        default:
            return is_by_zero ? x.word(0) : smod(x.signed_word(0), x.signed_word(1));
    }
}

U256 hash_of_words(const Application& x)
{
    std::array<std::uint8_t, 8 * word_bytes> bytes{};
    for (std::size_t i = 0; i < x.values.size(); ++i)
    {
        std::ranges::copy(x.word(i).to_be_bytes(), bytes.begin() + std::ptrdiff_t(i * word_bytes));
    }
    return U256::from_be_bytes(keccak_256(std::span(bytes).first(x.values.size() * word_bytes)));
}

/// With any bits above the width.
U256 uncut_word(const Application& x)
{
    switch (x.node.op)
    {
        case Op::add:
            return x.word(0) + x.word(1);
        case Op::sub:
            return x.word(0) - x.word(1);
        case Op::mul:
            return x.word(0) * x.word(1);
        case Op::pow:
            return pow(x.word(0), x.word(1));
        case Op::bit_and:
            return x.word(0) & x.word(1);
        case Op::bit_or:
            return x.word(0) | x.word(1);
        case Op::bit_xor:
            return x.word(0) ^ x.word(1);
        case Op::bit_not:
            return ~x.word(0);
        case Op::shl:
            return x.word(0) << x.word(1);
        case Op::lshr:
            return x.word(0) >> x.word(1);
        case Op::ashr:
            return sar(x.signed_word(0), x.word(1));
        case Op::add_mod:
            return addmod(x.word(0), x.word(1), x.word(2));
        case Op::mul_mod:
            return mulmod(x.word(0), x.word(1), x.word(2));
        case Op::concat:
            return (x.word(0) << std::uint64_t{x.width(1)}) | x.word(1);
        case Op::extract:
            return x.word(0) >> std::uint64_t{x.node.b};
        case Op::zero_extend:
            return x.word(0);
        case Op::sign_extend:
            return x.signed_word(0);
        case Op::keccak:
            return hash_of_words(x);
        default:
            return quotient_or_remainder(x);
    }
}

}  // namespace

U256 word_of_words(const Application& x)
{
    switch (x.node.op)
    {
        case Op::not_:
            return to_truth(is_zero(x.word(0)));
        case Op::and_:
            return x.word(0) & x.word(1);
        case Op::or_:
            return x.word(0) | x.word(1);
        case Op::equal:
            return to_truth(x.word(0) == x.word(1));
        case Op::ult:
            return to_truth(x.word(0) < x.word(1));
        case Op::slt:
            return to_truth(signed_less(x.signed_word(0), x.signed_word(1)));
        default:
            return uncut_word(x) & ones(x.node.sort.width);
    }
}

}  // namespace sbst::symbolic
