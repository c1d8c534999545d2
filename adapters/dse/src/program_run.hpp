// SPDX-License-Identifier: Apache-2.0
// One run of a solver's program: what it reads, what it writes, how it ends. Next:
// process_solver.cpp, which makes an answer of it.
#pragma once

#include <sbst/base/child_process.hpp>
#include <sbst/base/descriptor.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::dse
{

/// The search path of programs that run so, and of a machine without PATH.
inline constexpr const char* usual_path = "/usr/local/bin:/usr/bin:/bin";

/// A program that runs on a text, with no environment but LC_ALL, PATH and HOME; it is killed with
/// its owner.
class ProgramRun
{
public:
    enum class State
    {
        whole,
        /// The deadline came first.
        cut,
        /// No one needs it any more.
        over
    };

    /// Its processor time has a limit too, which ends it after an owner that was killed itself.
    /// @throws AdapterError when it cannot be started.
    ProgramRun(const std::vector<std::string>& command, std::string_view input,
        std::chrono::seconds deadline);

    /// Reads what it writes until it closes its output; about 64 MiB are enough.
    /// @param is_over see Query::is_over
    State read(const std::function<bool()>* is_over);

    [[nodiscard]] const std::string& output() const { return m_output; }
    /// The first line of standard error, as far as it was written before the output ended; at most
    /// 200 bytes.
    [[nodiscard]] std::string complaint() const;
    /// How it ended; waits for that for a moment, nothing if it goes on.
    [[nodiscard]] std::optional<ChildEnd> end() const;

private:
    [[nodiscard]] bool is_read_whole();
    void read_errors();

    std::chrono::steady_clock::time_point m_deadline;
    Descriptor m_reading;
    Descriptor m_errors;
    ChildProcess m_process;
    std::string m_output;
    std::string m_complaint;
};

}  // namespace sbst::dse
