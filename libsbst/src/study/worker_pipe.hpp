// SPDX-License-Identifier: Apache-2.0
// Messages of a worker to its parent through a pipe. Next: process_pool.cpp, which holds both ends.
#pragma once

#include <sbst/study/worker.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace sbst::study
{

/// Something happened to a cell.
struct CellNews
{
    CellEvent event = CellEvent::dropped;
    std::size_t cell = 0;
};

/// The worker itself failed and ends.
struct WorkerError
{
    /// The origin of the error: the configuration, the system (two kinds), or our code.
    enum class Fault : std::uint8_t
    {
        config,
        io,
        memory,
        other
    };

    Fault fault = Fault::other;
    /// The first 400 bytes are sent.
    std::string text;

    /// @throws ConfigError, IoError or AdapterError with the text, or std::bad_alloc.
    [[noreturn]] void raise() const;
};

void send(int pipe, CellEvent event, std::size_t cell);
void send(int pipe, const WorkerError& error);

/// Waits for the next message; nothing at the pipe's end or after an incomplete message.
[[nodiscard]] std::optional<std::variant<CellNews, WorkerError>> receive(int pipe);

}  // namespace sbst::study
