// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace sbst::jvm
{
namespace
{
namespace fs = std::filesystem;

/// No folder is removed that does not hold it.
constexpr const char* lock_name = ".libsbst-scratch";

void remove_all_but_lock(const fs::path& folder)
{
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored))
    {
        if (entry.path().filename() != lock_name)
        {
            fs::remove_all(entry.path(), ignored);
        }
    }
}

/// The file that says whose it is goes last: whoever is killed meanwhile leaves it to the next.
void remove_folder(const fs::path& folder)
{
    std::error_code ignored;
    remove_all_but_lock(folder);
    fs::remove_all(folder, ignored);
}

/// Opens and locks the file of a folder; -1 when that cannot be done, as while its owner lives.
int lock_folder(const fs::path& folder, int flags)
{
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg,hicpp-vararg): POSIX has no other open
    const int file = ::open(
        (folder / lock_name).c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | flags, S_IRUSR | S_IWUSR);
    if (file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) != 0)
    {
        ::close(file);
        return -1;
    }
    return file;
}

bool is_left_behind(const fs::path& folder, std::string_view prefix)
{
    constexpr std::size_t suffix = 7;  // "-XXXXXX"
    const std::string name = folder.filename().string();
    struct stat status
    {};
    return name.size() == prefix.size() + suffix && name.starts_with(prefix) &&
           ::lstat((folder / lock_name).c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
           status.st_uid == ::geteuid() &&
           std::chrono::system_clock::from_time_t(status.st_mtime) <
               std::chrono::system_clock::now() - std::chrono::minutes(1);
}

void remove_left_behind(const fs::path& base, std::string_view prefix)
{
    std::error_code error;
    for (fs::directory_iterator at(base, error), end; !error && at != end; at.increment(error))
    {
        const fs::path& folder = at->path();
        const int lock = is_left_behind(folder, prefix) ? lock_folder(folder, 0) : -1;
        if (lock >= 0)
        {
            remove_folder(folder);
            ::close(lock);
        }
    }
}
}  // namespace

TemporaryFolder::TemporaryFolder(const fs::path& parent, std::string_view prefix)
{
    std::error_code error;
    const fs::path base = parent.empty() ? fs::temp_directory_path(error) : parent;
    if (error)
    {
        throw IoError(fmt::format(
            "no scratch folder: the system's (TMPDIR) is no folder: {}", error.message()));
    }
    std::string name = (base / fmt::format("{}-XXXXXX", prefix)).string();
    if (::mkdtemp(name.data()) == nullptr)
    {
        throw IoError(
            fmt::format("no scratch folder in {}: {}", base.string(), std::strerror(errno)));
    }
    m_path = name;
    if (parent.empty())
    {
        m_lock = lock_folder(m_path, O_CREAT);
        remove_left_behind(base, prefix);
    }
}

TemporaryFolder::~TemporaryFolder()
{
    remove_folder(m_path);
    if (m_lock >= 0)
    {
        ::close(m_lock);
    }
}

void TemporaryFolder::empty() const
{
    remove_all_but_lock(m_path);
}

}  // namespace sbst::jvm
