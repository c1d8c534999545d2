// SPDX-License-Identifier: Apache-2.0
// How pools leave and find kept workers. Next: worker_pool.cpp.
#pragma once

#include "launch.hpp"
#include "worker_driver.hpp"

#include <sbst/jvm/exec/kept_workers.hpp>

#include <cstddef>
#include <deque>
#include <memory>

namespace sbst::jvm
{

struct KeptWorkers::Impl
{
    explicit Impl(std::size_t most_kept) : most(most_kept) {}

    /// A worker with that launch, or null. It has the messages of its last pool.
    [[nodiscard]] std::unique_ptr<WorkerDriver> take(const Launch& launch);
    /// Keeps a worker that is free; ends it otherwise.
    void leave(std::unique_ptr<WorkerDriver> driver);

    std::size_t most = 0;
    /// The one that waits longest first.
    std::deque<std::unique_ptr<WorkerDriver>> drivers{};
};

namespace detail
{

/// Keeps the workers that run a suite in detail, several times on two occasions, unless the
/// settings have a keeper. Each worker takes a JVM's memory, and a suite is no work for many.
[[nodiscard]] std::shared_ptr<KeptWorkers> keeper_for(const WorkerSettings& settings);

}  // namespace detail

}  // namespace sbst::jvm
