// SPDX-License-Identifier: Apache-2.0
#include "child_process.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace sbst::jvm::detail
{
namespace
{
constexpr std::chrono::milliseconds poll_interval{2};
constexpr std::chrono::milliseconds tell_interval{100};

/// What posix_spawn is told; freed when out of scope.
class SpawnPlan
{
public:
    SpawnPlan(const ChildCommand& command, int input)
    {
        ::posix_spawn_file_actions_init(&m_actions);
        ::posix_spawnattr_init(&m_attributes);
        ::posix_spawn_file_actions_addchdir_np(&m_actions, command.directory.c_str());
        ::posix_spawn_file_actions_adddup2(&m_actions, input, STDIN_FILENO);
        constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC;
        ::posix_spawn_file_actions_addopen(
            &m_actions, STDOUT_FILENO, command.output.c_str(), flags, 0600);
        ::posix_spawn_file_actions_addopen(
            &m_actions, STDERR_FILENO, command.errors.c_str(), flags, 0600);
        // What is sent to us and to our group does not reach the program, not even while it is
        // being started; other signals as a shell would leave them.
        sigset_t blocked;
        sigset_t all;
        ::sigemptyset(&blocked);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
        {
            ::sigaddset(&blocked, signal);
        }
        ::sigfillset(&all);
        ::posix_spawnattr_setsigmask(&m_attributes, &blocked);
        ::posix_spawnattr_setsigdefault(&m_attributes, &all);
        ::posix_spawnattr_setpgroup(&m_attributes, 0);
        ::posix_spawnattr_setflags(
            &m_attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnPlan()
    {
        ::posix_spawn_file_actions_destroy(&m_actions);
        ::posix_spawnattr_destroy(&m_attributes);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
    SpawnPlan(SpawnPlan&&) = delete;
    SpawnPlan& operator=(SpawnPlan&&) = delete;

    /// An errno, 0 = started.
    [[nodiscard]] int start(const ChildCommand& command, pid_t& process) const
    {
        std::vector<std::string> words = command.words;
        std::vector<std::string> environment = command.environment;
        return ::posix_spawn(&process, words.front().c_str(), &m_actions, &m_attributes,
            pointers(words).data(), pointers(environment).data());
    }

private:
    static std::vector<char*> pointers(std::vector<std::string>& words)
    {
        std::vector<char*> list;
        list.reserve(words.size() + 1);
        for (std::string& word : words)
        {
            list.push_back(word.data());
        }
        list.push_back(nullptr);
        return list;
    }

    posix_spawn_file_actions_t m_actions{};
    posix_spawnattr_t m_attributes{};
};
}  // namespace

ChildProcess::ChildProcess(const ChildCommand& command)
{
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    {
        throw AdapterError(
            fmt::format("no pipe to {}: {}", command.words.front(), std::strerror(errno)));
    }
    const int error = SpawnPlan(command, ends[0]).start(command, m_process);
    ::close(ends[0]);
    if (error != 0)
    {
        ::close(ends[1]);
        throw AdapterError(
            fmt::format("cannot start {}: {}", command.words.front(), std::strerror(error)));
    }
    m_input = ends[1];
}

ChildProcess::~ChildProcess()
{
    // Not reaped before: until then no other group can have this number.
    ::kill(-m_process, SIGKILL);
    int ignored = 0;
    ::waitpid(m_process, &ignored, 0);
    ::close(m_input);
}

std::optional<int> ChildProcess::wait(std::chrono::milliseconds limit, const StopToken& stop,
    const std::function<void()>& on_wait) const
{
    auto told_at = std::chrono::steady_clock::now();
    const auto deadline = told_at + limit;
    while (true)
    {
        siginfo_t info{};
        const int error =
            ::waitid(P_PID, static_cast<id_t>(m_process), &info, WEXITED | WNOHANG | WNOWAIT);
        if (error != 0 && errno != EINTR)
        {
            throw AdapterError(fmt::format("lost a child process: {}", std::strerror(errno)));
        }
        if (error == 0 && info.si_pid == m_process)
        {
            return info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
        }
        const auto now = std::chrono::steady_clock::now();
        if (now >= deadline || stop.stop_requested())
        {
            return std::nullopt;
        }
        if (on_wait && now - told_at >= tell_interval)
        {
            on_wait();
            told_at = now;
        }
        std::this_thread::sleep_for(poll_interval);
    }
}

std::vector<std::string> environment_for_java()
{
    constexpr std::array<std::string_view, 8> unwanted{
        "CLASSPATH=", "JAVA_TOOL_OPTIONS=", "JDK_JAVA_OPTIONS=", "JDK_JAVAC_OPTIONS=",
        "_JAVA_OPTIONS=", "LC_ALL=", "LANG=", "LANGUAGE="};
    std::vector<std::string> kept{"LC_ALL=C.UTF-8"};
    for (char** variable = environ; *variable != nullptr; ++variable)
    {
        const std::string_view text = *variable;
        if (std::none_of(unwanted.begin(), unwanted.end(),
                [text](std::string_view name) { return text.starts_with(name); }))
        {
            kept.emplace_back(text);
        }
    }
    return kept;
}

}  // namespace sbst::jvm::detail
