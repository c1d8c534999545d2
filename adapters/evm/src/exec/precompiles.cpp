// SPDX-License-Identifier: Apache-2.0
#include "precompiles.hpp"

#include "blake2f.hpp"
#include "modexp.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/exec/keccak.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <openssl/evp.h>
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
    // Layout: hash, v, r, s of 32 bytes each; what is missing is zero, what is beyond is ignored.
    std::array<std::uint8_t, 128> words{};
    std::copy_n(input.begin(), std::min(input.size(), words.size()), words.begin());
    const U256 v = U256::from_be_bytes(BytesView{words}.subspan(32, 32));
    if (v != U256{27} && v != U256{28})
        return;
    const secp256k1_context* context = secp256k1_context_static;
    secp256k1_ecdsa_recoverable_signature signature{};
    secp256k1_pubkey key{};
    const int parity = static_cast<int>(low64(v)) - 27;
    if (secp256k1_ecdsa_recoverable_signature_parse_compact(
            context, &signature, words.data() + 64, parity) == 0 ||
        secp256k1_ecdsa_recover(context, &key, &signature, words.data()) == 0)
        return;
    std::array<std::uint8_t, 65> point{};
    std::size_t size = point.size();
    secp256k1_ec_pubkey_serialize(context, point.data(), &size, &key, SECP256K1_EC_UNCOMPRESSED);
    const Hash256 hash = keccak256(BytesView{point}.subspan(1));
    output.assign(32, 0);
    std::copy(hash.begin() + 12, hash.end(), output.begin() + 12);
}

/// Hashes with the library; the digest is padded on the left to a word.
void digest(const EVP_MD* algorithm, BytesView input, Bytes& output)
{
    std::array<std::uint8_t, EVP_MAX_MD_SIZE> hash{};
    unsigned size = 0;
    if (algorithm == nullptr ||
        EVP_Digest(input.data(), input.size(), hash.data(), &size, algorithm, nullptr) != 1)
        throw AdapterError{"the cryptographic library offers no digest that a precompile needs"};
    output.assign(32, 0);
    std::copy_n(hash.begin(), size, output.end() - static_cast<std::ptrdiff_t>(size));
}

std::int64_t blake2f_gas(BytesView input) noexcept
{
    return static_cast<std::int64_t>(low64(U256::from_be_bytes(input.first(4))));
}

/// Returns the price of the precompile for the input, saturated; 0 for those that are not built.
U256 price(const ForkRules& rules, unsigned address, BytesView input) noexcept
{
    const auto linear = [&](std::int64_t base, std::int64_t word) {
        return U256{static_cast<std::uint64_t>(base + (word * words_of(input)))};
    };
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
        case 9:
            return input.size() == blake2f_input_size ?
                       U256{static_cast<std::uint64_t>(blake2f_gas(input))} :
                       U256{};
        default:
            return U256{};
    }
}
}  // namespace

PrecompileOutcome execute_precompile(
    const ForkRules& rules, unsigned address, BytesView input, std::int64_t gas, Bytes& output)
{
    const U256 cost = price(rules, address, input);
    if (cost > U256{static_cast<std::uint64_t>(gas)})
        return {Status::out_of_gas, 0};
    switch (address)
    {
        case 1:
            recover_address(input, output);
            break;
        case 2:
            digest(EVP_sha256(), input, output);
            break;
        case 3:
            digest(EVP_ripemd160(), input, output);
            break;
        case 4:
            output.assign(input.begin(), input.end());
            break;
        case 5:
            modexp(input, output);
            break;
        case 9:
            if (input.size() != blake2f_input_size || input[212] > 1)
                return {Status::precompile_failure, 0};
            blake2f_precompile(input, output);
            break;
        default:  // curve pairings and point evaluation
            return {Status::unsupported, 0};
    }
    return {Status::success, gas - static_cast<std::int64_t>(low64(cost))};
}
}  // namespace sbst::evm
