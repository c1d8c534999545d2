// SPDX-License-Identifier: Apache-2.0
#include "precompiles.hpp"

#include "../crypto/blake2f.hpp"
#include "../crypto/bls12_precompiles.hpp"
#include "../crypto/bn254_precompiles.hpp"
#include "../crypto/digest.hpp"
#include "../crypto/modexp.hpp"
#include "../crypto/point_evaluation.hpp"

#include <sbst/evm/base/keccak.hpp>

#include <algorithm>
#include <array>
#include <secp256k1.h>
#include <secp256k1_recovery.h>

namespace sbst::evm
{

namespace
{

std::int64_t words_of(BytesView input) noexcept
{
    return static_cast<std::int64_t>((input.size() + 31) / 32);
}

void recover_address(BytesView input, Bytes& output)
{
    // Layout: hash, v, r, s of 32 bytes each; missing bytes are zero, further bytes are ignored.
    std::array<std::uint8_t, 128> words{};
    std::copy_n(input.begin(), std::min(input.size(), words.size()), words.begin());
    const U256 v = U256::from_be_bytes(BytesView{words}.subspan(32, 32));
    if (v != U256{27} && v != U256{28})
    {
        return;
    }
    const secp256k1_context* context = secp256k1_context_static;
    secp256k1_ecdsa_recoverable_signature signature{};
    secp256k1_pubkey key{};
    const int parity = static_cast<int>(low64(v)) - 27;
    if (secp256k1_ecdsa_recoverable_signature_parse_compact(
            context, &signature, words.data() + 64, parity) == 0 ||
        secp256k1_ecdsa_recover(context, &key, &signature, words.data()) == 0)
    {
        return;
    }
    std::array<std::uint8_t, 65> point{};
    std::size_t size = point.size();
    secp256k1_ec_pubkey_serialize(context, point.data(), &size, &key, SECP256K1_EC_UNCOMPRESSED);
    const Hash256 hash = keccak256(BytesView{point}.subspan(1));
    output.assign(32, 0);
    std::copy(hash.begin() + 12, hash.end(), output.begin() + 12);
}

std::uint64_t blake2f_gas(BytesView input) noexcept
{
    return input.size() == blake2f_input_size ? low64(U256::from_be_bytes(input.first(4))) : 0;
}

/// Returns the price of the precompiles 11 to 17. Source: EIP-2537.
std::uint64_t bls12_gas(unsigned address, BytesView input) noexcept
{
    switch (address)
    {
        case 11:
            return 375;
        case 12:
            return bls12_g1_sum_gas(input);
        case 13:
            return 600;
        case 14:
            return bls12_g2_sum_gas(input);
        case 15:
            return 37'700 + (32'600 * (input.size() / bls12_pair_size));
        case 16:
            return 5'500;
        default:
            return 23'800;
    }
}

/// Returns the price of the precompile for the input, saturated. Source: EIP-152, EIP-196, EIP-197,
/// EIP-198, EIP-1108, EIP-2565, EIP-4844.
U256 price(const ForkRules& rules, unsigned address, BytesView input) noexcept
{
    const auto linear = [&](std::int64_t base, std::int64_t word) {
        return U256{static_cast<std::uint64_t>(base + (word * words_of(input)))};
    };
    const std::uint64_t pairs = input.size() / bn254_pair_size;
    switch (address)
    {
        case 1:
            return U256{3000};
        case 2:
            return linear(60, 12);
        case 3:
            return linear(600, 120);
        case 4:
            return linear(15, 3);
        case 5:
            return modexp_gas(input, rules.cheap_modexp);
        case 6:
            return U256{rules.cheap_bn254 ? 150U : 500U};
        case 7:
            return U256{rules.cheap_bn254 ? 6'000U : 40'000U};
        case 8:
            return rules.cheap_bn254 ? U256{45'000 + (34'000 * pairs)} :
                                       U256{100'000 + (80'000 * pairs)};
        case 9:
            return U256{blake2f_gas(input)};
        case 10:
            return U256{50'000};
        default:
            return U256{bls12_gas(address, input)};
    }
}

void put(const Hash256& hash, Bytes& output)
{
    output.assign(hash.begin(), hash.end());
}

bool compute_bls12(unsigned address, BytesView input, Bytes& output)
{
    switch (address)
    {
        case 11:
            return bls12_g1_add(input, output);
        case 12:
            return bls12_g1_sum_multiples(input, output);
        case 13:
            return bls12_g2_add(input, output);
        case 14:
            return bls12_g2_sum_multiples(input, output);
        case 15:
            return bls12_check_pairings(input, output);
        case 16:
            return bls12_map_to_g1(input, output);
        default:
            return bls12_map_to_g2(input, output);
    }
}

/// Computes the output; false when the input is not valid.
bool compute(unsigned address, BytesView input, Bytes& output)
{
    switch (address)
    {
        case 1:
            recover_address(input, output);
            return true;
        case 2:
            put(sha256(input), output);
            return true;
        case 3:
            put(ripemd160(input), output);
            return true;
        case 4:
            output.assign(input.begin(), input.end());
            return true;
        case 5:
            modexp(input, output);
            return true;
        case 6:
            return bn254_add(input, output);
        case 7:
            return bn254_multiply(input, output);
        case 8:
            return bn254_check_pairings(input, output);
        case 9:
            return blake2f_precompile(input, output);
        case 10:
            return check_point_evaluation(input, output);
        default:
            return compute_bls12(address, input, output);
    }
}

}  // namespace

PrecompileOutcome execute_precompile(
    const ForkRules& rules, unsigned address, BytesView input, std::int64_t gas, Bytes& output)
{
    const U256 most{static_cast<std::uint64_t>(INT64_MAX)};
    const auto cost =
        static_cast<std::int64_t>(low64(std::min(price(rules, address, input), most)));
    if (cost > gas)
    {
        return {Status::out_of_gas, 0, cost};
    }
    if (!compute(address, input, output))
    {
        return {Status::precompile_failure, 0, cost};
    }
    return {Status::success, gas - cost, cost};
}

}  // namespace sbst::evm
