// SPDX-License-Identifier: Apache-2.0
// A worker, one process that runs cells: claims a free cell, runs it, publishes the result, goes
// on. Next: process_pool.hpp, which runs several.
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

/// Part `index` of `count` of the cells: the part with which a worker begins.
struct Shard
{
    std::size_t index = 0;
    std::size_t count = 1;
};

/// How claims are kept alive, and when a claim expires.
struct ClaimOptions
{
    std::chrono::milliseconds heartbeat{5000};

    [[nodiscard]] std::chrono::milliseconds stale_after() const { return 3 * heartbeat; }
};

struct WorkerOptions
{
    Shard shard{};
    /// After its shard it takes any cell.
    bool steals = true;
    ClaimOptions claims{};
    BuildInfo build{};
    StopToken stop{};
};

/// What a worker reports while it works.
enum class CellEvent
{
    /// The worker holds the cell and runs it.
    began,
    /// The result is published.
    finished,
    /// The run ended with an error, which is recorded.
    failed,
    /// Another worker finished it, or the run was interrupted: nothing is recorded.
    dropped,
};
using CellFunction = std::function<void(CellEvent event, std::size_t cell)>;

/// Runs every cell of its part, then (if it steals) of the whole, that has no result, is not
/// claimed and has not failed as often as the study allows. Returns when there are no more, or when
/// it is told to stop. An error in a cell is recorded as its failure and does not end the worker.
/// @throws IoError when the folder cannot be written.
void run_cells(const Plan& plan, Laboratory& laboratory, Store& store, const WorkerOptions& options,
    const CellFunction& on_event);

/// Makes one run and its record, without the store.
[[nodiscard]] StoredRecord run_order(const RunOrder& order, const std::string& key,
    Laboratory& laboratory, const BuildInfo& build, const StopToken& stop);

/// The same for a cell.
[[nodiscard]] StoredRecord run_cell(const Plan& plan, const Cell& cell, Laboratory& laboratory,
    const BuildInfo& build, const StopToken& stop);

}  // namespace sbst::study
