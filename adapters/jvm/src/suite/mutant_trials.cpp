// SPDX-License-Identifier: Apache-2.0
#include "mutant_trials.hpp"

#include <algorithm>

namespace sbst::jvm::detail
{

namespace
{

/// Runs at once: enough to keep all workers busy, and few results in memory.
constexpr std::size_t trials_at_once = 200;

class Trials
{
public:
    Trials(MutantRuns& mutants, std::span<const TestCase> suite, std::span<const MutantTask> tasks,
        const JudgeTrial& is_killed)
      : m_mutants(&mutants),
        m_suite(suite),
        m_tasks(tasks),
        m_is_killed(&is_killed),
        m_is_done(tasks.size(), false)
    {
        for (std::size_t i = 0; i < tasks.size(); ++i)
        {
            if (tasks[i].tests.empty())
            {
                m_is_done[i] = true;
            }
            else
            {
                m_living.push_back(i);
            }
        }
    }

    std::vector<bool> run(
        const StopToken& stop, const std::function<void(std::size_t done)>& on_progress)
    {
        for (std::size_t turn = 0; !m_living.empty(); ++turn)
        {
            std::vector<std::size_t> left;
            for (std::size_t first = 0; first < m_living.size(); first += trials_at_once)
            {
                if (on_progress)
                {
                    on_progress(m_tasks.size() - m_living.size() + first - left.size());
                }
                const std::size_t count = std::min(trials_at_once, m_living.size() - first);
                if (!run_batch(std::span(m_living).subspan(first, count), turn, left, stop))
                {
                    return m_is_done;
                }
            }
            m_living = std::move(left);
        }
        return m_is_done;
    }

private:
    /// False when it was stopped.
    bool run_batch(std::span<const std::size_t> living, std::size_t turn,
        std::vector<std::size_t>& left, const StopToken& stop)
    {
        std::vector<MutantRun> runs;
        for (const std::size_t task : living)
        {
            const MutantTask& one = m_tasks[task];
            runs.push_back({.test = &m_suite[one.tests[turn]], .mutant = one.mutant});
        }
        std::vector<Trace> traces(runs.size());
        std::vector<RunDetail> details(runs.size());
        if (!stop.stop_requested())
        {
            m_mutants->run(runs, traces, details, stop);
        }
        for (std::size_t i = 0; i < runs.size(); ++i)
        {
            if (!traces[i].was_run)
            {
                return false;
            }
            const MutantTask& one = m_tasks[living[i]];
            const bool is_killed = (*m_is_killed)({.task = living[i],
                .test = one.tests[turn],
                .trace = &traces[i],
                .detail = &details[i]});
            if (is_killed || turn + 1 == one.tests.size())
            {
                m_is_done[living[i]] = true;
            }
            else
            {
                left.push_back(living[i]);
            }
        }
        return true;
    }

    MutantRuns* m_mutants;
    std::span<const TestCase> m_suite;
    std::span<const MutantTask> m_tasks;
    const JudgeTrial* m_is_killed;
    std::vector<bool> m_is_done;
    std::vector<std::size_t> m_living;
};

}  // namespace

std::vector<bool> run_trials(MutantRuns& mutants, std::span<const TestCase> suite,
    std::span<const MutantTask> tasks, const JudgeTrial& is_killed, const StopToken& stop,
    const std::function<void(std::size_t done)>& on_progress)
{
    return Trials(mutants, suite, tasks, is_killed).run(stop, on_progress);
}

}  // namespace sbst::jvm::detail
