// SPDX-License-Identifier: Apache-2.0
#include "draft.hpp"

#include "process_id.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace sbst::study
{
namespace
{
namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr std::string_view draft_mark = ".draft.";
constexpr mode_t mode = 0666;  // the umask decides

[[noreturn]] void fail_writing(const fs::path& file, int error)
{
    throw IoError(fmt::format(
        "cannot write '{}': {}", file.string(), std::generic_category().message(error)));
}

void check_written(bool is_good, const fs::path& file)
{
    if (!is_good)
    {
        fail_writing(file, errno);
    }
}

/// An open file that is closed at the end.
class Descriptor
{
public:
    Descriptor(const fs::path& file, int flags)
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg,hicpp-vararg): POSIX has no other open
      : m_number(::open(file.c_str(), flags | O_CLOEXEC, mode))
    {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor(Descriptor&&) = delete;
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor()
    {
        if (m_number >= 0)
        {
            ::close(m_number);
        }
    }

    [[nodiscard]] int number() const { return m_number; }

private:
    int m_number;
};

void write_all(int file, std::string_view content, const fs::path& name)
{
    while (!content.empty())
    {
        const ssize_t count = ::write(file, content.data(), content.size());
        if (count < 0 && errno == EINTR)
        {
            continue;
        }
        check_written(count >= 0, name);
        content.remove_prefix(static_cast<std::size_t>(count));
    }
}
}  // namespace

fs::path draft_of(const fs::path& file)
{
    std::string owner = to_text(this_process());
    std::replace(owner.begin(), owner.end(), '/', '~');
    return file.string() + std::string(draft_mark) + owner;
}

fs::path write_draft(const fs::path& file, std::string_view content, Flush flush)
{
    fs::path draft = draft_of(file);
    const Descriptor descriptor(draft, O_WRONLY | O_CREAT | O_TRUNC);
    check_written(descriptor.number() >= 0, file);
    try
    {
        write_all(descriptor.number(), content, file);
        check_written(flush == Flush::no || ::fsync(descriptor.number()) == 0, file);
    }
    catch (const IoError&)
    {
        remove_if_there(draft);
        throw;
    }
    return draft;
}

bool link_draft(const fs::path& draft, const fs::path& file)
{
    const bool is_first = ::link(draft.c_str(), file.c_str()) == 0;
    const int reason = errno;
    ::unlink(draft.c_str());
    if (!is_first && reason != EEXIST)
    {
        fail_writing(file, reason);
    }
    return is_first;
}

void rename_draft(const fs::path& draft, const fs::path& file)
{
    if (::rename(draft.c_str(), file.c_str()) != 0)
    {
        const int reason = errno;
        remove_if_there(draft);
        fail_writing(file, reason);
    }
}

bool is_draft(const std::string& name)
{
    return name.find(draft_mark) != std::string::npos;
}

bool is_orphan_draft(const std::string& name)
{
    const std::size_t mark = name.find(draft_mark);
    if (mark == std::string::npos)
    {
        return false;
    }
    std::string owner = name.substr(mark + draft_mark.size());
    std::replace(owner.begin(), owner.end(), '~', '/');
    const auto process = parse_process(owner);
    return process && is_gone(*process);
}

void flush_folder(const fs::path& folder)
{
    const Descriptor descriptor(folder, O_RDONLY | O_DIRECTORY);
    check_written(descriptor.number() >= 0 && ::fsync(descriptor.number()) == 0, folder);
}

std::optional<std::string> content_of(const fs::path& file)
{
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (fs::exists(status) && !fs::is_regular_file(status))
    {
        throw ParseError(file.string(), "", "expected a file");
    }
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
    {
        return std::nullopt;
    }
    return std::string{std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> names_in(const fs::path& folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
    {
        names.push_back(entry->path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::optional<milliseconds> age(const fs::path& file)
{
    struct stat status
    {};
    timespec now{};
    if (::stat(file.c_str(), &status) != 0 || ::clock_gettime(CLOCK_REALTIME, &now) != 0)
    {
        return std::nullopt;
    }
    return std::chrono::duration_cast<milliseconds>(
        std::chrono::seconds(now.tv_sec - status.st_mtim.tv_sec) +
        std::chrono::nanoseconds(now.tv_nsec - status.st_mtim.tv_nsec));
}

void remove_if_there(const fs::path& file) noexcept
{
    ::unlink(file.c_str());
}
}  // namespace sbst::study
