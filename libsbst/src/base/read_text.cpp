// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/descriptor.hpp>
#include <sbst/base/read_text.hpp>

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace sbst
{

namespace
{

ReadText text_problem(std::string problem, int error = 0)
{
    return {.text = std::nullopt, .problem = std::move(problem), .error = error};
}

}  // namespace

ReadText read_descriptor(int file, bool is_pipe)
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
            // No process has it open for writing; one may be about to open it.
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
    return is_pipe && text.empty() ? text_problem("a pipe without a writer") :
                                     ReadText{.text = std::move(text), .problem = {}, .error = 0};
}

ReadText read_text(const std::string& name)
{
    const Descriptor file = open_file(name, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    struct stat status
    {};
    if (!file.is_open() || ::fstat(file.get(), &status) != 0)
    {
        const int reason = errno;
        return text_problem(std::generic_category().message(reason), reason);
    }
    return read_descriptor(file.get(), S_ISFIFO(status.st_mode));
}

}  // namespace sbst
