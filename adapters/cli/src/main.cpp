// SPDX-License-Identifier: Apache-2.0
// The program: words in, exit code out. It holds the only catch of everything. Next: dispatch.hpp.
#include "dispatch.hpp"
#include "print.hpp"
#include "terminal.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <ios>
#include <poll.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace
{

using sbst::cli::ExitCode;

ExitCode complain(ExitCode code, const std::string& problem)
{
    const sbst::cli::Style style = sbst::cli::error_style();
    sbst::cli::print_note("{} {}\n", style.bad("sbst: error:"), problem);
    if (code == ExitCode::usage)
    {
        sbst::cli::print_note("See 'sbst help'.\n");
    }
    return code;
}

/// Whoever reads our pipe has seen enough: `sbst help reference | head`.
bool is_reader_gone()
{
    pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

/// What a reader would miss must not look like success.
ExitCode flushed(ExitCode code)
{
    const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (!is_written && code == ExitCode::ok && is_reader_gone())
    {
        // As all programs end then, without a word. What goes to files is there by now.
        static_cast<void>(std::signal(SIGPIPE, SIG_DFL));
        static_cast<void>(std::raise(SIGPIPE));
    }
    return is_written || code != ExitCode::ok ?
               code :
               complain(ExitCode::usage, "cannot write to standard output");
}

ExitCode run(const std::vector<std::string>& words)
{
    try
    {
        return flushed(sbst::cli::dispatch(words));
    }
    catch (const sbst::ConfigError& error)
    {
        return complain(ExitCode::usage, error.what());
    }
    catch (const sbst::ParseError& error)
    {
        return complain(ExitCode::input, error.what());
    }
    catch (const std::filesystem::filesystem_error& error)
    {
        return complain(ExitCode::usage, error.what());
    }
    catch (const std::ios_base::failure& error)
    {
        return complain(ExitCode::usage, fmt::format("a file cannot be read: {}", error.what()));
    }
    catch (const std::exception& error)
    {
        return complain(ExitCode::internal, fmt::format("internal: {}", error.what()));
    }
    catch (...)
    {
        return complain(ExitCode::internal, "internal: unknown exception");
    }
}

}  // namespace

int main(int argc, char** argv)
{
    // A reader that is gone must not cost the files that are still to be written.
    static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
    return static_cast<int>(run({argv + (argc > 0 ? 1 : 0), argv + argc}));
}
