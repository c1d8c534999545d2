// SPDX-License-Identifier: Apache-2.0
// Our side: runs a program by the executor under test and counts its reach.
#pragma once

#include "observation.hpp"
#include "program.hpp"

#include <sbst/evm/exec/opcode.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <string>

namespace sbst::evm::differential
{

/// The events that the programs of a run caused in the executor.
struct Reach
{
    std::array<std::uint64_t, 256> opcodes{};     ///< instructions begun, by byte
    std::array<std::uint64_t, 32> precompiles{};  ///< calls that name one, by number
    std::map<std::string, std::uint64_t> endings;
    std::uint64_t steps{};
    unsigned greatest_depth{};
};

/// A run of ours, with all accounts afterwards.
struct SubjectRun
{
    Observation seen;
    Accounts accounts;
};

/// Runs a program in a world of its own. Adds to `reach`.
[[nodiscard]] SubjectRun run_subject(const Program& program, Reach& reach);

}  // namespace sbst::evm::differential
