// SPDX-License-Identifier: Apache-2.0
// A folder that goes away with its owner: of a worker, of a suite that is judged, of a
// run of the command line.
#pragma once

#include <filesystem>
#include <string_view>

namespace sbst::jvm
{

class TemporaryFolder
{
public:
    /// Makes `PREFIX-XXXXXX` in the parent; in the system's folder for such things when that is
    /// empty. There, it also removes those of the same prefix and user, older than a minute, whose
    /// processes were killed: they hold a file that its owner keeps locked.
    /// @throws IoError when it cannot be made.
    TemporaryFolder(const std::filesystem::path& parent, std::string_view prefix);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    TemporaryFolder(TemporaryFolder&&) = delete;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    /// Removes what is in it, so far as it can be.
    void empty() const;

private:
    std::filesystem::path m_path;
    /// The locked file; -1 in a parent's folder, which goes away with the parent's.
    int m_lock = -1;
};

}  // namespace sbst::jvm
