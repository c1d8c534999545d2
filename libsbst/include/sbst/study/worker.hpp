// SPDX-License-Identifier: Apache-2.0
// One process that runs cells: takes one that nobody has, runs it, publishes the result, goes on.
// Next: process_pool.hpp, which runs several.
#pragma once

#include <sbst/problem/stop_token.hpp>
#include <sbst/study/laboratory.hpp>
#include <sbst/study/plan.hpp>
#include <sbst/study/store.hpp>

#include <chrono>
#include <cstddef>
#include <functional>

namespace sbst::study
{

/// Part `index` of `count` of the cells: where a worker begins.
struct Shard
{
    std::size_t index = 0;
    std::size_t count = 1;
};

/// How claims are kept alive, and when one counts no more.
struct ClaimOptions
{
    std::chrono::milliseconds heartbeat{5000};

    [[nodiscard]] std::chrono::milliseconds stale_after() const { return 3 * heartbeat; }
};

struct WorkerOptions
{
    Shard shard{};
    /// Behind its shard it takes any cell.
    bool steals = true;
    ClaimOptions claims{};
    BuildInfo build{};
    StopToken stop{};
};

/// What a worker says while it works.
enum class CellEvent
{
    /// It holds the cell and runs it.
    began,
    /// The result is in its place.
    finished,
    /// An error came instead of a result; it is noted.
    failed,
    /// Somebody else finished it, or the run was interrupted: nothing is noted.
    dropped,
};
using CellFunction = std::function<void(CellEvent event, std::size_t cell)>;

/// Runs every cell of its part, then (if it steals) of the whole, that has no result, is not held
/// by anybody and has not failed as often as the study allows. Returns when it finds no more, or
/// when it is to stop. An error of a cell is noted as its failure and ends nothing.
/// @throws IoError when the folder cannot be written.
void run_cells(const Plan& plan, Laboratory& laboratory, Store& store, const WorkerOptions& options,
    const CellFunction& on_event);

/// Runs one cell, without the store.
[[nodiscard]] StoredRecord run_cell(const Plan& plan, const Cell& cell, Laboratory& laboratory,
    const BuildInfo& build, const StopToken& stop);

}  // namespace sbst::study
