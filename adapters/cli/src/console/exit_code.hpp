// SPDX-License-Identifier: Apache-2.0
// What the exit status of sbst means; `sbst help exit-codes` prints this table. Next:
// options/command.hpp.
#pragma once

#include <array>
#include <string_view>

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

struct ExitCodeRow
{
    ExitCode code = ExitCode::ok;
    std::string_view meaning;
};

inline constexpr std::array<ExitCodeRow, 13> exit_codes{{
    {ExitCode::ok, "success"},
    {ExitCode::failed, "a conformance case fails"},
    {ExitCode::usage, "wrong usage or configuration"},
    {ExitCode::input,
        "an input cannot be used: the contract cannot be deployed, the class cannot be loaded, a "
        "study's subjects are missing"},
    {ExitCode::partial, "runs of a study failed, or are still to be made"},
    {ExitCode::mismatch,
        "a replay covers other goals than the report it was compared with, or other code; a "
        "study's result is not what its digest or another run says"},
    {ExitCode::no_tests,
        "generate wrote no test: there is nothing to cover, nothing was covered, or nothing could "
        "be proven; the message says which, and report.json is written all the same"},
    {ExitCode::internal, "a defect in sbst"},
    {ExitCode::memory, "out of memory: the system, or a limit on the process, gives no more"},
    {ExitCode::io,
        "the system refuses to read or write: no permission, a disk that is full or read-only, a "
        "closed output"},
    {ExitCode::hung_up, "the terminal was closed (SIGHUP); generate writes what was found so far"},
    {ExitCode::interrupted, "interrupted (Ctrl-C); generate writes what was found so far"},
    {ExitCode::terminated, "terminated (SIGTERM); generate writes what was found so far"},
}};

}  // namespace sbst::cli
