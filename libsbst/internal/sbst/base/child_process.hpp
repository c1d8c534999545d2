// SPDX-License-Identifier: Apache-2.0
// Child processes that are killed with their owner, never left behind.
#pragma once

#include <filesystem>
#include <optional>
#include <spawn.h>
#include <string>
#include <sys/types.h>
#include <vector>

namespace sbst
{

/// A program with its arguments and environment.
struct Program
{
    /// The first is the program's path.
    std::vector<std::string> words;
    /// Each is `NAME=VALUE`; nothing is inherited.
    std::vector<std::string> environment;
};

/// The folder and the files of a starting program, set up in the order of the calls. Descriptors
/// opened with O_CLOEXEC are closed in it unless they are given.
class ChildFiles
{
public:
    ChildFiles();
    ~ChildFiles();
    ChildFiles(const ChildFiles&) = delete;
    ChildFiles& operator=(const ChildFiles&) = delete;
    ChildFiles(ChildFiles&&) = delete;
    ChildFiles& operator=(ChildFiles&&) = delete;

    /// Sets the program's current folder.
    void enter(const std::filesystem::path& folder);
    /// Our descriptor `from` becomes its descriptor `to`.
    void give(int from, int to);
    /// The program opens a file as its descriptor `to`; a new file is only accessible to our user.
    void open(int to, const std::filesystem::path& file, int flags);

    [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &m_actions; }

private:
    posix_spawn_file_actions_t m_actions{};
};

/// How a process ended.
struct ChildEnd
{
    bool by_signal = false;
    /// The signal's number, or the exit code.
    int number = 0;
};

/// Waits for the end of a child, despite interruptions, and releases its process number.
ChildEnd wait_for_end(pid_t child);

/// A process in a group of its own; the whole group is killed with the owner. Signals that a
/// terminal or `timeout` sends to our group do not reach it, not even while it starts; other
/// signals are set as a shell would.
class ChildProcess
{
public:
    /// No process.
    ChildProcess() = default;
    /// @throws AdapterError when the program cannot be started.
    ChildProcess(const Program& program, const ChildFiles& files);
    ~ChildProcess() { kill(); }
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Tells whether there is a process, running or ended, that was not killed.
    [[nodiscard]] bool is_there() const { return m_id > 0; }
    [[nodiscard]] pid_t id() const { return m_id; }
    /// How it ended; nothing while it runs. No other process gets its number before kill().
    /// Precondition: is_there(). @throws AdapterError when the process is unknown to the system.
    [[nodiscard]] std::optional<ChildEnd> end() const;
    /// Kills it and its group without waiting.
    void begin_kill() const;
    /// Kills it and its group, waits and returns how it ended, which may have been earlier. Nothing
    /// when there is no process.
    std::optional<ChildEnd> kill();

private:
    pid_t m_id = 0;
};

}  // namespace sbst
