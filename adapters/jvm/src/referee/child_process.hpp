// SPDX-License-Identifier: Apache-2.0
// A program that we start, wait for, and never leave behind.
#pragma once

#include <sbst/problem/stop_token.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace sbst::jvm::detail
{

struct ChildCommand
{
    /// The first is the program's path.
    std::vector<std::string> words;
    /// `NAME=VALUE` each; nothing else is there.
    std::vector<std::string> environment;
    std::filesystem::path directory;
    /// Files that standard output and standard error go to.
    std::filesystem::path output;
    std::filesystem::path errors;
};

/// Runs in a process group of its own, which the destructor kills whole. Standard input is a pipe
/// that ends when we do.
class ChildProcess
{
public:
    /// @throws AdapterError when the program cannot be started.
    explicit ChildProcess(const ChildCommand& command);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ChildProcess(ChildProcess&&) = delete;
    ChildProcess& operator=(ChildProcess&&) = delete;

    /// Exit status, 128 + number of the signal that ended it; nothing when the limit passed, or a
    /// stop was wanted, first. `on_wait` is called about ten times a second.
    [[nodiscard]] std::optional<int> wait(std::chrono::milliseconds limit,
        const StopToken& stop = {}, const std::function<void()>& on_wait = {}) const;

private:
    pid_t m_process = -1;
    int m_input = -1;
};

/// Our environment without what changes a JVM or a compiler behind our back, in UTF-8.
[[nodiscard]] std::vector<std::string> environment_for_java();

}  // namespace sbst::jvm::detail
