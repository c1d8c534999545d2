// SPDX-License-Identifier: Apache-2.0
// The running Java program of the referee: started, asked, waited for, never left behind. Next:
// report_reader.hpp, which reads its answer.
#pragma once

#include <sbst/base/child_process.hpp>
#include <sbst/base/descriptor.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/problem/stop_token.hpp>

#include <chrono>
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

    /// The words that it was started with.
    [[nodiscard]] const std::vector<std::string>& words() const { return m_program.words; }
    /// Tells whether it runs still.
    [[nodiscard]] bool is_running() const;
    /// Sends a request. An ended program shows in wait().
    void ask(const std::vector<std::string>& request) const;
    /// Waits until the file `answer` is there or the program has ended. False when the limit or a
    /// stop came first. `on_wait` is called about ten times a second.
    /// @throws AdapterError, or OutOfMemory, with what the program said when it ended.
    [[nodiscard]] bool wait(const std::filesystem::path& answer, std::chrono::milliseconds limit,
        const StopToken& stop = {}, const std::function<void()>& on_wait = {}) const;

private:
    Program m_program;
    TemporaryFolder m_folder;
    Descriptor m_input;
    /// It is killed before its input closes.
    ChildProcess m_process;
};

/// Our environment in UTF-8, without variables that change a JVM or a compiler.
[[nodiscard]] std::vector<std::string> environment_for_java();

/// A whole file; empty where there is none.
[[nodiscard]] std::string read_referee_file(const std::filesystem::path& file);

}  // namespace sbst::jvm::detail
