// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace sbst::evm
{

BatchExecutor::BatchExecutor(const RunnerSetup& setup, ExceptionTable& failures, std::size_t jobs)
  : m_failures(&failures)
{
    for (std::size_t i = 0; i < jobs; ++i)
    {
        m_runners.push_back(std::make_unique<TestRunner>(setup));
    }
}

void BatchExecutor::execute(
    std::span<const Request<TestCase>> requests, std::span<Trace> traces, const StopToken& stop)
{
    m_unknown.resize(std::max(m_unknown.size(), requests.size()));
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_mutex;
    const auto work = [&](TestRunner& runner) {
        try
        {
            for (std::size_t i = next++; i < requests.size(); i = next++)
            {
                m_unknown[i].clear();
                if (stop.stop_requested())
                {
                    traces[i].clear();
                    continue;
                }
                runner.run(requests[i], traces[i], m_unknown[i]);
            }
        }
        catch (const std::exception&)
        {
            const std::lock_guard lock(failure_mutex);
            failure = std::current_exception();
        }
    };
    // 1. Run; the caller's thread is the first worker.
    const std::size_t workers =
        std::min(m_runners.size(), std::max<std::size_t>(requests.size(), 1));
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < workers; ++i)
    {
        threads.emplace_back(work, std::ref(*m_runners[i]));
    }
    work(*m_runners.front());
    for (std::thread& thread : threads)
    {
        thread.join();
    }
    if (failure)
    {
        std::rethrow_exception(failure);
    }
    // 2. Number new failures in the order of the requests, whichever worker met them first.
    for (std::size_t i = 0; i < requests.size(); ++i)
    {
        for (const NewFailure& unknown : m_unknown[i])
        {
            traces[i].calls[unknown.call].exception = m_failures->add(unknown.key).id;
        }
    }
}

std::uint64_t BatchExecutor::steps() const
{
    std::uint64_t sum = 0;
    for (const auto& runner : m_runners)
    {
        sum += runner->steps();
    }
    return sum;
}

std::uint64_t BatchExecutor::calls() const
{
    std::uint64_t sum = 0;
    for (const auto& runner : m_runners)
    {
        sum += runner->calls();
    }
    return sum;
}

}  // namespace sbst::evm
