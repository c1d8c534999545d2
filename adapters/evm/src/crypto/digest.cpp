// SPDX-License-Identifier: Apache-2.0
#include "digest.hpp"

#include <sbst/error.hpp>

#include <algorithm>
#include <array>
#include <openssl/evp.h>

namespace sbst::evm
{
namespace
{
/// Hashes with the library; the digest is padded on the left to a word.
Hash256 digest(const EVP_MD* algorithm, BytesView input)
{
    std::array<std::uint8_t, EVP_MAX_MD_SIZE> hash{};
    unsigned size = 0;
    if (algorithm == nullptr ||
        EVP_Digest(input.data(), input.size(), hash.data(), &size, algorithm, nullptr) != 1)
        throw AdapterError{"the cryptographic library offers no digest that a precompile needs"};
    Hash256 word{};
    std::copy_n(hash.begin(), size, word.end() - static_cast<std::ptrdiff_t>(size));
    return word;
}
}  // namespace

Hash256 sha256(BytesView input)
{
    return digest(EVP_sha256(), input);
}

Hash256 ripemd160(BytesView input)
{
    return digest(EVP_ripemd160(), input);
}
}  // namespace sbst::evm
