// SPDX-License-Identifier: Apache-2.0
#include "test_encoder.hpp"

#include <sbst/jvm/problem/mutant_runs.hpp>

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

namespace sbst::jvm
{

MutantRuns::MutantRuns(WorkerPool workers, const SubjectPlan& plan, const JavaSurface& surface)
  : m_workers(std::move(workers)), m_surface(&surface)
{
    const std::vector<MutantId> unbuilt = m_workers.unbuilt_mutants();
    m_unbuilt.insert(unbuilt.begin(), unbuilt.end());
    const auto& failures = m_workers.load_failures();
    for (const ClassPlan& one : plan.classes)
    {
        const auto failure = failures.find(one.name);
        if (failure != failures.end() && failure->second.starts_with("java.lang.VerifyError"))
        {
            m_load_failure = failure->second;
            return;
        }
    }
}

std::string MutantRuns::why_unbuilt(MutantId mutant) const
{
    if (!m_load_failure.empty())
    {
        return "the JVM refuses the class with its mutants: " + m_load_failure;
    }
    return m_unbuilt.contains(mutant) ? "its method would be too large with its mutants" : "";
}

void MutantRuns::run(std::span<const MutantRun> runs, std::span<Trace> traces,
    std::span<RunDetail> details, const StopToken& stop)
{
    assert(runs.size() == traces.size() && runs.size() == details.size());
    std::vector<std::vector<std::byte>> bytes;
    std::vector<TestRun> requests;
    detail::TestEncoder encoder(*m_surface);
    for (const MutantRun& run : runs)
    {
        const auto test = encoder.encode(*run.test);
        bytes.emplace_back(test.begin(), test.end());
        requests.push_back({.test = bytes.back(),
            .record = Record::coverage | Record::outputs,
            .mutant = run.mutant});
    }
    m_workers.run(requests, traces, details, stop);
    m_executions += static_cast<std::uint64_t>(std::count_if(
        traces.begin(), traces.end(), [](const Trace& trace) { return trace.was_run; }));
}

}  // namespace sbst::jvm
