// SPDX-License-Identifier: Apache-2.0
#include "files.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/types.h>
#include <system_error>
#include <unistd.h>

namespace sbst::cli
{

namespace
{

constexpr std::size_t largest_input = std::size_t{64} << 20U;

std::string reason(int error)
{
    return std::generic_category().message(error);
}

/// A file under construction; removed unless it was put in its place.
class Draft
{
public:
    explicit Draft(const std::string& target)
      : m_target(target), m_name(fmt::format("{}.{}.tmp", target, ::getpid()))
    {
        constexpr mode_t mode = 0666;  // the umask decides
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg,hicpp-vararg): POSIX has no other open
        m_file = ::open(m_name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
        check(m_file >= 0);
    }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;
    Draft(Draft&&) = delete;
    Draft& operator=(Draft&&) = delete;
    ~Draft()
    {
        if (m_file >= 0)
        {
            ::close(m_file);
        }
        if (!m_is_placed)
        {
            ::unlink(m_name.c_str());
        }
    }

    void write(std::string_view content)
    {
        while (!content.empty())
        {
            const ssize_t count = ::write(m_file, content.data(), content.size());
            if (count < 0 && errno == EINTR)
            {
                continue;
            }
            check(count >= 0);
            content.remove_prefix(static_cast<std::size_t>(count));
        }
    }

    void place()
    {
        check(::fsync(m_file) == 0);
        const int file = m_file;
        m_file = -1;
        check(::close(file) == 0);
        check(::rename(m_name.c_str(), m_target.c_str()) == 0);
        m_is_placed = true;
    }

private:
    void check(bool is_good) const
    {
        if (!is_good)
        {
            throw ConfigError(fmt::format("cannot write '{}': {}", m_target, reason(errno)));
        }
    }

    std::string m_target;
    std::string m_name;
    int m_file = -1;
    bool m_is_placed = false;
};

}  // namespace

std::string read_file(const std::string& name)
{
    std::error_code error;
    if (std::filesystem::is_directory(name, error))
    {
        throw ParseError(name, "", "cannot be read: " + reason(EISDIR));
    }
    errno = 0;
    std::ifstream stream(name, std::ios::binary);
    if (!stream)
    {
        throw ParseError(name, "", "cannot be read: " + reason(errno));
    }
    std::string text;
    std::string chunk(std::size_t{1} << 16U, '\0');
    while (stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) ||
           stream.gcount() > 0)
    {
        text.append(chunk, 0, static_cast<std::size_t>(stream.gcount()));
        if (text.size() > largest_input)
        {
            throw ParseError(name, "", "cannot be read: larger than 64 MiB");
        }
    }
    return text;
}

void write_file(const std::string& name, std::string_view content)
{
    Draft draft(name);
    draft.write(content);
    draft.place();
}

void make_output_directory(const std::string& name)
{
    std::error_code error;
    std::filesystem::create_directories(name, error);
    if (error)
    {
        throw ConfigError(fmt::format("cannot make directory '{}': {}", name, error.message()));
    }
    const Draft probe((std::filesystem::path(name) / "suite.txt").string());
}

}  // namespace sbst::cli
