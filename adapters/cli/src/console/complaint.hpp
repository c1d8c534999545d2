// SPDX-License-Identifier: Apache-2.0
// What an exception means for whoever called sbst: an exit code and a sentence. The end of the
// program and the summary of a run take both from here. Next: program/main.cpp, run/verdict.hpp.
#pragma once

#include "exit_code.hpp"

#include <exception>
#include <string>
#include <string_view>

namespace sbst::cli
{

/// The message where there is nothing to add to the exit code `memory`.
inline constexpr std::string_view out_of_memory = "out of memory";

struct Complaint
{
    ExitCode code = ExitCode::internal;
    /// Foreign text; that of a defect may have several lines.
    std::string message{};
};

/// Precondition: not null.
[[nodiscard]] Complaint complaint_of(const std::exception_ptr& failure);

}  // namespace sbst::cli
