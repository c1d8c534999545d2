// SPDX-License-Identifier: Apache-2.0
#include "process_id.hpp"
#include "shared_flag.hpp"
#include "worker_pipe.hpp"

#include <sbst/base/child_process.hpp>
#include <sbst/base/descriptor.hpp>
#include <sbst/error.hpp>
#include <sbst/study/process_pool.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <poll.h>
#include <set>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <system_error>
#include <unistd.h>
#include <unordered_set>
#include <variant>
#include <vector>

namespace sbst::study
{

namespace
{

using Clock = std::chrono::steady_clock;

constexpr int error_exit = 1;
/// After this many workers died in a row before they began a cell, no worker is expected to begin
/// one.
constexpr std::size_t most_idle_deaths = 3;
constexpr int poll_ms = 200;
/// How often the folder is checked for the work of others, and how long to wait when others hold
/// all remaining cells.
constexpr std::chrono::seconds look_interval{2};
/// How long a cell may take to notice a request to stop.
constexpr std::chrono::seconds stop_grace{10};

/// A worker, as its parent sees it.
struct Child
{
    pid_t pid = 0;
    Descriptor pipe{};
    std::size_t number = 0;
    std::optional<std::size_t> cell{};
    Clock::time_point cell_began{};
    bool has_begun = false;
    bool was_killed = false;
    bool is_dismissed = false;
    /// Why the worker itself failed.
    std::optional<WorkerError> error{};
};

/// The state of the store.
struct State
{
    StudyProgress progress;
    /// Indexed by the number of the cell.
    std::vector<bool> is_finished;
};

State state_of(const Plan& plan, const Store& store)
{
    const std::vector<std::string> finished = store.finished();
    const std::unordered_set<std::string> done(finished.begin(), finished.end());
    std::unordered_set<std::string> lost;
    for (const Failure& failure : store.failures())
    {
        if (failure.attempts >= plan.spec.attempts)
        {
            lost.insert(failure.key);
        }
    }
    State state{.progress{.cells = plan.cells.size()}, .is_finished{}};
    state.is_finished.reserve(plan.cells.size());
    for (const Cell& cell : plan.cells)
    {
        const bool is_done = done.contains(cell.key);
        const bool is_lost = !is_done && lost.contains(cell.key);
        state.is_finished.push_back(is_done);
        state.progress.finished += is_done ? 1U : 0U;
        state.progress.failed += is_lost ? 1U : 0U;
    }
    return state;
}

class Pool
{
public:
    Pool(const Plan& plan, const LaboratoryFactory& make_laboratory, Store& store,
        const PoolOptions& options, const StudyProgressFunction& on_progress)
      : m_plan(plan),
        m_make_laboratory(make_laboratory),
        m_store(store),
        m_options(options),
        m_on_progress(on_progress),
        m_state(state_of(plan, store))
    {}
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    Pool(Pool&&) = delete;
    Pool& operator=(Pool&&) = delete;
    ~Pool()
    {
        for (const Child& child : m_children)
        {
            ::kill(child.pid, SIGKILL);
            wait_for_end(child.pid);
        }
    }

    StudyProgress run()
    {
        tell();
        while (!m_options.stop.stop_requested() && has_open_cells() && !m_is_over)
        {
            start_workers();
            serve();
            if (m_children.empty() || Clock::now() >= m_next_look)
            {
                m_next_look = Clock::now() + look_interval;
                update();
            }
        }
        finish();
        return m_state.progress;
    }

private:
    [[nodiscard]] std::size_t open_cells() const
    {
        return m_state.progress.cells - m_state.progress.finished - m_state.progress.failed;
    }
    [[nodiscard]] bool has_open_cells() const { return open_cells() > 0; }

    void tell()
    {
        m_state.progress.running = static_cast<std::size_t>(std::count_if(m_children.begin(),
            m_children.end(), [](const Child& child) { return child.has_begun; }));
        if (m_on_progress)
        {
            m_on_progress(m_state.progress);
        }
    }

    void update()
    {
        const std::size_t running = m_state.progress.running;
        m_state = state_of(m_plan, m_store);
        m_state.progress.running = running;
        find_others();
        tell();
    }

