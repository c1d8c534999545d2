// SPDX-License-Identifier: Apache-2.0
// Runs tests on real mutants: workers whose code has all mutants of the subject, one of which is
// active for a test. Next: ../../../../src/suite/mutation_scoring.hpp, which asks for them.
#pragma once

#include <sbst/jvm/exec/run_detail.hpp>
#include <sbst/jvm/exec/worker_pool.hpp>
#include <sbst/jvm/surface/java_surface.hpp>
#include <sbst/problem/stop_token.hpp>
#include <sbst/problem/trace.hpp>
#include <sbst/test/test_case.hpp>

#include <cstdint>
#include <set>
#include <span>
#include <string>

namespace sbst::jvm
{

/// A test and the mutant that is active while it runs; an invalid one = the subject itself.
struct MutantRun
{
    /// Never null; outlives the batch.
    const TestCase* test = nullptr;
    MutantId mutant{};
};

class MutantRuns
{
public:
    /// @param workers with WorkerSettings::switch_mutants and the callables of the surface, which
    /// outlives this.
    /// @param plan names the classes with mutants.
    MutantRuns(WorkerPool workers, const SubjectPlan& plan, const JavaSurface& surface);

    /// Why a mutant cannot be run; empty for others.
    [[nodiscard]] std::string why_unbuilt(MutantId mutant) const;

    /// Runs with all results, as JavaProblem::execute_in_detail does; traces have outcomes only.
    /// A mutant has `mutant_patience` times the steps and the time of a test. Runs prevented by the
    /// stop token have `was_run == false`. A run depends on its test and its mutant only.
    /// @throws AdapterError as WorkerPool::run.
    void run(std::span<const MutantRun> runs, std::span<Trace> traces, std::span<RunDetail> details,
        const StopToken& stop);
    /// Runs so far.
    [[nodiscard]] std::uint64_t executions() const { return m_executions; }

private:
    WorkerPool m_workers;
    const JavaSurface* m_surface;
    std::set<MutantId> m_unbuilt;
    /// Why classes cannot be loaded with their mutants; empty where all are.
    std::string m_load_failure;
    std::uint64_t m_executions = 0;
};

/// A mutant that takes longer than this many times what a test may take has timed out.
inline constexpr std::uint32_t mutant_patience = 4;

}  // namespace sbst::jvm
