// SPDX-License-Identifier: Apache-2.0
// The meaning of an exception for the caller of sbst: an exit code and a sentence, used at the end
// of the program and in the summary of a run. Next: ../program/main.cpp, ../run/verdict.hpp.
#pragma once

#include "exit_code.hpp"

#include <exception>
#include <string>
#include <string_view>

namespace sbst::cli
{

/// The message when there is nothing to add to the exit code `memory`.
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
