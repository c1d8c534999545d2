// SPDX-License-Identifier: Apache-2.0
// Several workers on one machine. When one dies, only its current cell is lost. Next: verify.hpp.
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
    /// `shard` is that of the whole pool, each worker gets a part of it; `stop` is ignored.
    WorkerOptions worker{};
    /// A worker that needs longer for one cell is killed, and the cell has failed.
    std::optional<std::chrono::duration<double>> cell_limit{};
    /// Waits for cells that other machines hold, and takes them over when those die.
    bool waits = true;
    /// Checked in this process, which tells the workers.
    StopToken stop{};
};

/// How far a study is.
struct StudyProgress
{
    std::size_t cells = 0;
    std::size_t finished = 0;
    std::size_t failed = 0;
    /// Workers of this process, whether they run a cell or are between two.
    std::size_t running = 0;
    /// Cells that other processes run, and their machines, sorted.
    std::size_t elsewhere = 0;
    std::vector<std::string> other_hosts{};
};
using StudyProgressFunction = std::function<void(const StudyProgress&)>;
/// Makes a laboratory in a worker's process.
using LaboratoryFactory = std::function<std::unique_ptr<Laboratory>()>;

/// Runs all cells that have no result. Returns the progress at the end; cells that failed as often
/// as the study allows are not tried again.
///
/// Call it from a process with one thread: workers are made by fork, and die with it. Progress is
/// told on the calling thread whenever it changes. When asked to stop it tells its workers to stop
/// and kills those that have not ended after ten seconds. No cell counts as failed for that.
/// @throws AdapterError when workers die before they begin anything; ConfigError when the folder
///   cannot be written.
StudyProgress run_study(const Plan& plan, const LaboratoryFactory& make_laboratory, Store& store,
    const PoolOptions& options, const StudyProgressFunction& on_progress);

/// Counts results and final failures, without running anything.
[[nodiscard]] StudyProgress progress_of(const Plan& plan, const Store& store);

}  // namespace sbst::study
