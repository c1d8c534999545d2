// SPDX-License-Identifier: Apache-2.0
#include "referee_process.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string_view>
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

}  // namespace

RefereeProcess::RefereeProcess(const RefereeCommand& command)
{
    Pipe input = make_pipe();
    if (!input.reading.is_open())
    {
        throw AdapterError(fmt::format("no pipe to {}: {}", command.program.words.front(),
            std::generic_category().message(errno)));
    }
    ChildFiles files;
    files.enter(command.directory);
    files.give(input.reading.get(), STDIN_FILENO);
    files.open(STDOUT_FILENO, command.output, O_WRONLY | O_CREAT | O_TRUNC);
    files.open(STDERR_FILENO, command.errors, O_WRONLY | O_CREAT | O_TRUNC);
    m_process = ChildProcess(command.program, files);
    m_input = std::move(input.writing);
}

std::optional<int> RefereeProcess::wait(std::chrono::milliseconds limit, const StopToken& stop,
    const std::function<void()>& on_wait) const
{
    constexpr int signal_base = 128;
    auto told_at = std::chrono::steady_clock::now();
    const auto deadline = told_at + limit;
    while (true)
    {
        if (const auto end = m_process.end())
        {
            return end->by_signal ? signal_base + end->number : end->number;
        }
        const auto now = std::chrono::steady_clock::now();
        if (now >= deadline || stop.stop_requested())
        {
            return std::nullopt;
        }
        if (on_wait && now - told_at >= tell_interval)
        {
            on_wait();
            told_at = now;
        }
        std::this_thread::sleep_for(poll_interval);
    }
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
