// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

namespace sbst::jvm
{

TemporaryFolder::TemporaryFolder(const std::filesystem::path& parent, std::string_view prefix)
{
    std::error_code error;
    const std::filesystem::path base =
        parent.empty() ? std::filesystem::temp_directory_path(error) : parent;
    if (error)
    {
        throw ConfigError(fmt::format(
            "no scratch folder: the system's (TMPDIR) is no folder: {}", error.message()));
    }
    std::string name = (base / fmt::format("{}-XXXXXX", prefix)).string();
    if (::mkdtemp(name.data()) == nullptr)
    {
        throw ConfigError(
            fmt::format("no scratch folder in {}: {}", base.string(), std::strerror(errno)));
    }
    m_path = name;
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

void TemporaryFolder::empty() const
{
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(m_path, ignored))
    {
        std::filesystem::remove_all(entry.path(), ignored);
    }
}

}  // namespace sbst::jvm