    /// Finds cells that run, but not in workers of this process.
    void find_others()
    {
        std::unordered_set<std::string_view> keys;
        for (const Cell& cell : m_plan.cells)
        {
            keys.insert(cell.key);
        }
        std::set<std::string> hosts;
        const std::string host = this_process().host;
        for (const Holder& holder : m_store.holders(m_options.worker.claims.stale_after()))
        {
            const bool is_own =
                holder.host == host &&
                std::any_of(m_children.begin(), m_children.end(),
                    [&](const Child& child) { return child.pid == holder.process; });
            if (!is_own && keys.contains(holder.key) && !m_store.has(holder.key))
            {
                ++m_state.progress.elsewhere;
                hosts.insert(holder.host);
            }
        }
        m_state.progress.other_hosts.assign(hosts.begin(), hosts.end());
    }

    /// A worker ends when it finds nothing to do. Remaining cells are then held by others, or have
    /// failed and may be tried again.
    void start_workers()
    {
        if (Clock::now() < m_rest_until)
        {
            return;
        }
        while (m_children.size() < m_options.jobs && m_children.size() < open_cells())
        {
            start();
        }
    }

    /// Forks and starts no program, unlike ChildProcess: a worker continues with the plan and the
    /// laboratory's factory in this memory, and belongs to our group.
    void start()
    {
        Pipe pipe = make_pipe();
        if (!pipe.reading.is_open())
        {
            throw IoError(
                fmt::format("no pipe for a worker: {}", std::generic_category().message(errno)));
        }
        const std::size_t number = m_started++;
        // Buffered output would be written twice.
        static_cast<void>(std::fflush(nullptr));
        const pid_t parent = ::getpid();
        const pid_t pid = ::fork();
        if (pid < 0)
        {
            throw IoError(
                fmt::format("no process for a worker: {}", std::generic_category().message(errno)));
        }
        if (pid == 0)
        {
            pipe.reading.reset();
            // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg,hicpp-vararg): it has no other form
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            ::_exit(::getppid() == parent ? work(number, pipe.writing.get()) : error_exit);
        }
        m_children.push_back({.pid = pid, .pipe = std::move(pipe.reading), .number = number});
    }

    /// The worker's whole life; returns its exit code.
    int work(std::size_t number, int pipe)
    {
        try
        {
            WorkerOptions options = m_options.worker;
            // Each worker begins at another place and then takes the rest of the pool's part.
            const Shard pool = options.shard;
            options.shard = {
                pool.index * m_options.jobs + number % m_options.jobs, pool.count * m_options.jobs};
            const std::unique_ptr<Laboratory> laboratory = m_make_laboratory();
            options.stop = m_stop_workers.token();
            run_cells(m_plan, *laboratory, m_store, options,
                [pipe](CellEvent event, std::size_t cell) { send(pipe, event, cell); });
            return 0;
        }
        catch (const ConfigError& error)
        {
            send(pipe, WorkerError{.fault = WorkerError::Fault::config, .text = error.what()});
        }
        catch (const IoError& error)
        {
            send(pipe, WorkerError{.fault = WorkerError::Fault::io, .text = error.what()});
        }
        catch (const std::bad_alloc&)
        {
            send(pipe, WorkerError{.fault = WorkerError::Fault::memory, .text = "out of memory"});
        }
        catch (const std::exception& error)
        {
            send(pipe, WorkerError{.fault = WorkerError::Fault::other, .text = error.what()});
        }
        return error_exit;
    }

    /// Waits a moment for messages and deaths.
    void serve()
    {
        std::vector<pollfd> pipes;
        for (const Child& child : m_children)
        {
            pipes.push_back({.fd = child.pipe.get(), .events = POLLIN, .revents = 0});
        }
        ::poll(pipes.data(), pipes.size(), poll_ms);
        // From the last to the first, because children that ended are removed.
        for (std::size_t i = pipes.size(); i > 0; --i)
        {
            if (pipes[i - 1].revents != 0 && !read_message(m_children[i - 1]))
            {
                bury(i - 1);
            }
        }
        kill_slow();
    }

    /// False at the pipe's end.
    bool read_message(Child& child)
    {
        auto message = receive(child.pipe.get());
        if (!message)
        {
            return false;
        }
        if (auto* const error = std::get_if<WorkerError>(&*message))
        {
            child.error = std::move(*error);
        }
        else
        {
            note(child, std::get<CellNews>(*message));
        }
        return true;
    }

