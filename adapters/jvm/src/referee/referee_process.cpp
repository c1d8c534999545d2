// SPDX-License-Identifier: Apache-2.0
#include "referee_process.hpp"

#include "../exec/machine_failure.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <string_view>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::chrono::milliseconds poll_interval{2};
constexpr std::chrono::milliseconds tell_interval{100};
constexpr const char* output_name = "referee.out";
constexpr const char* errors_name = "referee.err";

/// As RecordField.unescape reads it: a word may have any character but NUL.
void append_escaped(std::string& text, std::string_view word)
{
    for (const char c : word)
    {
        if (static_cast<unsigned char>(c) < ' ' || c == '%')
        {
            text += fmt::format("%{:04x}", static_cast<unsigned char>(c));
        }
        else
        {
            text += c;
        }
    }
}

}  // namespace

RefereeProcess::RefereeProcess(Program program, const std::filesystem::path& scratch)
  : m_program(std::move(program)), m_folder(scratch, "sbst-judge")
{
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    {
        throw AdapterError(fmt::format("no socket to {}: {}", m_program.words.front(),
            std::generic_category().message(errno)));
    }
    m_input = Descriptor(ends[0]);
    const Descriptor reading(ends[1]);
    ChildFiles files;
    files.enter(m_folder.path());
    files.give(reading.get(), STDIN_FILENO);
    files.open(STDOUT_FILENO, m_folder.path() / output_name, O_WRONLY | O_CREAT | O_TRUNC);
    files.open(STDERR_FILENO, m_folder.path() / errors_name, O_WRONLY | O_CREAT | O_TRUNC);
    m_process = ChildProcess(m_program, files);
}

bool RefereeProcess::is_running() const
{
    return !m_process.end();
}

void RefereeProcess::ask(const std::vector<std::string>& request)
{
    ++m_requests;
    m_output_before = read_referee_file(m_folder.path() / output_name).size();
    m_errors_before = read_referee_file(m_folder.path() / errors_name).size();
    std::string text;
    for (const std::string& word : request)
    {
        append_escaped(text, word);
        text += '\n';
    }
    text += '\n';
    for (std::string_view rest = text; !rest.empty();)
    {
        const ssize_t sent = ::send(m_input.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
        if (sent >= 0)
        {
            rest.remove_prefix(static_cast<std::size_t>(sent));
        }
        else if (errno != EINTR)
        {
            return;
        }
    }
}

bool RefereeProcess::wait(const std::filesystem::path& answer, std::chrono::milliseconds limit,
    const StopToken& stop, const std::function<void()>& on_wait) const
{
    constexpr int signal_base = 128;
    auto told_at = std::chrono::steady_clock::now();
    const auto deadline = told_at + limit;
    while (!std::filesystem::exists(answer))
    {
        if (const auto end = m_process.end())
        {
            fail_of_process(fmt::format("the referee failed with status {}: {}{}",
                end->by_signal ? signal_base + end->number : end->number,
                read_referee_file(m_folder.path() / errors_name).substr(m_errors_before),
                read_referee_file(m_folder.path() / output_name).substr(m_output_before)));
        }
        const auto now = std::chrono::steady_clock::now();
        if (now >= deadline || stop.stop_requested())
        {
            return false;
        }
        if (on_wait && now - told_at >= tell_interval)
        {
            on_wait();
            told_at = now;
        }
        std::this_thread::sleep_for(poll_interval);
    }
    return true;
}

std::string read_referee_file(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> environment_for_java()
{
    constexpr std::array<std::string_view, 8> unwanted{
        "CLASSPATH=", "JAVA_TOOL_OPTIONS=", "JDK_JAVA_OPTIONS=", "JDK_JAVAC_OPTIONS=",
        "_JAVA_OPTIONS=", "LC_ALL=", "LANG=", "LANGUAGE="};
    std::vector<std::string> kept{"LC_ALL=C.UTF-8"};
    for (char** variable = environ; *variable != nullptr; ++variable)
    {
        const std::string_view text = *variable;
        if (std::none_of(unwanted.begin(), unwanted.end(),
                [text](std::string_view name) { return text.starts_with(name); }))
        {
            kept.emplace_back(text);
        }
    }
    return kept;
}

}  // namespace sbst::jvm::detail
