// SPDX-License-Identifier: Apache-2.0
#include "signing.hpp"

#include <array>
#include <memory>
#include <secp256k1.h>
#include <secp256k1_recovery.h>
#include <span>
#include <stdexcept>

namespace sbst::evm::differential
{

namespace
{

struct Destroy
{
    void operator()(secp256k1_context* context) const { secp256k1_context_destroy(context); }
};

}  // namespace

Signature sign(const Hash256& hash, const U256& key)
{
    const std::unique_ptr<secp256k1_context, Destroy> context{
        secp256k1_context_create(SECP256K1_CONTEXT_SIGN)};
    const auto secret = key.to_be_bytes();
    secp256k1_ecdsa_recoverable_signature signature{};
    if (secp256k1_ecdsa_sign_recoverable(
            context.get(), &signature, hash.data(), secret.data(), nullptr, nullptr) != 1)
    {
        throw std::logic_error{"a hash could not be signed"};
    }
    std::array<std::uint8_t, 64> compact{};
    int parity = 0;
    secp256k1_ecdsa_recoverable_signature_serialize_compact(
        context.get(), compact.data(), &parity, &signature);
    const std::span<const std::uint8_t> words{compact};
    return {U256{static_cast<std::uint64_t>(parity)}, U256::from_be_bytes(words.first(32)),
        U256::from_be_bytes(words.last(32))};
}

}  // namespace sbst::evm::differential