    void note(Child& child, const CellNews& news)
    {
        m_idle_deaths = 0;
        if (news.event == CellEvent::began)
        {
            child.has_begun = true;
            child.cell = news.cell;
            child.cell_began = Clock::now();
        }
        else
        {
            child.cell.reset();
            // Its result may have been found in the store before this message came.
            if (news.event == CellEvent::finished && !m_state.is_finished[news.cell])
            {
                m_state.is_finished[news.cell] = true;
                ++m_state.progress.finished;
            }
        }
        tell();
    }

    void kill_slow()
    {
        for (Child& child : m_children)
        {
            const bool is_slow = m_options.cell_limit && child.cell && !child.was_killed &&
                                 Clock::now() - child.cell_began > *m_options.cell_limit;
            if (is_slow)
            {
                child.was_killed = true;
                ::kill(child.pid, SIGKILL);
            }
        }
    }

    /// After the end of a worker, its cell has failed once more.
    void bury(std::size_t index)
    {
        Child child = std::move(m_children[index]);
        m_children.erase(m_children.begin() + static_cast<std::ptrdiff_t>(index));
        const ChildEnd end = wait_for_end(child.pid);
        if (child.is_dismissed)
        {
            return;
        }
        if (!end.by_signal && end.number == 0)
        {
            if (!child.has_begun)
            {
                m_rest_until = Clock::now() + look_interval;
                m_is_over = m_children.empty() && !m_options.waits;
            }
            return;
        }
        if (child.error && !child.cell)
        {
            child.error->raise();
        }
        if (child.cell)
        {
            const Cell& cell = m_plan.cells[*child.cell];
            // Another process may have finished it meanwhile.
            if (m_store.has(cell.key))
            {
                return;
            }
            m_store.add_failure(
                {.key = cell.key, .cell = m_plan.name(cell), .reason = reason(child, end)});
        }
        else if (++m_idle_deaths >= most_idle_deaths)
        {
            throw AdapterError(fmt::format(
                "{} workers died before they began a run: {}", m_idle_deaths, reason(child, end)));
        }
    }

    [[nodiscard]] std::string reason(const Child& child, const ChildEnd& end) const
    {
        if (child.was_killed)
        {
            return fmt::format(
                "took longer than {} s and was killed", m_options.cell_limit->count());
        }
        if (child.error)
        {
            return child.error->text;
        }
        if (end.by_signal)
        {
            // NOLINTNEXTLINE(concurrency-mt-unsafe): the pool has one thread
            const char* const name = ::strsignal(end.number);
            return fmt::format("its worker was ended by signal {} ({})", end.number, name);
        }
        return fmt::format("its worker exited with {}", end.number);
    }

    /// Asks the workers to end and waits for them.
    void finish()
    {
        const bool was_stopped = m_options.stop.stop_requested();
        if (was_stopped)
        {
            m_stop_workers.raise();
        }
        const Clock::time_point patience_end = Clock::now() + stop_grace;
        while (!m_children.empty())
        {
            if (was_stopped && Clock::now() > patience_end)
            {
                kill_all();
            }
            serve();
        }
        m_store.remove_leftovers(m_options.worker.claims.stale_after());
        update();
    }

    /// Their cells have not failed: the workers were told to end.
    void kill_all()
    {
        for (Child& child : m_children)
        {
            ::kill(child.pid, SIGKILL);
            child.is_dismissed = true;
        }
    }

    const Plan& m_plan;
    const LaboratoryFactory& m_make_laboratory;
    Store& m_store;
    const PoolOptions& m_options;
    SharedFlag m_stop_workers;
    const StudyProgressFunction& m_on_progress;
    State m_state;
    std::vector<Child> m_children;
    std::size_t m_started = 0;
    std::size_t m_idle_deaths = 0;
    Clock::time_point m_next_look{};
    Clock::time_point m_rest_until{};
    bool m_is_over = false;
};

}  // namespace

StudyProgress progress_of(const Plan& plan, const Store& store)
{
    return state_of(plan, store).progress;
}

StudyProgress run_study(const Plan& plan, const LaboratoryFactory& make_laboratory, Store& store,
    const PoolOptions& options, const StudyProgressFunction& on_progress)
{
    store.remove_leftovers(options.worker.claims.stale_after());
    return Pool(plan, make_laboratory, store, options, on_progress).run();
}

}  // namespace sbst::study
