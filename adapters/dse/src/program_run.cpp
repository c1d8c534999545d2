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
#include <sys/resource.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace sbst::dse
{

namespace
{

using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_complaint = 200;

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

/// A pipe of which the program gets the writing end.
Pipe pipe_to_program()
{
    Pipe pipe = make_pipe();
    if (!pipe.reading.is_open())
    {
        fail_in_system("make a pipe");
    }
    return {above_standard_streams(pipe.reading), above_standard_streams(pipe.writing)};
}

/// No program of at most as many busy threads as there are cores needs more before its deadline.
void limit_processor_time(pid_t program, std::chrono::seconds deadline)
{
    const auto seconds =
        static_cast<rlim_t>(deadline.count()) * std::max(1U, std::thread::hardware_concurrency());
    const rlimit limit{.rlim_cur = seconds, .rlim_max = seconds};
    // Without it the program still ends at its deadline, unless we are killed before.
    static_cast<void>(::prlimit(program, RLIMIT_CPU, &limit, nullptr));
}

}  // namespace

ProgramRun::ProgramRun(
    const std::vector<std::string>& command, std::string_view input, std::chrono::seconds deadline)
  : m_deadline(Clock::now() + deadline)
{
    const Descriptor script = file_with(input);
    Pipe output = pipe_to_program();
    Pipe errors = pipe_to_program();
    ChildFiles files;
    files.give(script.get(), STDIN_FILENO);
    files.give(output.writing.get(), STDOUT_FILENO);
    files.give(errors.writing.get(), STDERR_FILENO);
    m_process = ChildProcess(
        {command, {"LC_ALL=C.UTF-8", fmt::format("PATH={}", usual_path), "HOME=/"}}, files);
    limit_processor_time(m_process.id(), deadline);
    m_reading = std::move(output.reading);
    m_errors = std::move(errors.reading);
}

ProgramRun::State ProgramRun::read(const std::function<bool()>* is_over)
{
    constexpr std::chrono::milliseconds longest_wait(50);
    while (true)
    {
        const auto left = std::min(longest_wait,
            std::chrono::duration_cast<std::chrono::milliseconds>(m_deadline - Clock::now()));
        // A closed descriptor is -1, which poll passes over.
        std::array<pollfd, 2> waiting{{{.fd = m_reading.get(), .events = POLLIN, .revents = 0},
            {.fd = m_errors.get(), .events = POLLIN, .revents = 0}}};
        const int ready = left.count() > 0 ? ::poll(waiting.data(), waiting.size(),
                                                 static_cast<int>(left.count())) :
                                             0;
        if (ready == 0 && Clock::now() >= m_deadline)
        {
            return State::cut;
        }
        if (is_over != nullptr && (*is_over)())
        {
            return State::over;
        }
        if (ready > 0 && waiting[1].revents != 0)
        {
            read_errors();
        }
        if (ready > 0 && waiting[0].revents != 0 && is_read_whole())
        {
            return State::whole;
        }
    }
}

/// Reads once from the output; true when there is no more, or more than anyone reads.
bool ProgramRun::is_read_whole()
{
    constexpr std::size_t longest_output = std::size_t{64} << 20U;
    std::array<char, 1U << 16U> block{};
    const ssize_t count = ::read(m_reading.get(), block.data(), block.size());
    if (count < 0 && errno == EINTR)
    {
        return false;
    }
    if (count <= 0)
    {
        return true;
    }
    m_output.append(block.data(), static_cast<std::size_t>(count));
    return m_output.size() > longest_output;
}

/// Reads once from standard error, so that a program which complains much goes on; keeps the
/// beginning.
void ProgramRun::read_errors()
{
    std::array<char, 1U << 12U> block{};
    const ssize_t count = ::read(m_errors.get(), block.data(), block.size());
    if (count > 0)
    {
        const std::size_t free = longest_complaint - m_complaint.size();
        m_complaint.append(block.data(), std::min(free, static_cast<std::size_t>(count)));
    }
    else if (count == 0 || errno != EINTR)
    {
        m_errors.reset();
    }
}

std::string ProgramRun::complaint() const
{
    const std::size_t begin =
        std::min(m_complaint.size(), m_complaint.find_first_not_of(" \t\r\n"));
    return m_complaint.substr(begin, m_complaint.find_first_of("\r\n", begin) - begin);
}

std::optional<ChildEnd> ProgramRun::end() const
{
    constexpr std::chrono::milliseconds longest_wait(200);
    constexpr std::chrono::milliseconds step(1);
    const Clock::time_point last = Clock::now() + longest_wait;
    try
    {
        std::optional<ChildEnd> end = m_process.end();
        while (!end && Clock::now() < last)
        {
            std::this_thread::sleep_for(step);
            end = m_process.end();
        }
        return end;
    }
    catch (const AdapterError&)
    {
        // The system does not tell: children of a process that ignores SIGCHLD are gone at once.
        return std::nullopt;
    }
}

}  // namespace sbst::dse
