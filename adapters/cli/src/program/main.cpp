// SPDX-License-Identifier: Apache-2.0
// The program: words in, exit code out. It has the only catch-all handler. Next: dispatch.hpp,
// ../console/complaint.hpp.
#include "../console/complaint.hpp"
#include "../console/print.hpp"
#include "../console/terminal.hpp"
#include "../options/plug.hpp"
#include "dispatch.hpp"

#include <csignal>
#include <cstdio>
#include <exception>
#include <poll.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace
{

using sbst::cli::Complaint;
using sbst::cli::ExitCode;
using sbst::cli::Text;

ExitCode complain(ExitCode code, const Text& problem)
{
    const sbst::cli::Style style = sbst::cli::error_style();
    sbst::cli::print_note("{} {}\n", style.bad("sbst: error:"), problem);
    return code;
}

/// The reader of our pipe has closed it: `sbst help reference | head`.
bool is_reader_gone()
{
    pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

void say(std::string_view text)
{
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

/// Reports it with little memory: the rest has been released by now.
ExitCode complain_of_memory(const std::string& problem)
{
    if (problem != sbst::cli::out_of_memory)
    {
        sbst::cli::print_note(Text(problem) + Text("\n"));
    }
    say("sbst: error: out of memory; give it more (see ulimit -v, or the limits of the container), "
        "or ask for less: fewer --jobs, a smaller --population");
    const auto plugs = sbst::cli::plugs();
    for (const sbst::cli::Plug& plug : plugs)
    {
        say(&plug == &plugs.back() ? " or " : ", ");
        say(plug.texts.memory_option);
    }
    say("\n");
    return ExitCode::memory;
}

ExitCode complain_of(const Complaint& complaint, const std::vector<std::string>& words)
{
    if (complaint.code == ExitCode::memory)
    {
        return complain_of_memory(complaint.message);
    }
    // The lines of a defect stay.
    complain(complaint.code, complaint.code == ExitCode::internal ?
                                 Text(complaint.message) :
                                 Text::of("{}", complaint.message));
    if (complaint.code == ExitCode::usage)
    {
        sbst::cli::print_note("See '{}'.\n", sbst::cli::help_command(words));
    }
    return complaint.code;
}

/// Lost output must not look like success.
ExitCode flushed(ExitCode code)
{
    const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (!is_written && code == ExitCode::ok && is_reader_gone())
    {
        // Ends silently, like other programs. The files are already written.
        static_cast<void>(std::signal(SIGPIPE, SIG_DFL));
        static_cast<void>(std::raise(SIGPIPE));
    }
    return is_written || code != ExitCode::ok ?
               code :
               complain(ExitCode::io, Text("cannot write to standard output"));
}

ExitCode run(const std::vector<std::string>& words)
{
    try
    {
        return flushed(sbst::cli::dispatch(words));
    }
    catch (...)
    {
        return complain_of(sbst::cli::complaint_of(std::current_exception()), words);
    }
}

}  // namespace

int main(int argc, char** argv)
{
    // A closed pipe must not prevent files from being written.
    static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
    return static_cast<int>(run({argv + (argc > 0 ? 1 : 0), argv + argc}));
}
