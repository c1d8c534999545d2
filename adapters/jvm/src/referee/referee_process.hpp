// SPDX-License-Identifier: Apache-2.0
// The running Java program of the referee: started, asked, waited for, never left behind. Next:
// report_reader.hpp, which reads its answer.
#pragma once

#include <sbst/base/child_process.hpp>
#include <sbst/base/descriptor.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/problem/stop_token.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// Runs in a process group of its own, which the destructor kills. Standard input is a socket that
/// closes when this process ends.
class RefereeProcess
{
public:
    /// Its folder, with what it says, is made in `scratch`, or in the system's temporary folder
    /// where that is empty.
    /// @throws AdapterError when the program cannot be started.
    RefereeProcess(Program program, const std::filesystem::path& scratch);

    /// What it was started with.
    [[nodiscard]] const Program& program() const { return m_program; }
    /// Requests sent.
    [[nodiscard]] std::size_t requests() const { return m_requests; }
    /// Tells whether it runs still.
    [[nodiscard]] bool is_running() const;
    /// Sends a request. An ended program shows in wait().
    void ask(const std::vector<std::string>& request);
    /// Waits until the file `answer` is there or the program has ended. False when the limit or a
    /// stop came first. `on_wait` is called about ten times a second.
    /// @throws AdapterError, or OutOfMemory, with what the program said since it was asked, when
    /// it ended.
    [[nodiscard]] bool wait(const std::filesystem::path& answer, std::chrono::milliseconds limit,
        const StopToken& stop = {}, const std::function<void()>& on_wait = {}) const;

private:
    Program m_program;
    TemporaryFolder m_folder;
    std::size_t m_requests = 0;
    /// What it had said before the request, in bytes.
    std::size_t m_output_before = 0;
    std::size_t m_errors_before = 0;
    Descriptor m_input;
    /// It is killed before its input closes.
    ChildProcess m_process;
};

/// Our environment in UTF-8, without variables that change a JVM or a compiler.
[[nodiscard]] std::vector<std::string> environment_for_java();

/// The text of a file; empty if the file does not exist.
[[nodiscard]] std::string read_referee_file(const std::filesystem::path& file);

}  // namespace sbst::jvm::detail
