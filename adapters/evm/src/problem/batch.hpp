// SPDX-License-Identifier: Apache-2.0
// Runs batches on worker threads; their number never changes a result.
#pragma once

#include "test_runner.hpp"

#include <sbst/goal/exception_table.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace sbst::evm
{

/// One runner per worker; workers live for one batch.
class BatchExecutor
{
public:
    /// `failures` is read by the workers and extended between batches.
    BatchExecutor(const RunnerSetup& setup, ExceptionTable& failures, std::size_t jobs);

    /// See Problem::execute.
    void execute(std::span<const Request<TestCase>> requests, std::span<Trace> traces,
        const StopToken& stop);

    [[nodiscard]] std::uint64_t steps() const;
    [[nodiscard]] std::uint64_t calls() const;

private:
    ExceptionTable* m_failures;
    std::vector<std::unique_ptr<TestRunner>> m_runners;
    /// Indexed by request: failures that were new when it ran.
    std::vector<std::vector<NewFailure>> m_unknown;
};

}  // namespace sbst::evm
