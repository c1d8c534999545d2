// SPDX-License-Identifier: Apache-2.0
// Programs that we start, and never leave behind.
#pragma once

#include <filesystem>
#include <optional>
#include <spawn.h>
#include <string>
#include <sys/types.h>
#include <vector>

namespace sbst
{

/// A program with all that it is told.
struct Program
{
    /// The first is the program's path.
    std::vector<std::string> words;
    /// `NAME=VALUE` each; nothing else is there.
    std::vector<std::string> environment;
};

/// The folder and the files that a program finds when it begins, made in the order of the calls.
/// What it is not given and was opened with O_CLOEXEC is closed in it.
class ChildFiles
{
public:
    ChildFiles();
    ~ChildFiles();
    ChildFiles(const ChildFiles&) = delete;
    ChildFiles& operator=(const ChildFiles&) = delete;
    ChildFiles(ChildFiles&&) = delete;
    ChildFiles& operator=(ChildFiles&&) = delete;

    /// The folder to begin in.
    void enter(const std::filesystem::path& folder);
    /// Our descriptor `from` becomes its descriptor `to`.
    void give(int from, int to);
    /// It opens a file as its descriptor `to`; a new one is of our user alone.
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

/// Waits for the end of a child, however often that is interrupted, and lets go of its number.
ChildEnd wait_for_end(pid_t child);

/// A process in a group of its own, which is killed whole with its owner. What a terminal or
/// `timeout` sends to our group does not reach it, not even while it is being started; other
/// signals are as a shell would leave them.
class ChildProcess
{
public:
    /// None.
    ChildProcess() = default;
    /// @throws AdapterError when the program cannot be started.
    ChildProcess(const Program& program, const ChildFiles& files);
    ~ChildProcess() { kill(); }
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Tells whether there is one, running or ended, that was not killed.
    [[nodiscard]] bool is_there() const { return m_id > 0; }
    [[nodiscard]] pid_t id() const { return m_id; }
    /// How it ended; nothing while it runs. No other process gets its number before kill().
    /// Precondition: is_there(). @throws AdapterError when the system has lost it.
    [[nodiscard]] std::optional<ChildEnd> end() const;
    /// Kills it and its group without waiting.
    void begin_kill() const;
    /// Kills it and its group, waits and tells how it ended, which may have been before. Nothing
    /// when there is none.
    std::optional<ChildEnd> kill();

private:
    pid_t m_id = 0;
};

}  // namespace sbst
