// SPDX-License-Identifier: Apache-2.0
// The executor: runs batches of tests through the problem and counts their costs. Every algorithm
// executes its tests only here. Next: bookkeeper.hpp.
#pragma once

#include <sbst/error.hpp>
#include <sbst/problem/budget.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/search/individual.hpp>
#include <sbst/search/sure_coverage.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sbst
{

namespace detail
{

/// @throws AdapterError saying that a batch came back unexecuted although no stop was requested.
[[noreturn]] void report_idle_adapter(std::size_t batch_size);

}  // namespace detail

/// Executes tests within the budget; one per run. Keeps references to its arguments.
template <Problem P>
class BatchExecutor
{
public:
    using Test = typename P::Test;

    BatchExecutor(P& problem, BudgetMeter& meter)
      : m_problem(problem), m_meter(meter), m_sure(problem.goals())
    {}

    /// Executes a batch, then counts its tests one by one and shows each to `on_run`, in batch
    /// order. The batch is cut to the execution budget before, and to the tests that really ran
    /// afterwards. Traces hold coverage, distances and `more`; what a test does at some times only
    /// is taken from them (see SureCoverage).
    template <class OnRun>
    void run(Batch<Test>& batch, OnRun&& on_run, Record more = {});

    /// Executes tests again, to record more or to check them; not part of the budget. The trace of
    /// a test that did not run says so.
    void rerun(
        std::span<const Request<Test>> requests, std::span<Trace> traces, const StopToken& stop);

    /// Takes the trace of a test that is no longer needed, to reuse its memory.
    void recycle(Trace& dead) { m_spare_traces.push_back(std::move(dead)); }

    /// What broke in the adapter; empty when nothing did. After a failure no test is executed any
    /// more.
    [[nodiscard]] const std::string& failure() const { return m_failure; }

private:
    void execute(
        std::span<const Request<Test>> requests, std::span<Trace> traces, const StopToken& stop)
    {
        run_guarded(traces, [&] { m_problem.execute(requests, traces, stop); });
    }
    void drop_not_run(Batch<Test>& batch);
    template <class Run>
    void run_guarded(std::span<Trace> traces, Run&& run);
    void count_reruns(std::span<const Trace> traces);
    void confirm(Batch<Test>& batch);

    P& m_problem;
    BudgetMeter& m_meter;
    SureCoverage m_sure;
    std::uint64_t m_confirmed = 0;  // tests that confirm() ran
    std::string m_failure;

    // Reused buffers.
    std::vector<Request<Test>> m_requests;
    std::vector<Trace> m_traces;
    std::vector<Trace> m_spare_traces;
};

template <Problem P>
template <class OnRun>
void BatchExecutor<P>::run(Batch<Test>& batch, OnRun&& on_run, Record more)
{
    const auto allowed = static_cast<std::size_t>(m_meter.executions_left(batch.size()));
    batch.erase(batch.begin() + static_cast<std::ptrdiff_t>(allowed), batch.end());
    m_requests.clear();
    for (Individual<Test>& individual : batch)
    {
        individual.length = m_problem.length(individual.test);
        m_requests.push_back({&individual.test, Record::coverage | Record::distances | more});
    }
    m_traces.resize(std::max(m_traces.size(), batch.size()));
    execute(m_requests, std::span(m_traces).first(batch.size()), m_meter.stop_token());
    for (std::size_t i = 0; i < batch.size(); ++i)
    {
        std::swap(batch[i].trace, m_traces[i]);
        if (!m_spare_traces.empty())
        {
            std::swap(m_traces[i], m_spare_traces.back());
            m_spare_traces.pop_back();
        }
    }
    drop_not_run(batch);
    if constexpr (RunsAnew<P>)
    {
        confirm(batch);
    }
    for (const Individual<Test>& individual : batch)
    {
        m_meter.count_execution(individual.length);
        on_run(individual);
    }
}

template <Problem P>
void BatchExecutor<P>::rerun(
    std::span<const Request<Test>> requests, std::span<Trace> traces, const StopToken& stop)
{
    execute(requests, traces, stop);
    count_reruns(traces);
}

template <Problem P>
void BatchExecutor<P>::count_reruns(std::span<const Trace> traces)
{
    for (const Trace& trace : traces)
    {
        if (trace.was_run)
        {
            m_meter.count_rerun();
        }
    }
}

/// An adapter that breaks ends the search, not the run: the archive is kept. Before the first test
/// there is nothing to keep.
template <Problem P>
template <class Run>
void BatchExecutor<P>::run_guarded(std::span<Trace> traces, Run&& run)
{
    if (m_failure.empty())
    {
        const std::exception_ptr broken = failure_of_harness(run);
        if (!broken)
        {
            return;
        }
        if (m_meter.executions() == 0)
        {
            std::rethrow_exception(broken);
        }
        m_failure = text_of(broken);
    }
    for (Trace& trace : traces)
    {
        trace.clear();
    }
}

/// Runs tests that time or chance may have led to a goal on other occasions, and leaves in their
/// traces what they do on each. What is not shown to be sure is withheld.
template <Problem P>
void BatchExecutor<P>::confirm(Batch<Test>& batch)
{
    std::vector<Individual<Test>*> doubtful;
    std::vector<Individual<Test>*> unconfirmed;
    m_requests.clear();
    const std::uint64_t most = SureCoverage::most_tests(m_meter.executions() + batch.size());
    for (Individual<Test>& individual : batch)
    {
        individual.withheld = m_sure.doubtful_goals(individual.trace);
        if (individual.withheld.empty())
        {
            continue;
        }
        if (m_confirmed < most)
        {
            ++m_confirmed;
            doubtful.push_back(&individual);
            m_requests.push_back({&individual.test, Record::coverage | Record::distances});
        }
        else
        {
            unconfirmed.push_back(&individual);
        }
    }
    std::vector<Trace> traces(doubtful.size());
    std::vector<bool> has_run(doubtful.size(), true);
    for (std::size_t i = 1; i <= SureCoverage::occasions && !traces.empty(); ++i)
    {
        run_guarded(
            traces, [&] { m_problem.execute_anew(m_requests, traces, i, m_meter.stop_token()); });
        count_reruns(traces);
        for (std::size_t place = 0; place < traces.size(); ++place)
        {
            has_run[place] = has_run[place] && traces[place].was_run;
            if (traces[place].was_run)
            {
                keep_common(doubtful[place]->trace, traces[place]);
            }
        }
    }
    for (std::size_t place = 0; place < doubtful.size(); ++place)
    {
        if (has_run[place])
        {
            m_sure.settle(doubtful[place]->withheld, doubtful[place]->trace);
            doubtful[place]->withheld.clear();
        }
    }
    for (Individual<Test>* const individual : unconfirmed)
    {
        m_sure.believe_unknown(individual->withheld);
    }
}

template <Problem P>
void BatchExecutor<P>::drop_not_run(Batch<Test>& batch)
{
    const std::size_t size = batch.size();
    std::erase_if(
        batch, [](const Individual<Test>& individual) { return !individual.trace.was_run; });
    // An adapter that never runs a test would make the search loop for ever.
    const bool may_run = m_failure.empty() && !m_meter.stop_token().stop_requested();
    if (batch.empty() && size > 0 && may_run)
    {
        detail::report_idle_adapter(size);
    }
}

}  // namespace sbst
