// SPDX-License-Identifier: Apache-2.0
// Who a file of a study belongs to: a process of a machine, told apart from a later one that has
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
    /// Of this start of the machine; empty where the system does not tell.
    std::string boot;
    /// The space of process numbers (of a container); empty where the system does not tell.
    std::string space;
    long pid = 0;
    /// When the process began, in the system's ticks since it started; 0 = not known.
    unsigned long long began = 0;

    friend bool operator==(const ProcessId&, const ProcessId&) = default;
};

[[nodiscard]] ProcessId this_process();
/// One line without spaces.
[[nodiscard]] std::string to_text(const ProcessId& process);
[[nodiscard]] std::optional<ProcessId> parse_process(std::string_view text);
/// True only when it ran on this start of this machine, in this space of process numbers, and is
/// certainly no more; of others nothing is known: machines may share a name.
[[nodiscard]] bool is_gone(const ProcessId& process);
/// True only when it certainly still runs here, by the same measure.
[[nodiscard]] bool is_alive(const ProcessId& process);

}  // namespace sbst::study
