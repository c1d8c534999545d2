// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/study/sha256.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <openssl/evp.h>
#include <system_error>
#include <vector>

namespace sbst::study
{
namespace
{
namespace fs = std::filesystem;

/// A hash to which bytes are added.
class Hasher
{
public:
    Hasher() : m_context(::EVP_MD_CTX_new(), &::EVP_MD_CTX_free)
    {
        require(m_context != nullptr &&
                ::EVP_DigestInit_ex(m_context.get(), ::EVP_sha256(), nullptr) == 1);
    }

    void add(std::string_view bytes)
    {
        require(::EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size()) == 1);
    }

    [[nodiscard]] std::string finish()
    {
        std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
        unsigned size = 0;
        require(::EVP_DigestFinal_ex(m_context.get(), hash.data(), &size) == 1);
        std::string text;
        for (unsigned i = 0; i < size; ++i)
        {
            text += fmt::format("{:02x}", hash.at(i));
        }
        return text;
    }

private:
    static void require(bool holds)
    {
        if (!holds)
        {
            throw AdapterError("the cryptographic library offers no SHA-256");
        }
    }

    std::unique_ptr<EVP_MD_CTX, decltype(&::EVP_MD_CTX_free)> m_context;
};

std::string sha256_of_file(const fs::path& file)
{
    std::error_code error;
    if (!fs::is_regular_file(file, error))
    {
        throw ParseError(file.string(), "", "cannot be read; expected a file or a folder");
    }
    std::ifstream stream(file, std::ios::binary);
    Hasher hasher;
    std::vector<char> block(std::size_t{1} << 16U);
    while (stream)
    {
        stream.read(block.data(), static_cast<std::streamsize>(block.size()));
        hasher.add({block.data(), static_cast<std::size_t>(stream.gcount())});
    }
    if (!stream.eof())
    {
        throw ParseError(file.string(), "", "cannot be read; expected a file or a folder");
    }
    return hasher.finish();
}
}  // namespace

std::string sha256(std::string_view bytes)
{
    Hasher hasher;
    hasher.add(bytes);
    return hasher.finish();
}

std::string sha256_of_path(const fs::path& path)
{
    if (!fs::is_directory(path))
    {
        return sha256_of_file(path);
    }
    std::vector<fs::path> files;
    try
    {
        for (const auto& entry : fs::recursive_directory_iterator(path))
        {
            if (entry.is_regular_file())
            {
                files.push_back(entry.path());
            }
        }
    }
    catch (const fs::filesystem_error& error)
    {
        throw ParseError(path.string(), "", error.code().message());
    }
    std::sort(files.begin(), files.end());
    Hasher hasher;
    for (const fs::path& file : files)
    {
        hasher.add(fmt::format(
            "{}  {}\n", sha256_of_file(file), file.lexically_relative(path).generic_string()));
    }
    return hasher.finish();
}
}  // namespace sbst::study
