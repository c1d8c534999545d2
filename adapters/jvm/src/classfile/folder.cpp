// SPDX-License-Identifier: Apache-2.0
#include "class_source.hpp"

#include <sbst/base/read_failure.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace sbst::jvm
{

namespace
{

namespace fs = std::filesystem;

/// Tells whether a name stays inside the folder: `../p/A.class` would not.
bool is_inside(const std::string& name)
{
    const fs::path path{name};
    return !path.empty() && path.is_relative() &&
           std::none_of(path.begin(), path.end(),
               [](const fs::path& part) { return part == ".." || part == "." || part.empty(); });
}

class Folder : public ClassSource
{
public:
    Folder(fs::path path, const ClassPathOptions& options)
      : m_path(std::move(path)), m_max_size(options.max_entry_size)
    {}

    [[nodiscard]] bool contains(const std::string& name) const override
    {
        std::error_code ignored;
        return is_inside(name) && fs::is_regular_file(m_path / name, ignored);
    }

    [[nodiscard]] std::optional<std::vector<std::byte>> read(const std::string& name) const override
    {
        if (!contains(name))
        {
            return std::nullopt;
        }
        std::error_code failed;
        const std::uintmax_t size = fs::file_size(m_path / name, failed);
        if (!failed && size > m_max_size)
        {
            throw ParseError(describe(name), "",
                fmt::format("it has {} bytes, expected at most {}", size, m_max_size));
        }
        errno = 0;
        std::ifstream stream{m_path / name, std::ios::binary};
        std::vector<std::byte> bytes(failed ? 0 : size);
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are read as chars
        stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
        if (failed || !stream)
        {
            fail_reading(describe(name), failed ? failed.value() : errno);
        }
        return bytes;
    }

    [[nodiscard]] std::vector<std::string> names() const override
    {
        std::vector<std::string> result;
        std::error_code failed;
        for (fs::recursive_directory_iterator i{m_path, failed}, end; !failed && i != end;
             i.increment(failed))
        {
            std::error_code ignored;
            if (i->is_regular_file(ignored))
            {
                result.push_back(i->path().lexically_relative(m_path).generic_string());
            }
        }
        if (failed)
        {
            fail_reading(m_path.string(), failed.value());
        }
        return result;
    }

    [[nodiscard]] std::string describe(const std::string& name) const override
    {
        return (m_path / name).string();
    }

private:
    fs::path m_path;
    std::size_t m_max_size;
};

}  // namespace

std::unique_ptr<ClassSource> open_folder(const fs::path& path, const ClassPathOptions& options)
{
    return std::make_unique<Folder>(path, options);
}

}  // namespace sbst::jvm
