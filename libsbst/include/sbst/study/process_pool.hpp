// SPDX-License-Identifier: Apache-2.0
// Several workers on one machine. The death of one costs the cell that it held, nothing else.
// Next: verify.hpp.
#pragma once

#include <sbst/problem/stop_token.hpp>
#include <sbst/study/worker.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sbst::study
{

struct PoolOptions
{
    std::size_t jobs = 1;
    /// `shard` is the pool's, of which each worker gets a part; `stop` is not asked.
    WorkerOptions worker{};
    /// A worker that runs one cell for longer is killed, and the cell has failed.
    std::optional<std::chrono::duration<double>> cell_limit{};
    /// Cells that other machines hold are waited for, and taken over when those die.
    bool waits = true;
    /// Asked in this process; workers are told.
    StopToken stop{};
};

/// How far a study is.
struct StudyProgress
{
    std::size_t cells = 0;
    std::size_t finished = 0;
    std::size_t failed = 0;
    /// Workers of this process that run a cell or are between two.
    std::size_t running = 0;
    /// Cells that other processes run, and their machines, sorted.
    std::size_t elsewhere = 0;
    std::vector<std::string> other_hosts{};
};
using StudyProgressFunction = std::function<void(const StudyProgress&)>;
/// Makes a laboratory in a worker's process.
using LaboratoryFactory = std::function<std::unique_ptr<Laboratory>()>;

/// Runs all cells that have no result. Returns how the study is then: cells that failed as often
/// as it allows stay so.
///
/// Call it from a process with one thread: workers are made by fork, and die with it. Progress is
/// told on the calling thread whenever it changes. When asked to stop it asks its workers to; those
/// that have not ended ten seconds later are killed. No cell fails by that.
/// @throws AdapterError when workers die before they begin anything; ConfigError when the folder
///   cannot be written.
StudyProgress run_study(const Plan& plan, const LaboratoryFactory& make_laboratory, Store& store,
    const PoolOptions& options, const StudyProgressFunction& on_progress);

/// Counts results and final failures, without running anything.
[[nodiscard]] StudyProgress progress_of(const Plan& plan, const Store& store);

}  // namespace sbst::study
