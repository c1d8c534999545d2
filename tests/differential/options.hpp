// SPDX-License-Identifier: Apache-2.0
// The options of the program.
#pragma once

#include <sbst/evm/exec/fork.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

namespace sbst::evm::differential
{

struct Options
{
    std::uint64_t programs{200};
    std::uint64_t seed{1};
    std::uint64_t first{};             ///< number of the first program
    std::optional<Fork> fork;          ///< nothing = all of them in turn
    std::optional<Fork> subject_fork;  ///< the fork of our side: deliberate differences
    std::optional<std::filesystem::path> replay;
    std::optional<std::filesystem::path> save;
    std::filesystem::path node;
    bool asks_for_help{};
};

/// Reads the words after the program's name. `node` is the default program.
/// @throws ConfigError naming the error.
[[nodiscard]] Options parse_options(std::span<const char* const> words, std::filesystem::path node);

/// The output of `--help`.
[[nodiscard]] const char* usage() noexcept;

}  // namespace sbst::evm::differential
