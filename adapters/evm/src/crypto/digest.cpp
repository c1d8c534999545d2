// SPDX-License-Identifier: Apache-2.0
#include "digest.hpp"

#include <sbst/base/digest.hpp>

#include <algorithm>

namespace sbst::evm
{

namespace
{

/// Hashes the input; the digest is padded on the left to a word.
Hash256 padded(Hasher hasher, BytesView input)
{
    hasher.add(std::as_bytes(input));
    const auto digest = hasher.finish();
    Hash256 word{};
    std::copy(
        digest.begin(), digest.end(), word.end() - static_cast<std::ptrdiff_t>(digest.size()));
    return word;
}

}  // namespace

Hash256 sha256(BytesView input)
{
    return padded(Hasher(), input);
}

Hash256 ripemd160(BytesView input)
{
    return padded(Hasher(EVP_ripemd160(), "RIPEMD-160"), input);
}

}  // namespace sbst::evm
