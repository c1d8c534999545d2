// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/descriptor.hpp>
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

/// Only folders with this file are removed.
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

/// The lock file is removed last: if this process is killed before, another one can remove the
/// folder later.
void remove_folder(const fs::path& folder)
{
    std::error_code ignored;
    remove_all_but_lock(folder);
    fs::remove_all(folder, ignored);
}

/// Opens and locks the file of a folder; not open if that fails, as while its owner lives.
Descriptor lock_folder(const fs::path& folder, int flags)
{
    Descriptor file =
        open_file((folder / lock_name).string(), O_RDWR | O_NOFOLLOW | flags, S_IRUSR | S_IWUSR);
    if (file.is_open() && ::flock(file.get(), LOCK_EX | LOCK_NB) != 0)
    {
        file.reset();
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
        if (is_left_behind(folder, prefix))
        {
            const Descriptor lock = lock_folder(folder, 0);
            if (lock.is_open())
            {
                remove_folder(folder);
            }
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
            "no scratch folder: the system's (TMPDIR) is not a folder: {}", error.message()));
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
        m_lock = lock_folder(m_path, O_CREAT).release();
        remove_left_behind(base, prefix);
    }
}

TemporaryFolder::~TemporaryFolder()
{
    const Descriptor lock(m_lock);
    remove_folder(m_path);
}

void TemporaryFolder::empty() const
{
    remove_all_but_lock(m_path);
}

}  // namespace sbst::jvm
