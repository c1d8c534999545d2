// SPDX-License-Identifier: Apache-2.0
#include "own_time.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>

namespace sbst::jvm
{

namespace
{

using std::chrono::nanoseconds;

/// A longer time between two samples counts as unknown.
constexpr std::chrono::milliseconds longest_step{50};
/// The factor by which clock time counts less when states are unknown.
constexpr int unknown_share = 20;
/// The kernel's short form of HotSpot's "VM Periodic Task Thread".
constexpr std::string_view periodic_thread = "(VM Periodic";

struct CloseFolder
{
    void operator()(DIR* folder) const { closedir(folder); }
};

/// The state's letter in `/proc/.../stat`; 0 when the thread has ended or does not count.
char state_of(const std::string& file)
{
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
    {
        return 0;
    }
    // PID (NAME) STATE ...: a name has 15 bytes at most, any of them.
    std::array<char, 64> buffer{};
    const ssize_t length = read(descriptor, buffer.data(), buffer.size());
    close(descriptor);
    const std::string_view text(buffer.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
    const std::size_t name = text.find('(');
    const std::size_t end = text.rfind(") ");
    if (name == std::string_view::npos || end == std::string_view::npos || end < name ||
        end + 2 >= text.size() || text.substr(name).starts_with(periodic_thread))
    {
        return 0;
    }
    return text[end + 2];
}

}  // namespace

ThreadStates thread_states(pid_t process, pid_t except)
{
    const std::string folder_name = "/proc/" + std::to_string(process) + "/task/";
    const std::unique_ptr<DIR, CloseFolder> folder(opendir(folder_name.c_str()));
    if (!folder)
    {
        return ThreadStates::unknown;
    }
    bool has_any = false;
    const std::string skipped = std::to_string(except);
    // NOLINTNEXTLINE(concurrency-mt-unsafe): the folder is ours alone
    for (const dirent* entry = readdir(folder.get()); entry != nullptr;
         entry = readdir(folder.get()))  // NOLINT(concurrency-mt-unsafe)
    {
        const std::string_view name = static_cast<const char*>(entry->d_name);
        if (name.starts_with('.') || name == skipped)
        {
            continue;
        }
        const char state = state_of(folder_name + std::string(name) + "/stat");
        if (state == 'R')
        {
            return ThreadStates::ready;
        }
        has_any = has_any || state != 0;
    }
    return has_any ? ThreadStates::still : ThreadStates::unknown;
}

nanoseconds processor_time(pid_t process)
{
    clockid_t clock{};
    std::timespec time{};
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
    {
        return nanoseconds{0};
    }
    return std::chrono::seconds{time.tv_sec} + nanoseconds{time.tv_nsec};
}

nanoseconds OwnTime::look()
{
    const Clock::time_point now = Clock::now();
    const nanoseconds used = processor_time(m_process);
    if (!m_has_begun)
    {
        m_has_begun = true;
    }
    else
    {
        const nanoseconds gap = now - m_looked_at;
        // Several threads may compute at once; that counts at most as clock time.
        const nanoseconds computed = std::clamp(used - m_used, nanoseconds{0}, gap);
        const nanoseconds seen = std::min<nanoseconds>(gap, longest_step);
        switch (thread_states(m_process, m_except))
        {
            case ThreadStates::ready:
                m_passed += computed;
                break;
            case ThreadStates::still:
                m_passed += std::max(computed, seen);
                break;
            case ThreadStates::unknown:
                m_passed += std::max(computed, seen / unknown_share);
                break;
        }
    }
    m_looked_at = now;
    m_used = used;
    return m_passed;
}

}  // namespace sbst::jvm
