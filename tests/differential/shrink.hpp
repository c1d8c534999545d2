// SPDX-License-Identifier: Apache-2.0
// Makes a failing program small, and readable. Next: main.cpp.
#pragma once

#include "program.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace sbst::evm::differential
{

/// Tells whether a program still shows the failure.
using Fails = std::function<bool(const Program&)>;

/// Removes everything from a failing program that is not needed for the failure: accounts,
/// instructions, storage, parts of the transaction. Calls `fails` at most `most_trials` times;
/// deterministic.
[[nodiscard]] Program shrink(Program program, const Fails& fails, std::size_t most_trials = 3000);

/// Counts the bytes of all code and data, as a measure of how small a program is.
[[nodiscard]] std::size_t size_of(const Program& program);

/// Writes transaction, accounts and their instructions for a reader.
[[nodiscard]] std::string to_text(const Program& program);

}  // namespace sbst::evm::differential
