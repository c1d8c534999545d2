// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/child_process.hpp>
#include <sbst/base/descriptor.hpp>
#include <sbst/dse/process_solver.hpp>
#include <sbst/error.hpp>
#include <sbst/symbolic/smt_lib.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <functional>
#include <optional>
#include <poll.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sbst::dse
{

namespace
{

using Clock = std::chrono::steady_clock;
using symbolic::SmtLibAnswer;

constexpr const char* usual_path = "/usr/local/bin:/usr/bin:/bin";

bool is_program(const std::string& path)
{
    struct stat status
    {};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
           ::access(path.c_str(), X_OK) == 0;
}

/// The program's path. @throws ConfigError if there is none.
std::string found_program(const std::string& name)
{
    if (std::optional<std::string> found = find_program(name))
    {
        return *std::move(found);
    }
    throw ConfigError(
        name.find('/') != std::string::npos ?
            fmt::format("solver '{}' is no file that can be executed", name) :
            fmt::format("solver '{}' was not found in PATH, expected a program", name));
}

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

struct Output
{
    std::string text;
    bool is_cut = false;
    /// No one needs it any more.
    bool is_over = false;
};

/// Reads until the other side closes it, the time is over, or no one needs it.
Output read_until(
    const Descriptor& pipe, Clock::time_point end, const std::function<bool()>* is_over)
{
    constexpr std::chrono::milliseconds longest_wait(50);
    constexpr std::size_t longest_output = std::size_t{64} << 20U;
    Output output;
    std::array<char, 1U << 16U> block{};
    while (output.text.size() <= longest_output)
    {
        const auto left = std::min(longest_wait,
            std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()));
        pollfd waiting{.fd = pipe.get(), .events = POLLIN, .revents = 0};
        const int ready =
            left.count() > 0 ? ::poll(&waiting, 1, static_cast<int>(left.count())) : 0;
        if (ready == 0 && Clock::now() >= end)
        {
            output.is_cut = true;
            return output;
        }
        output.is_over = is_over != nullptr && (*is_over)();
        if (output.is_over)
        {
            return output;
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
            return output;
        }
        output.text.append(block.data(), static_cast<std::size_t>(count));
    }
    return output;
}

Output output_of(const std::vector<std::string>& command, std::string_view script,
    std::chrono::seconds deadline, const std::function<bool()>* is_over)
{
    const Descriptor input = file_with(script);
    Pipe pipe = make_pipe();
    if (!pipe.reading.is_open())
    {
        fail_in_system("make a pipe");
    }
    const Descriptor reading = above_standard_streams(pipe.reading);
    Descriptor writing = above_standard_streams(pipe.writing);
    pipe.writing.reset();
    ChildFiles files;
    files.give(input.get(), STDIN_FILENO);
    files.give(writing.get(), STDOUT_FILENO);
    files.open(STDERR_FILENO, "/dev/null", O_WRONLY);
    const ChildProcess process(
        {command, {"LC_ALL=C.UTF-8", fmt::format("PATH={}", usual_path), "HOME=/"}}, files);
    writing.reset();
    return read_until(reading, Clock::now() + deadline, is_over);
}

}  // namespace

std::optional<std::string> find_program(const std::string& name)
{
    if (name.find('/') != std::string::npos)
    {
        return is_program(name) ? std::optional(name) : std::nullopt;
    }
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : usual_path;
    while (!rest.empty())
    {
        const std::string_view folder = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
        const std::string candidate = fmt::format("{}/{}", folder.empty() ? "." : folder, name);
        if (is_program(candidate))
        {
            return candidate;
        }
    }
    return std::nullopt;
}

ProcessSolver::ProcessSolver(std::vector<std::string> command, std::chrono::seconds deadline)
  : m_command(std::move(command)), m_deadline(deadline)
{
    constexpr std::chrono::hours longest_deadline(24);
    if (m_command.empty())
    {
        throw ConfigError("a solver's command is empty, expected a program and its arguments");
    }
    if (deadline <= std::chrono::seconds::zero() || deadline > longest_deadline)
    {
        throw ConfigError(fmt::format("a solver's deadline is {} s, expected 1 to {}",
            deadline.count(), std::chrono::seconds(longest_deadline).count()));
    }
    m_command.front() = found_program(m_command.front());
}

Answer ProcessSolver::solve(const Query& query, Rng& /*rng*/)
{
    Answer answer{.effort = 1};
    const std::string script = symbolic::to_smt_lib(query.graph, query.constraints);
    try
    {
        const Output output = output_of(m_command, script, m_deadline, query.is_over);
        if (output.is_cut || output.is_over)
        {
            m_cut += output.is_cut ? 1U : 0U;
            answer.failure = output.is_cut ?
                                 fmt::format("no answer within {} s", m_deadline.count()) :
                                 std::string();
            return answer;
        }
        SmtLibAnswer read = symbolic::read_smt_lib_answer(query.graph, output.text, query.start);
        if (read.kind == SmtLibAnswer::Kind::unsatisfiable)
        {
            answer.verdict = Verdict::unsatisfiable;
        }
        else if (read.kind == SmtLibAnswer::Kind::satisfiable && is_model(query, read.model))
        {
            answer.verdict = Verdict::satisfiable;
            answer.model = std::move(read.model);
        }
    }
    catch (const ParseError& error)
    {
        ++m_failed;
        answer.failure = error.what();
    }
    catch (const AdapterError& error)
    {
        ++m_failed;
        answer.failure = error.what();
    }
    return answer;
}

ProcessSolver z3_process(std::uint64_t resource_limit)
{
    return ProcessSolver({"z3", "-in", "-memory:4096", fmt::format("rlimit={}", resource_limit)});
}

ProcessSolver cvc5_process(std::uint64_t resource_limit)
{
    return ProcessSolver({"cvc5", "--lang=smt2", "--produce-models", "--strings-exp",
        fmt::format("--rlimit={}", resource_limit)});
}

}  // namespace sbst::dse
