// SPDX-License-Identifier: Apache-2.0
#include "worker_pipe.hpp"

#include <sbst/error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <new>
#include <sys/types.h>
#include <type_traits>
#include <unistd.h>

namespace sbst::study
{

namespace
{

constexpr std::size_t longest_error = 400;

enum class Kind : std::uint8_t
{
    news,
    error,
};

/// Small enough to arrive whole; an error's text of `length` bytes follows it.
struct Header
{
    Kind kind = Kind::news;
    WorkerError::Fault fault = WorkerError::Fault::other;
    CellEvent event = CellEvent::dropped;
    std::uint32_t length = 0;
    std::uint64_t cell = 0;
};
static_assert(std::is_trivially_copyable_v<Header>);

void write_to(int pipe, const void* bytes, std::size_t size)
{
    // If the parent has died, SIGPIPE or its death signal ends this process; there is no one to
    // report to.
    while (::write(pipe, bytes, size) < 0 && errno == EINTR)
    {
    }
}

bool read_whole(int pipe, void* bytes, std::size_t size)
{
    auto* at = static_cast<char*>(bytes);
    while (size > 0)
    {
        const ssize_t count = ::read(pipe, at, size);
        if (count < 0 && errno == EINTR)
        {
            continue;
        }
        if (count <= 0)
        {
            return false;
        }
        at += count;
        size -= static_cast<std::size_t>(count);
    }
    return true;
}

}  // namespace

void WorkerError::raise() const
{
    switch (fault)
    {
        case Fault::config:
            throw ConfigError(text);
        case Fault::io:
            throw IoError(text);
        case Fault::memory:
            throw std::bad_alloc();
        case Fault::other:
            break;
    }
    throw AdapterError(text);
}

void send(int pipe, CellEvent event, std::size_t cell)
{
    const Header header{.event = event, .cell = cell};
    write_to(pipe, &header, sizeof header);
}

void send(int pipe, const WorkerError& error)
{
    const std::string text = error.text.substr(0, longest_error);
    const Header header{.kind = Kind::error,
        .fault = error.fault,
        .length = static_cast<std::uint32_t>(text.size())};
    write_to(pipe, &header, sizeof header);
    write_to(pipe, text.data(), text.size());
}

std::optional<std::variant<CellNews, WorkerError>> receive(int pipe)
{
    Header header;
    if (!read_whole(pipe, &header, sizeof header))
    {
        return std::nullopt;
    }
    if (header.kind == Kind::news)
    {
        return CellNews{.event = header.event, .cell = static_cast<std::size_t>(header.cell)};
    }
    WorkerError error{.fault = header.fault, .text = {}};
    error.text.resize(std::min<std::size_t>(header.length, longest_error));
    if (!read_whole(pipe, error.text.data(), error.text.size()))
    {
        return std::nullopt;
    }
    return error;
}

}  // namespace sbst::study
