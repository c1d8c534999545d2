// SPDX-License-Identifier: Apache-2.0
// Runs the built program in a directory of its own, with an environment of its own.
#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

/// How a run ended. Exit codes as a shell gives them: 128 + signal for a killed program.
struct Outcome
{
    int code = -1;
    std::string out;
    std::string err;
};

/// A stream of a run that ends in a pipe without a reader.
enum class Piped
{
    nothing,
    output,
    errors
};

/// A scratch directory in which the program runs; removed at the end.
class Program
{
public:
    Program();
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    Program(Program&&) = delete;
    Program& operator=(Program&&) = delete;

    /// Runs sbst with these words to its end.
    Outcome run(const std::vector<std::string>& words) const;
    /// The same with a pipe whose reader is gone; returns the exit code.
    [[nodiscard]] int run_piped(const std::vector<std::string>& words, Piped piped) const;
    /// Starts it and returns its process.
    [[nodiscard]] pid_t start(
        const std::vector<std::string>& words, Piped piped = Piped::nothing) const;
    /// Waits for a process that `start` returned.
    [[nodiscard]] Outcome finish(pid_t process) const;

    /// Sets `NAME=VALUE` for later runs; nothing but PATH is inherited.
    void set_variable(const std::string& assignment)
    {
        const std::string name = assignment.substr(0, assignment.find('=') + 1);
        std::erase_if(
            m_environment, [&name](const std::string& known) { return known.starts_with(name); });
        m_environment.push_back(assignment);
    }
    /// Later runs have a pipe without a writer as standard input, which never ends.
    void set_silent_input();
    /// Writes a file into the directory.
    void write(const std::string& name, const std::string& text) const;
    [[nodiscard]] std::string read(const std::string& name) const;
    [[nodiscard]] bool has(const std::string& name) const;
    [[nodiscard]] std::string path(const std::string& name) const
    {
        return (m_directory / name).string();
    }
    [[nodiscard]] std::vector<std::string> files(const std::string& directory) const;

private:
    std::filesystem::path m_directory;
    std::vector<std::string> m_environment;
    bool m_has_silent_input = false;
};

/// The path of an example's artifact.
[[nodiscard]] std::string example(const std::string& name);
