// SPDX-License-Identifier: Apache-2.0
// The measurements, as lines for people and as JSON for bench/peers/run.
#pragma once

#include "watcher.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace sbst::bench
{

/// One workload in one mode.
struct Row
{
    std::string workload;  ///< `plans/Casino`
    Mode mode{};
    std::vector<std::pair<std::string, double>> figures;  ///< by name with unit: `ns_a_step`
    std::vector<std::uint64_t> steps{};                   ///< of a plan, by generation
    std::vector<std::uint64_t> failed{};                  ///< transactions, likewise
};

/// Returns `plans/Casino/search`.
[[nodiscard]] std::string name_of(const std::string& workload, Mode mode);

/// Returns the repetition whose time is in the middle. Precondition: not empty.
[[nodiscard]] Cost median(std::vector<Cost> repetitions);

void print(const Row& row);

/// Writes a list with one object per row.
/// @throws std::runtime_error when the file cannot be written
void write_json(const std::filesystem::path& file, const std::vector<Row>& rows);

}  // namespace sbst::bench
