// SPDX-License-Identifier: Apache-2.0
// A folder that is removed with its owner: for a worker, a judged suite, a run of the command line.
#pragma once

#include <filesystem>
#include <string_view>

namespace sbst::jvm
{

class TemporaryFolder
{
public:
    /// Makes `PREFIX-XXXXXX` in the parent; in the system's temporary folder when that is empty.
    /// There it also removes folders of the same prefix and user, older than a minute, whose
    /// processes were killed: each folder has a file that its owner keeps locked.
    /// @throws IoError when it cannot be made.
    TemporaryFolder(const std::filesystem::path& parent, std::string_view prefix);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    TemporaryFolder(TemporaryFolder&&) = delete;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    /// Removes its contents, as far as possible.
    void empty() const;

private:
    std::filesystem::path m_path;
    /// The locked file; -1 in a given parent, whose owner removes it.
    int m_lock = -1;
};

}  // namespace sbst::jvm
