// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/digest.hpp>
#include <sbst/error.hpp>
#include <sbst/study/sha256.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <vector>

namespace sbst::study
{

namespace
{

namespace fs = std::filesystem;

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
    return hasher.finish_hex();
}

}  // namespace

std::string sha256(std::string_view bytes)
{
    return sha256_hex(bytes);
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
    return hasher.finish_hex();
}

}  // namespace sbst::study
