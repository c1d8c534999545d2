// SPDX-License-Identifier: Apache-2.0
#include "files.hpp"

#include "interrupt.hpp"

#include <sbst/base/read_failure.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <deque>
#include <fcntl.h>
#include <filesystem>
#include <sys/types.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sbst::cli
{

namespace
{

constexpr std::string_view standard_input = "-";

std::string reason(int error)
{
    return std::generic_category().message(error);
}

[[noreturn]] void fail_writing(const std::string& name, int error)
{
    throw IoError(fmt::format("cannot write '{}': {}", name, reason(error)));
}

/// A file that is open for writing; every step is checked.
class OutputFile
{
public:
    /// Opens `name`; `shown` is what messages call it.
    OutputFile(const std::string& name, std::string shown, int flags) : m_shown(std::move(shown))
    {
        constexpr mode_t mode = 0666;  // the umask decides
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg,hicpp-vararg): POSIX has no other open
        m_file = ::open(name.c_str(), O_WRONLY | O_CLOEXEC | flags, mode);
        check(m_file >= 0);
    }
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    OutputFile(OutputFile&&) = delete;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile()
    {
        if (m_file >= 0)
        {
            ::close(m_file);
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

    void flush() const { check(::fsync(m_file) == 0); }

    void close()
    {
        const int file = m_file;
        m_file = -1;
        check(::close(file) == 0);
    }

private:
    void check(bool is_good) const
    {
        if (!is_good)
        {
            fail_writing(m_shown, errno);
        }
    }

    std::string m_shown;
    int m_file = -1;
};

/// A regular file under construction; removed unless it was put in its place.
class Draft
{
public:
    explicit Draft(std::string target)
      : m_target(std::move(target)),
        m_name(fmt::format("{}.{}.tmp", m_target, ::getpid())),
        m_file(m_name, m_target, O_CREAT | O_TRUNC)
    {}
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;
    Draft(Draft&&) = delete;
    Draft& operator=(Draft&&) = delete;
    ~Draft()
    {
        if (!m_is_placed)
        {
            ::unlink(m_name.c_str());
        }
    }

    void write(std::string_view content) { m_file.write(content); }

    /// Puts it on the disk, still under the other name.
    void finish()
    {
        m_file.flush();
        m_file.close();
    }

    void place()
    {
        if (::rename(m_name.c_str(), m_target.c_str()) != 0)
        {
            fail_writing(m_target, errno);
        }
        m_is_placed = true;
    }

private:
    std::string m_target;
    std::string m_name;
    OutputFile m_file;
    bool m_is_placed = false;
};

/// The name behind symbolic links, whether there is such a file or not.
std::string followed(const std::string& name)
{
    constexpr int most_links = 40;
    std::filesystem::path path(name);
    std::error_code error;
    for (int i = 0; std::filesystem::is_symlink(path, error); ++i)
    {
        const std::filesystem::path next = std::filesystem::read_symlink(path, error);
        if (error || i == most_links)
        {
            fail_writing(name, error ? error.value() : ELOOP);
        }
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    return path.string();
}

/// A device, a pipe, a directory: what is there and is no regular file.
bool is_special(const std::string& name)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(name, error);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

void make_directories(const std::filesystem::path& name)
{
    std::error_code error;
    std::filesystem::create_directories(name, error);
    if (error)
    {
        throw IoError(
            fmt::format("cannot make directory '{}': {}", name.string(), error.message()));
    }
}

}  // namespace

bool is_stream(const std::string& name)
{
    std::error_code error;
    const std::filesystem::file_type type = std::filesystem::status(name, error).type();
    return name == standard_input || type == std::filesystem::file_type::fifo ||
           type == std::filesystem::file_type::character ||
           type == std::filesystem::file_type::socket;
}

std::string shown_input(const std::string& name)
{
    return name == standard_input ? "standard input" : name;
}

std::string read_file(const std::string& name)
{
    ReadText read =
        name == standard_input ? detail::read_descriptor(STDIN_FILENO, false) : read_text(name);
    if (!read.text)
    {
        fail_reading(shown_input(name), read);
    }
    return *std::move(read.text);
}

void write_file(const std::string& name, std::string_view content)
{
    write_files({{name, std::string(content)}});
}

void write_files(const std::vector<TextFile>& files)
{
    std::vector<const TextFile*> regular;
    for (const TextFile& file : files)
    {
        if (is_special(file.name))
        {
            // It may wait for a reader: whoever interrupts that means it.
            OutputFile special(file.name, file.name, 0);
            special.write(file.content);
            special.close();
            continue;
        }
        regular.push_back(&file);
    }
    const InterruptHold hold;
    std::deque<Draft> drafts;
    for (const TextFile* const file : regular)
    {
        drafts.emplace_back(followed(file->name)).write(file->content);
    }
    for (Draft& draft : drafts)
    {
        draft.finish();
    }
    for (Draft& draft : drafts)
    {
        draft.place();
    }
}

void make_parent_directories(const std::string& name)
{
    make_directories(std::filesystem::path(name).parent_path());
}

void make_output_directory(const std::string& name, const std::vector<std::string>& files)
{
    make_directories(name);
    const InterruptHold hold;
    const Draft probe((std::filesystem::path(name) / "report.json").string());
    for (const std::string& file : files)
    {
        const std::filesystem::path path = std::filesystem::path(name) / file;
        std::error_code error;
        if (std::filesystem::is_directory(path, error))
        {
            fail_writing(path.string(), EISDIR);
        }
    }
}

}  // namespace sbst::cli
