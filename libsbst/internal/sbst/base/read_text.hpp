// SPDX-License-Identifier: Apache-2.0
// A whole file, or what comes out of a pipe, without waiting for ever.
#pragma once

#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace sbst
{
/// What was read, or why nothing was.
struct ReadText
{
    std::optional<std::string> text;
    /// `No such file or directory`; empty where there is a text.
    std::string problem;
    /// The system's number of it; 0 where there is none.
    int error = 0;
};

inline constexpr std::size_t most_text = std::size_t{64} << 20U;

namespace detail
{
inline ReadText text_problem(std::string problem, int error = 0)
{
    return {.text = std::nullopt, .problem = std::move(problem), .error = error};
}

/// Reads an open file that never blocks.
inline ReadText read_descriptor(int file, bool is_pipe)
{
    constexpr std::size_t block_size = std::size_t{1} << 16U;
    constexpr int writer_patience_ms = 2000;
    std::string text;
    std::vector<char> block(block_size);
    bool has_waited = false;
    while (true)
    {
        const ssize_t count = ::read(file, block.data(), block.size());
        pollfd ready{.fd = file, .events = POLLIN, .revents = 0};
        if (count > 0)
        {
            text.append(block.data(), static_cast<std::size_t>(count));
            if (text.size() > most_text)
            {
                return text_problem("larger than 64 MiB");
            }
        }
        else if (count == 0 && is_pipe && text.empty() && !has_waited)
        {
            // Nobody has it open for writing: somebody may be about to.
            has_waited = true;
            ::poll(&ready, 1, writer_patience_ms);
        }
        else if (count == 0)
        {
            break;
        }
        else if (errno == EAGAIN)
        {
            ::poll(&ready, 1, -1);
        }
        else if (errno != EINTR)
        {
            const int reason = errno;
            return text_problem(std::generic_category().message(reason), reason);
        }
    }
    return is_pipe && text.empty() ? text_problem("a pipe that nobody writes to") :
                                     ReadText{.text = std::move(text), .problem = {}, .error = 0};
}
}  // namespace detail

/// Reads a file, at most 64 MiB. A pipe or a device is read once to its end; a pipe waits for as
/// long as somebody has it open for writing, and two seconds for the first who has.
[[nodiscard]] inline ReadText read_text(const std::string& name)
{
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg,hicpp-vararg): POSIX has no other open
    const int file = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat status
    {};
    if (file < 0 || ::fstat(file, &status) != 0)
    {
        const int reason = errno;
        if (file >= 0)
        {
            ::close(file);
        }
        return detail::text_problem(std::generic_category().message(reason), reason);
    }
    ReadText read = detail::read_descriptor(file, S_ISFIFO(status.st_mode));
    ::close(file);
    return read;
}
}  // namespace sbst
