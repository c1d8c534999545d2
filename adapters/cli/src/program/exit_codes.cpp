// SPDX-License-Identifier: Apache-2.0
#include "exit_codes.hpp"

#include "../options/plug.hpp"

#include <fmt/format.h>

namespace sbst::cli
{

namespace
{

/// Each language's text, followed by a comma.
std::string unusable()
{
    const std::string reasons =
        joined_plug_texts(", ", [](const Plug& plug) { return plug.texts.unusable; });
    return reasons.empty() ? reasons : reasons + ", ";
}

}  // namespace

std::vector<ExitCodeRow> exit_codes()
{
    return {
        {ExitCode::ok, "success"},
        {ExitCode::failed, "a conformance case fails"},
        {ExitCode::usage, "wrong usage or configuration"},
        {ExitCode::input,
            fmt::format("an input cannot be used: {}a study's subjects are missing", unusable())},
        {ExitCode::partial, "runs of a study failed, or are still to be made"},
        {ExitCode::mismatch,
            "a replay covers other goals than the report it was compared with, or other code; a "
            "study's result is not what its digest or another run says"},
        {ExitCode::no_tests,
            "generate wrote no test: there is nothing to cover, nothing was covered, or nothing "
            "could "
            "be proven; the message says which, and report.json is written all the same"},
        {ExitCode::internal, "a defect in sbst"},
        {ExitCode::memory, "out of memory: the system, or a limit on the process, gives no more"},
        {ExitCode::io,
            "the system refuses to read or write: no permission, a disk that is full or read-only, "
            "a "
            "closed output"},
        {ExitCode::hung_up,
            "the terminal was closed (SIGHUP); generate writes what was found so far"},
        {ExitCode::interrupted, "interrupted (Ctrl-C); generate writes what was found so far"},
        {ExitCode::terminated, "terminated (SIGTERM); generate writes what was found so far"},
    };
}

}  // namespace sbst::cli
