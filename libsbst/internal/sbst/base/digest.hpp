// SPDX-License-Identifier: Apache-2.0
// Digests, computed by OpenSSL. Users of this header link OpenSSL::Crypto.
#pragma once

#include <sbst/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <openssl/evp.h>
#include <span>
#include <string>
#include <string_view>

namespace sbst
{

/// Hashes bytes that are added in pieces. Source of SHA-256: FIPS 180-4.
class Hasher
{
public:
    /// `name` is the algorithm's name in errors and must outlive the hasher.
    /// @throws AdapterError when the library does not offer it; so do the members.
    explicit Hasher(const EVP_MD* algorithm = ::EVP_sha256(), std::string_view name = "SHA-256")
      : m_name(name), m_context(::EVP_MD_CTX_new(), &::EVP_MD_CTX_free)
    {
        require(algorithm != nullptr && m_context != nullptr &&
                ::EVP_DigestInit_ex(m_context.get(), algorithm, nullptr) == 1);
    }

    void add(std::span<const std::byte> bytes)
    {
        require(::EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size()) == 1);
    }
    void add(std::string_view bytes) { add(std::as_bytes(std::span(bytes))); }

    /// The digest; the hasher cannot be used afterwards.
    [[nodiscard]] std::span<const std::uint8_t> finish()
    {
        unsigned size = 0;
        require(::EVP_DigestFinal_ex(m_context.get(), m_digest.data(), &size) == 1);
        return std::span(m_digest).first(size);
    }
    /// The same in lower-case hexadecimal digits.
    [[nodiscard]] std::string finish_hex()
    {
        constexpr std::string_view digits = "0123456789abcdef";
        std::string text;
        for (const std::uint8_t byte : finish())
        {
            text += digits[byte >> 4U];
            text += digits[byte & 0xfU];
        }
        return text;
    }

private:
    void require(bool holds) const
    {
        if (!holds)
        {
            throw AdapterError("the cryptographic library offers no " + std::string(m_name));
        }
    }

    std::string_view m_name;
    std::unique_ptr<EVP_MD_CTX, decltype(&::EVP_MD_CTX_free)> m_context;
    std::array<std::uint8_t, EVP_MAX_MD_SIZE> m_digest{};
};

/// SHA-256 in 64 lower-case hexadecimal digits.
[[nodiscard]] inline std::string sha256_hex(std::span<const std::byte> bytes)
{
    Hasher hasher;
    hasher.add(bytes);
    return hasher.finish_hex();
}

/// The same of a text.
[[nodiscard]] inline std::string sha256_hex(std::string_view bytes)
{
    return sha256_hex(std::as_bytes(std::span(bytes)));
}

}  // namespace sbst
