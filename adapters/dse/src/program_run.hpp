// SPDX-License-Identifier: Apache-2.0
// One run of a solver's program: what it read, what it wrote, how it ended. Next:
// process_solver.cpp, which makes an answer of it.
#pragma once

#include <sbst/base/child_process.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::dse
{

struct ProgramRun
{
    /// Standard output, up to 64 MiB.
    std::string output;
    /// The first line of standard error, up to 4,096 bytes.
    std::string complaint;
    /// Nothing if it closed its output and went on.
    std::optional<ChildEnd> end;
    /// The time was over first.
    bool is_cut = false;
    /// No one needed it any more.
    bool is_over = false;
};

/// Runs a program on a text, with no environment but LC_ALL, PATH and HOME, and kills it at the
/// deadline.
/// @param is_over see Query::is_over
/// @throws AdapterError when it cannot be started.
[[nodiscard]] ProgramRun run_program(const std::vector<std::string>& command,
    std::string_view input, std::chrono::seconds deadline, const std::function<bool()>* is_over);

/// The search path of programs that run so, and of a machine without PATH.
inline constexpr const char* usual_path = "/usr/local/bin:/usr/bin:/bin";

}  // namespace sbst::dse
