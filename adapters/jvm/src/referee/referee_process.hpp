// SPDX-License-Identifier: Apache-2.0
// The running Java program of the referee: started, waited for, never left behind. Next:
// report_reader.hpp, which reads its answer.
#pragma once

#include <sbst/base/child_process.hpp>
#include <sbst/base/descriptor.hpp>
#include <sbst/problem/stop_token.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

struct RefereeCommand
{
    Program program;
    std::filesystem::path directory;
    /// Files for standard output and standard error.
    std::filesystem::path output;
    std::filesystem::path errors;
};

/// Runs in a process group of its own, which the destructor kills. Standard input is a pipe that
/// closes when this process ends.
class RefereeProcess
{
public:
    /// @throws AdapterError when the program cannot be started.
    explicit RefereeProcess(const RefereeCommand& command);

    /// Exit status, or 128 + number of the signal that ended it; nothing when the limit or a stop
    /// came first. `on_wait` is called about ten times a second.
    [[nodiscard]] std::optional<int> wait(std::chrono::milliseconds limit,
        const StopToken& stop = {}, const std::function<void()>& on_wait = {}) const;

private:
    Descriptor m_input;
    /// It is killed before its input closes.
    ChildProcess m_process;
};

/// Our environment in UTF-8, without variables that change a JVM or a compiler.
[[nodiscard]] std::vector<std::string> environment_for_java();

}  // namespace sbst::jvm::detail
