// SPDX-License-Identifier: Apache-2.0
// Workers that outlive their pool: many searches of one subject start the JVM once. Next:
// worker_pool.hpp.
#pragma once

#include <cstddef>
#include <memory>

namespace sbst::jvm
{

/// Workers of pools that are gone, for pools with the same plan and the same settings. A result
/// depends only on its test, so a pool cannot tell them from new ones but by the time that they
/// take. Used by one thread at a time.
class KeptWorkers
{
public:
    /// @param most workers that it keeps; then the one that waits longest ends. Each takes a JVM's
    /// memory.
    explicit KeptWorkers(std::size_t most);
    ~KeptWorkers();
    KeptWorkers(const KeptWorkers&) = delete;
    KeptWorkers& operator=(const KeptWorkers&) = delete;
    KeptWorkers(KeptWorkers&&) = delete;
    KeptWorkers& operator=(KeptWorkers&&) = delete;

    [[nodiscard]] std::size_t size() const;

private:
    friend class WorkerPool;
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace sbst::jvm
