// SPDX-License-Identifier: Apache-2.0
#include "scratch.hpp"

#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace sbst::jvm
{

namespace
{

/// File times advance in steps of up to 10 ms: a change shortly after another one may not show.
constexpr long long step_ns = 20'000'000;

long long between(const std::timespec& from, const std::timespec& to)
{
    constexpr long long second_ns = 1'000'000'000;
    return (to.tv_sec - from.tv_sec) * second_ns + (to.tv_nsec - from.tv_nsec);
}

}  // namespace

Scratch::Scratch() : m_folder(open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
{
    if (m_folder < 0)
    {
        throw std::runtime_error("the scratch folder cannot be read");
    }
    for (const auto& entry : std::filesystem::directory_iterator("."))
    {
        m_kept.insert(entry.path().filename().string());
    }
}

Scratch::~Scratch()
{
    close(m_folder);
}

bool Scratch::may_have_changed()
{
    struct stat status
    {};
    std::timespec now{};
    if (fstat(m_folder, &status) != 0 || clock_gettime(CLOCK_REALTIME_COARSE, &now) != 0)
    {
        return true;
    }
    const bool is_same = m_is_settled && between(m_seen, status.st_mtim) == 0;
    m_seen = status.st_mtim;
    m_is_settled = between(status.st_mtim, now) > step_ns;
    return !is_same;
}

void Scratch::empty()
{
    if (!may_have_changed())
    {
        return;
    }
    std::error_code failed;
    std::vector<std::filesystem::path> extra;
    for (const auto& entry : std::filesystem::directory_iterator(".", failed))
    {
        if (!m_kept.contains(entry.path().filename().string()))
        {
            extra.push_back(entry.path());
        }
    }
    for (const std::filesystem::path& path : extra)
    {
        std::filesystem::remove_all(path, failed);
    }
}

}  // namespace sbst::jvm
