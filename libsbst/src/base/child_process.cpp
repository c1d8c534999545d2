// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/child_process.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <sys/wait.h>
#include <system_error>
#include <utility>

namespace sbst
{

namespace
{

std::string text_of_error(int error)
{
    return std::generic_category().message(error);
}

class SpawnAttributes
{
public:
    SpawnAttributes()
    {
        sigset_t blocked;
        sigset_t all;
        ::sigemptyset(&blocked);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
        {
            ::sigaddset(&blocked, signal);
        }
        ::sigfillset(&all);
        ::posix_spawnattr_init(&m_attributes);
        ::posix_spawnattr_setpgroup(&m_attributes, 0);
        ::posix_spawnattr_setsigmask(&m_attributes, &blocked);
        ::posix_spawnattr_setsigdefault(&m_attributes, &all);
        ::posix_spawnattr_setflags(
            &m_attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnAttributes() { ::posix_spawnattr_destroy(&m_attributes); }
    SpawnAttributes(const SpawnAttributes&) = delete;
    SpawnAttributes& operator=(const SpawnAttributes&) = delete;
    SpawnAttributes(SpawnAttributes&&) = delete;
    SpawnAttributes& operator=(SpawnAttributes&&) = delete;

    [[nodiscard]] const posix_spawnattr_t* get() const { return &m_attributes; }

private:
    posix_spawnattr_t m_attributes{};
};

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> list;
    list.reserve(texts.size() + 1);
    for (std::string& text : texts)
    {
        list.push_back(text.data());
    }
    list.push_back(nullptr);
    return list;
}

}  // namespace

ChildFiles::ChildFiles()
{
    ::posix_spawn_file_actions_init(&m_actions);
}

ChildFiles::~ChildFiles()
{
    ::posix_spawn_file_actions_destroy(&m_actions);
}

void ChildFiles::enter(const std::filesystem::path& folder)
{
    ::posix_spawn_file_actions_addchdir_np(&m_actions, folder.c_str());
}

void ChildFiles::give(int from, int to)
{
    ::posix_spawn_file_actions_adddup2(&m_actions, from, to);
}

void ChildFiles::open(int to, const std::filesystem::path& file, int flags)
{
    constexpr mode_t of_our_user = 0600;
    ::posix_spawn_file_actions_addopen(&m_actions, to, file.c_str(), flags, of_our_user);
}

ChildEnd wait_for_end(pid_t child)
{
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
    {
    }
    return WIFSIGNALED(status) ? ChildEnd{.by_signal = true, .number = WTERMSIG(status)} :
                                 ChildEnd{.by_signal = false, .number = WEXITSTATUS(status)};
}

ChildProcess::ChildProcess(const Program& program, const ChildFiles& files)
{
    std::vector<std::string> words = program.words;
    std::vector<std::string> environment = program.environment;
    const SpawnAttributes attributes;
    const int error = ::posix_spawn(&m_id, words.front().c_str(), files.get(), attributes.get(),
        pointers(words).data(), pointers(environment).data());
    if (error != 0)
    {
        m_id = 0;
        throw AdapterError(fmt::format("cannot start {}: {}", words.front(), text_of_error(error)));
    }
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept : m_id(std::exchange(other.m_id, 0)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept
{
    if (this != &other)
    {
        kill();
        m_id = std::exchange(other.m_id, 0);
    }
    return *this;
}

std::optional<ChildEnd> ChildProcess::end() const
{
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(m_id), &info, WEXITED | WNOHANG | WNOWAIT) != 0)
    {
        if (errno == EINTR)
        {
            return std::nullopt;
        }
        throw AdapterError(fmt::format("lost a child process: {}", text_of_error(errno)));
    }
    if (info.si_pid != m_id)
    {
        return std::nullopt;
    }
    return ChildEnd{.by_signal = info.si_code != CLD_EXITED, .number = info.si_status};
}

void ChildProcess::begin_kill() const
{
    if (is_there())
    {
        // The process was not waited for: until then no other group can have this number.
        ::kill(-m_id, SIGKILL);
        ::kill(m_id, SIGKILL);
    }
}

std::optional<ChildEnd> ChildProcess::kill()
{
    if (!is_there())
    {
        return std::nullopt;
    }
    begin_kill();
    return wait_for_end(std::exchange(m_id, 0));
}

}  // namespace sbst
