// SPDX-License-Identifier: Apache-2.0
// Their side: a Node.js process that runs programs by @ethereumjs/vm, one after the other. Its end
// of the pipe is peer.js. Next: shrink.hpp.
#pragma once

#include "observation.hpp"
#include "program.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace sbst::evm::differential
{

/// One process, which lives as long as the object. Failures (no such program, a dead process, a
/// malformed answer, no answer within two minutes) throw std::runtime_error.
class Peer
{
public:
    /// Starts `node SCRIPT`.
    Peer(const std::filesystem::path& node, const std::filesystem::path& script);
    ~Peer();
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;
    Peer(Peer&&) = delete;
    Peer& operator=(Peer&&) = delete;

    /// Hands a program over; `receive` waits for the outcome. One at a time.
    void send(const Program& program);
    [[nodiscard]] Observation receive();

    /// Runs a program and asks for the accounts afterwards: these, with their slots.
    [[nodiscard]] Accounts inspect(const Program& program, const Accounts& known);

private:
    void write(std::string_view text);
    /// Waits for more of the answer.
    void fill();
    [[nodiscard]] std::string read_line();
    [[nodiscard]] std::string read_bytes(std::size_t count);

    pid_t m_process{-1};
    int m_to{-1};
    int m_from{-1};
    std::string m_buffer;  ///< read, not yet used
};

}  // namespace sbst::evm::differential
