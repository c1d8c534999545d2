// SPDX-License-Identifier: Apache-2.0
// The exit status of sbst. Next: ../program/exit_codes.hpp, which explains each code.
#pragma once

namespace sbst::cli
{

enum class ExitCode : int
{
    ok = 0,
    failed = 1,
    usage = 2,
    input = 3,
    partial = 4,
    mismatch = 5,
    no_tests = 6,
    internal = 70,
    memory = 71,
    io = 74,
    hung_up = 129,
    interrupted = 130,
    terminated = 143
};

}  // namespace sbst::cli
