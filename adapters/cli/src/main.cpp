// SPDX-License-Identifier: Apache-2.0
// The program: words in, exit code out. It holds the only catch of everything. Next: dispatch.hpp.
#include "dispatch.hpp"
#include "print.hpp"
#include "terminal.hpp"

#include <sbst/error.hpp>

#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <ios>
#include <new>
#include <poll.h>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace
{

using sbst::cli::ExitCode;
using sbst::cli::Text;

ExitCode complain(ExitCode code, const Text& problem)
{
    const sbst::cli::Style style = sbst::cli::error_style();
    sbst::cli::print_note("{} {}\n", style.bad("sbst: error:"), problem);
    return code;
}

/// Whoever reads our pipe has seen enough: `sbst help reference | head`.
bool is_reader_gone()
{
    pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

ExitCode complain(ExitCode code, std::string_view problem)
{
    return complain(code, Text::of("{}", problem));
}

ExitCode complain_of_usage(const std::vector<std::string>& words, std::string_view problem)
{
    complain(ExitCode::usage, problem);
    sbst::cli::print_note("See '{}'.\n", sbst::cli::help_command(words));
    return ExitCode::usage;
}

/// A defect of ours may quote what another program printed, in lines.
ExitCode complain_of_defect(std::string_view problem)
{
    return complain(ExitCode::internal, Text("internal: ") + Text(problem));
}

/// Says it without asking for much memory: what there was is given back by now.
ExitCode complain_of_memory(const std::bad_alloc& error)
{
    const std::string_view plain = std::bad_alloc().what();
    if (error.what() != plain)
    {
        sbst::cli::print_note(Text(error.what()) + Text("\n"));
    }
    static_cast<void>(std::fputs(
        "sbst: error: out of memory; give it more (see ulimit -v, or the limits of the container), "
        "or ask for less: fewer --jobs, a smaller --population, --max-array-length or "
        "--heap\n",
        stderr));
    return ExitCode::memory;
}

/// Threads and processes are refused for the same reasons as memory.
bool is_shortage(const std::error_code& code)
{
    return code == std::errc::not_enough_memory ||
           code == std::errc::resource_unavailable_try_again;
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
               complain(ExitCode::io, "cannot write to standard output");
}

ExitCode run(const std::vector<std::string>& words)
{
    try
    {
        return flushed(sbst::cli::dispatch(words));
    }
    catch (const sbst::ConfigError& error)
    {
        return complain_of_usage(words, error.what());
    }
    catch (const sbst::ParseError& error)
    {
        return complain(ExitCode::input, error.what());
    }
    catch (const sbst::IoError& error)
    {
        return complain(ExitCode::io, error.what());
    }
    catch (const std::bad_alloc& error)
    {
        return complain_of_memory(error);
    }
    catch (const std::filesystem::filesystem_error& error)
    {
        return complain(ExitCode::io, error.what());
    }
    catch (const std::ios_base::failure& error)
    {
        return complain(ExitCode::io, Text::of("a file cannot be read: {}", error.what()));
    }
    catch (const std::system_error& error)
    {
        return is_shortage(error.code()) ? complain_of_memory(std::bad_alloc()) :
                                           complain_of_defect(error.what());
    }
    catch (const std::exception& error)
    {
        return complain_of_defect(error.what());
    }
    catch (...)
    {
        return complain_of_defect("unknown exception");
    }
}

}  // namespace

int main(int argc, char** argv)
{
    // A reader that is gone must not cost the files that are still to be written.
    static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
    return static_cast<int>(run({argv + (argc > 0 ? 1 : 0), argv + argc}));
}
