// SPDX-License-Identifier: Apache-2.0
// The owner of a file of a study: a process of a machine, distinguished from later processes with
// the same number.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sbst::study
{

struct ProcessId
{
    std::string host;
    /// The id of this boot of the machine; empty when unknown.
    std::string boot;
    /// The space of process numbers (of a container); empty when unknown.
    std::string space;
    long pid = 0;
    /// When the process began, in ticks since the system started; 0 = unknown.
    unsigned long long began = 0;

    friend bool operator==(const ProcessId&, const ProcessId&) = default;
};

[[nodiscard]] ProcessId this_process();
/// One line without spaces.
[[nodiscard]] std::string to_text(const ProcessId& process);
[[nodiscard]] std::optional<ProcessId> parse_process(std::string_view text);
/// True only when the process ran in this boot of this machine and in this space of process
/// numbers, and has certainly ended. About other processes nothing is known: machines may share a
/// name.
[[nodiscard]] bool is_gone(const ProcessId& process);
/// True only when it certainly still runs here, by the same rules.
[[nodiscard]] bool is_alive(const ProcessId& process);

}  // namespace sbst::study
