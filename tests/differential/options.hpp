// SPDX-License-Identifier: Apache-2.0
// What the program is asked to do.
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
    std::optional<Fork> subject_fork;  ///< what our side runs instead: divergences on purpose
    std::optional<std::filesystem::path> replay;
    std::optional<std::filesystem::path> save;
    std::filesystem::path node;
    bool asks_for_help{};
};

/// Reads the words after the program's name. `node` is what is used where none is named.
/// @throws ConfigError saying what was wrong.
[[nodiscard]] Options parse_options(std::span<const char* const> words, std::filesystem::path node);

/// What `--help` prints.
[[nodiscard]] const char* usage() noexcept;

}  // namespace sbst::evm::differential
