// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/study/sha256.hpp>

#include <fmt/format.h>

#include <array>
#include <openssl/evp.h>

namespace sbst::study
{
std::string sha256(std::string_view bytes)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
    unsigned size = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), hash.data(), &size, EVP_sha256(), nullptr) != 1)
    {
        throw AdapterError("the cryptographic library offers no SHA-256");
    }
    std::string text;
    for (unsigned i = 0; i < size; ++i)
    {
        text += fmt::format("{:02x}", hash.at(i));
    }
    return text;
}
}  // namespace sbst::study
