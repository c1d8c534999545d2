// SPDX-License-Identifier: Apache-2.0
#include "program_run.hpp"

#include <sbst/base/descriptor.hpp>
#include <sbst/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace sbst::dse
{

namespace
{

using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_complaint = 4096;

[[noreturn]] void fail_in_system(const char* action)
{
    const int error = errno;
    throw AdapterError(fmt::format(
        "a solver's process: cannot {}: {}", action, std::generic_category().message(error)));
}

/// The descriptor under a number that no standard stream of a child has.
Descriptor above_standard_streams(const Descriptor& file)
{
    constexpr int first_free = 3;
    Descriptor moved(::fcntl(file.get(), F_DUPFD_CLOEXEC, first_free));
    if (!moved.is_open())
    {
        fail_in_system("duplicate a descriptor");
    }
    return moved;
}

/// A file in memory, to be read from its beginning: a program that does not read it cannot block
/// us.
Descriptor file_with(std::string_view text)
{
    const Descriptor file(::memfd_create("sbst-dse-script", MFD_CLOEXEC));
    if (!file.is_open() || !write_all(file.get(), text) || ::lseek(file.get(), 0, SEEK_SET) != 0)
    {
        fail_in_system("make a file in memory");
    }
    return above_standard_streams(file);
}

/// A file in memory that does not grow: what is written behind its end is refused.
Descriptor file_for_complaint()
{
    const Descriptor file(::memfd_create("sbst-dse-errors", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!file.is_open() || ::ftruncate(file.get(), longest_complaint) != 0 ||
        ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0)
    {
        fail_in_system("make a file in memory");
    }
    return above_standard_streams(file);
}

std::string first_line_of(const Descriptor& file)
{
    std::string text(longest_complaint, '\0');
    const ssize_t count = ::pread(file.get(), text.data(), text.size(), 0);
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    text.resize(std::min(text.size(), text.find('\0')));
    const std::size_t begin = std::min(text.size(), text.find_first_not_of("\r\n"));
    return text.substr(begin, text.find_first_of("\r\n", begin) - begin);
}

/// Reads until the other side closes it, the time is over, or no one needs it.
void read_until(const Descriptor& pipe, Clock::time_point end, const std::function<bool()>* is_over,
    ProgramRun& run)
{
    constexpr std::chrono::milliseconds longest_wait(50);
    constexpr std::size_t longest_output = std::size_t{64} << 20U;
    std::array<char, 1U << 16U> block{};
    while (run.output.size() <= longest_output)
    {
        const auto left = std::min(longest_wait,
            std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()));
        pollfd waiting{.fd = pipe.get(), .events = POLLIN, .revents = 0};
        const int ready =
            left.count() > 0 ? ::poll(&waiting, 1, static_cast<int>(left.count())) : 0;
        if (ready == 0 && Clock::now() >= end)
        {
            run.is_cut = true;
            return;
        }
        run.is_over = is_over != nullptr && (*is_over)();
        if (run.is_over)
        {
            return;
        }
        if (ready <= 0)
        {
            continue;
        }
        const ssize_t count = ::read(pipe.get(), block.data(), block.size());
        if (count < 0 && errno == EINTR)
        {
            continue;
        }
        if (count <= 0)
        {
            return;
        }
        run.output.append(block.data(), static_cast<std::size_t>(count));
    }
}

/// How a process ends that closed its output, if it does soon.
std::optional<ChildEnd> end_of(const ChildProcess& process)
{
    constexpr std::chrono::seconds longest_wait(1);
    constexpr std::chrono::milliseconds step(1);
    const Clock::time_point last = Clock::now() + longest_wait;
    std::optional<ChildEnd> end = process.end();
    while (!end && Clock::now() < last)
    {
        std::this_thread::sleep_for(step);
        end = process.end();
    }
    return end;
}

}  // namespace

ProgramRun run_program(const std::vector<std::string>& command, std::string_view input,
    std::chrono::seconds deadline, const std::function<bool()>* is_over)
{
    const Descriptor script = file_with(input);
    const Descriptor errors = file_for_complaint();
    Pipe pipe = make_pipe();
    if (!pipe.reading.is_open())
    {
        fail_in_system("make a pipe");
    }
    const Descriptor reading = above_standard_streams(pipe.reading);
    Descriptor writing = above_standard_streams(pipe.writing);
    pipe.writing.reset();
    ChildFiles files;
    files.give(script.get(), STDIN_FILENO);
    files.give(writing.get(), STDOUT_FILENO);
    files.give(errors.get(), STDERR_FILENO);
    const ChildProcess process(
        {command, {"LC_ALL=C.UTF-8", fmt::format("PATH={}", usual_path), "HOME=/"}}, files);
    writing.reset();
    ProgramRun run;
    read_until(reading, Clock::now() + deadline, is_over, run);
    if (!run.is_cut && !run.is_over)
    {
        run.end = end_of(process);
        run.complaint = first_line_of(errors);
    }
    return run;
}

}  // namespace sbst::dse
