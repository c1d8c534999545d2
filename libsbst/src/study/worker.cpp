// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/study/worker.hpp>

#include <fmt/format.h>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <sys/resource.h>
#include <thread>
#include <utility>

namespace sbst::study
{

namespace
{

/// Keeps the current claim alive from a separate thread.
class Heart
{
public:
    explicit Heart(std::chrono::milliseconds interval)
      : m_thread([this, interval](const std::stop_token& stop) { beat(stop, interval); })
    {}

    void hold(std::filesystem::path file)
    {
        const std::scoped_lock lock(m_mutex);
        m_file = std::move(file);
    }

private:
    void beat(const std::stop_token& stop, std::chrono::milliseconds interval)
    {
        std::unique_lock lock(m_mutex);
        while (!stop.stop_requested())
        {
            m_bell.wait_for(lock, stop, interval, [] { return false; });
            if (!m_file.empty() && !stop.stop_requested())
            {
                touch(m_file);
            }
        }
    }

    std::mutex m_mutex;
    std::condition_variable_any m_bell;
    std::filesystem::path m_file;
    // The last member: it is destroyed before the members that it uses.
    std::jthread m_thread;
};

/// This process and the children that ended: a solver's program, a worker of an adapter.
double cpu_seconds()
{
    constexpr double per_microsecond = 1e-6;
    double seconds = 0.0;
    for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN})
    {
        rusage usage{};
        ::getrusage(who, &usage);
        seconds +=
            static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
            per_microsecond * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    }
    return seconds;
}

/// The loop of one worker.
class Worker
{
public:
    Worker(const Plan& plan, Laboratory& laboratory, Store& store, const WorkerOptions& options,
        const CellFunction& on_event)
      : m_plan(plan),
        m_laboratory(laboratory),
        m_store(store),
        m_options(options),
        m_on_event(on_event),
        m_heart(options.claims.heartbeat)
    {}

    void run()
    {
        const std::size_t all = m_plan.cells.size();
        const Shard& shard = m_options.shard;
        const std::size_t first = all * shard.index / shard.count;
        const std::size_t end =
            m_options.steals ? first + all : all * (shard.index + 1) / shard.count;
        for (std::size_t i = first; i < end && !m_options.stop.stop_requested(); ++i)
        {
            take(i % all);
        }
    }

private:
    [[nodiscard]] bool is_settled(const std::string& key) const
    {
        const auto failure = m_store.has(key) ? std::nullopt : m_store.failure(key);
        return m_store.has(key) || (failure && failure->attempts >= m_plan.spec.attempts);
    }

    void take(std::size_t index)
    {
        const Cell& cell = m_plan.cells[index];
        if (is_settled(cell.key))
        {
            return;
        }
        const std::optional<Claim> claim = m_store.claim(cell.key, m_options.claims.stale_after());
        // Another worker may have finished it between the check and the claim.
        if (!claim || is_settled(cell.key))
        {
            return;
        }
        m_heart.hold(claim->file());
        m_on_event(CellEvent::began, index);
        m_on_event(attempt(cell), index);
        m_heart.hold({});
    }

    CellEvent attempt(const Cell& cell)
    {
        try
        {
            const StoredRecord stored =
                run_cell(m_plan, cell, m_laboratory, m_options.build, m_options.stop);
            if (m_options.stop.stop_requested())
            {
                return CellEvent::dropped;
            }
            const bool is_ours = m_store.publish(stored);
            m_store.forget_failure(cell.key);
            return is_ours ? CellEvent::finished : CellEvent::dropped;
        }
        // Errors of the folder end the worker, errors of a cell end only the cell.
        catch (const ParseError& error)
        {
            return note(cell, error.what());
        }
        catch (const AdapterError& error)
        {
            return note(cell, error.what());
        }
        catch (const std::bad_alloc&)
        {
            return note(cell, "out of memory");
        }
    }

    CellEvent note(const Cell& cell, const std::string& reason)
    {
        m_store.add_failure({.key = cell.key, .cell = m_plan.name(cell), .reason = reason});
        return CellEvent::failed;
    }

    const Plan& m_plan;
    Laboratory& m_laboratory;
    Store& m_store;
    const WorkerOptions& m_options;
    const CellFunction& m_on_event;
    Heart m_heart;
};

}  // namespace

StoredRecord run_order(const RunOrder& order, const std::string& key, Laboratory& laboratory,
    const BuildInfo& build, const StopToken& stop)
{
    StoredRecord stored;
    stored.key = key;
    stored.machine = this_machine(build);
    const double before = cpu_seconds();
    stored.record = laboratory.run(order, stop);
    stored.record.machine_metrics.emplace_back("cpu_seconds", cpu_seconds() - before);
    stored.digest = digest(key, stored.record);
    return stored;
}

StoredRecord run_cell(const Plan& plan, const Cell& cell, Laboratory& laboratory,
    const BuildInfo& build, const StopToken& stop)
{
    return run_order(plan.order(cell), cell.key, laboratory, build, stop);
}

void run_cells(const Plan& plan, Laboratory& laboratory, Store& store, const WorkerOptions& options,
    const CellFunction& on_event)
{
    Worker(plan, laboratory, store, options, on_event).run();
}

}  // namespace sbst::study
