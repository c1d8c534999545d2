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
            fmt::format(
                "an input cannot be used: {}a study needs a folder of data that was not given, or "
                "parts that are not in libsbst yet",
                unusable())},
        {ExitCode::partial, "runs of a study failed, or are still to be made"},
        {ExitCode::mismatch,
            "a replay covers other goals or other code than the report; a study's result does not "
            "match its digest or another run"},
        {ExitCode::no_tests,
            "generate wrote no test: there is nothing to cover, nothing was covered, or nothing "
            "could be proven; the message tells which, and report.json is still written"},
        {ExitCode::internal,
            "a defect in sbst; or a test covers what refinement had proved infeasible, because a "
            "solver answered wrong: then everything is written"},
        {ExitCode::memory, "out of memory: the system or a limit on the process allows no more"},
        {ExitCode::io,
            "the system refuses to read or write: no permission, a full or read-only disk, a "
            "closed output"},
        {ExitCode::hung_up,
            "the terminal was closed (SIGHUP); generate writes the results found so far"},
        {ExitCode::interrupted, "interrupted (Ctrl-C); generate writes the results found so far"},
        {ExitCode::terminated, "terminated (SIGTERM); generate writes the results found so far"},
    };
}

}  // namespace sbst::cli
