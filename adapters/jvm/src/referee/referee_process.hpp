// SPDX-License-Identifier: Apache-2.0
// The referee's Java program while it runs: started, waited for, and never left behind. Next:
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
    /// Files that standard output and standard error go to.
    std::filesystem::path output;
    std::filesystem::path errors;
};

/// Runs in a process group of its own, which the destructor kills whole. Standard input is a pipe
/// that ends when we do.
class RefereeProcess
{
public:
    /// @throws AdapterError when the program cannot be started.
    explicit RefereeProcess(const RefereeCommand& command);

    /// Exit status, 128 + number of the signal that ended it; nothing when the limit passed, or a
    /// stop was wanted, first. `on_wait` is called about ten times a second.
    [[nodiscard]] std::optional<int> wait(std::chrono::milliseconds limit,
        const StopToken& stop = {}, const std::function<void()>& on_wait = {}) const;

private:
    Descriptor m_input;
    /// Killed before its input ends.
    ChildProcess m_process;
};

/// Our environment without what changes a JVM or a compiler behind our back, in UTF-8.
[[nodiscard]] std::vector<std::string> environment_for_java();

}  // namespace sbst::jvm::detail
