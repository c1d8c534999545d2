// SPDX-License-Identifier: Apache-2.0
#include "kept_workers.hpp"
#include "launch.hpp"
#include "plan_writer.hpp"
#include "rewritten_classes.hpp"
#include "worker_driver.hpp"

#include <sbst/error.hpp>
#include <sbst/goal/exception_table.hpp>
#include <sbst/jvm/exec/worker_pool.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>

namespace sbst::jvm
{

namespace
{

/// The most tests in a message: enough to pay for it, few enough to begin reading early.
constexpr std::size_t most_tests_in_message = 25;

/// Enough messages for each worker to have one running and one waiting, and short ones: nothing
/// runs while the first message's tests are made and the last one's results are read.
std::size_t chunk_size(std::size_t requests, std::size_t jobs)
{
    constexpr std::size_t messages_a_worker = 7;
    const std::size_t messages = messages_a_worker * jobs;
    const std::size_t share = (requests + messages - 1) / messages;
    return std::clamp<std::size_t>(share, 1, most_tests_in_message);
}

void make_folder(const std::filesystem::path& folder)
{
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed)
    {
        throw IoError(fmt::format("jvm worker: the scratch folder '{}' cannot be made: {}",
            folder.string(), failed.message()));
    }
}

/// False when the system refuses another thread: the existing ones do its work.
bool start_thread(std::vector<std::jthread>& threads, const std::function<void(std::size_t)>& work,
    std::size_t number)
{
    try
    {
        threads.emplace_back(work, number);
        return true;
    }
    catch (const std::system_error&)
    {
        return false;
    }
}

std::string warning_of(std::uint32_t notes)
{
    const auto has = [notes](SandboxNote note) {
        return (notes & static_cast<std::uint32_t>(note)) != 0;
    };
    std::string open;
    open += has(SandboxNote::files_are_writable) ? " files outside the scratch folder," : "";
    open += has(SandboxNote::system_calls_are_free) ? " the network and other processes," : "";
    if (open.empty())
    {
        return open;
    }
    open.pop_back();
    return "jvm worker: this system does not let us keep subjects from" + open;
}

WorkerSettings checked(const WorkerSettings& settings)
{
    validate(settings);
    WorkerSettings result = settings;
    make_folder(settings.scratch);
    result.scratch = std::filesystem::absolute(settings.scratch);
    result.java_home = std::filesystem::absolute(settings.java_home);
    result.worker_executable = std::filesystem::absolute(settings.worker_executable);
    result.runtime_jar = std::filesystem::absolute(settings.runtime_jar);
    for (std::filesystem::path& jar : result.asm_jars)
    {
        jar = std::filesystem::absolute(jar);
    }
    return result;
}

}  // namespace

struct WorkerPool::Impl
{
    Impl(const WorkerSettings& wanted, const SubjectPlan& plan, const StopToken& stop)
      : kept(wanted.kept),
        rewritten(wanted.rewritten ? wanted.rewritten : std::make_shared<RewrittenClasses>()),
        launch(launch_of(checked(wanted), plan))
    {
        start_drivers();
        for (const auto& driver : drivers)
        {
            if (!driver->make_ready(stop))
            {
                return;
            }
        }
        isolation_warning = warning_of(drivers.front()->notes());
        read_initial_trace();
        read_load_failures();
    }

    [[nodiscard]] std::shared_ptr<const Launch> launch_of(
        const WorkerSettings& settings, const SubjectPlan& plan) const
    {
        WorkerSettings alone = settings;
        // Kept workers do not keep each other, and have their memory.
        alone.kept.reset();
        alone.rewritten.reset();
        return std::make_shared<const Launch>(Launch{std::move(alone), encode_plan(plan, settings),
            {plan.predicate_count, plan.method_count, plan.line_count, plan.mutant_count,
                plan.static_fields.size(), settings.record_outputs},
            rewritten->m_impl->memory(settings, plan)});
    }

    void start_drivers()
    {
        for (std::size_t i = 0; i < launch->settings.jobs; ++i)
        {
            std::unique_ptr<WorkerDriver> driver = kept ? kept->m_impl->take(*launch) : nullptr;
            if (driver)
            {
                driver->serve(messages);
            }
            else
            {
                driver = std::make_unique<WorkerDriver>(launch, messages);
                driver->start();
            }
            drivers.push_back(std::move(driver));
        }
        ids.assign(drivers.size(), {});
    }

    /// Leaves the drivers to other pools, or ends them, all at the same time, because each needs
    /// time to end.
    void end_drivers()
    {
        if (kept)
        {
            for (auto& driver : drivers)
            {
                kept->m_impl->leave(std::move(driver));
            }
        }
        else
        {
            begin_kill();
        }
        drivers.clear();
    }

    void change_plan(const WorkerSettings& wanted, const SubjectPlan& plan)
    {
        earlier = counters();
        end_drivers();
        std::erase_if(messages,
            [](const SetUpMessage& message) { return message.kind == MessageKind::static_fields; });
        WorkerSettings settings = launch->settings;
        settings.record_lines = wanted.record_lines;
        settings.record_outputs = wanted.record_outputs;
        launch = launch_of(settings, plan);
        start_drivers();
    }

    ~Impl() { end_drivers(); }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    Impl(Impl&&) = delete;
    Impl& operator=(Impl&&) = delete;

    void begin_kill() const
    {
        for (const auto& driver : drivers)
        {
            driver->begin_kill();
        }
    }

    void read_initial_trace()
    {
        const std::vector<std::byte> touched =
            drivers.front()->ask({MessageKind::initial_trace, 1, {}});
        WireReader reader(touched);
        read_touched(reader, launch->limits, initial_trace);
        if (reader.is_broken())
        {
            throw AdapterError("jvm worker: the trace of loading the subject cannot be read");
        }
        initial_trace.was_run = true;
    }

    void read_load_failures()
    {
        const std::vector<std::byte> answer =
            drivers.front()->ask({MessageKind::load_failures, 1, {}});
        WireReader reader(answer);
        constexpr std::size_t least_bytes = 8;
        for (std::size_t left = reader.get_count(least_bytes); left > 0; --left)
        {
            const std::string name = reader.get_name();
            load_failures[name] = reader.get_name();
        }
        if (reader.is_broken())
        {
            throw AdapterError(
                "jvm worker: the list of classes that could not be loaded cannot be read");
        }
    }

    /// Splits a long message between entries, so that each part fits.
    void add_message(MessageKind kind, const std::vector<std::vector<std::byte>>& entries)
    {
        SetUpMessage message{kind, 0, {}};
        for (const std::vector<std::byte>& entry : entries)
        {
            if (entry.size() > WorkerProcess::max_payload())
            {
                throw AdapterError("jvm worker: one entry of a message is too long");
            }
            if (message.payload.size() + entry.size() > WorkerProcess::max_payload())
            {
                messages.push_back(std::exchange(message, SetUpMessage{kind, 0, {}}));
            }
            message.payload.insert(message.payload.end(), entry.begin(), entry.end());
            ++message.count;
        }
        if (message.count > 0)
        {
            messages.push_back(std::move(message));
        }
    }

    /// Lets drivers take the queue's tests. Tests that one hands back are taken by the others.
    /// @throws AdapterError, IoError or OutOfMemory when no driver is left although the queue is
    /// not empty.
    void work(RunQueue& queue)
    {
        std::vector<bool> is_lost(drivers.size(), false);
        std::exception_ptr lost;
        const auto workers =
            static_cast<std::ptrdiff_t>(std::min(drivers.size(), queue.requests.size()));
        do
        {
            work_once(queue, is_lost, lost);
        } while (queue.has_more() && !queue.stop.stop_requested() &&
                 std::find(is_lost.begin(), is_lost.begin() + workers, false) !=
                     is_lost.begin() + workers);
        if (lost && queue.has_more() && !queue.stop.stop_requested())
        {
            std::rethrow_exception(lost);
        }
    }

    void work_once(RunQueue& queue, std::vector<bool>& is_lost, std::exception_ptr& lost)
    {
        std::exception_ptr failure;
        std::mutex failure_mutex;
        const auto run_one = [&](std::size_t number) {
            try
            {
                const std::exception_ptr broken = failure_of_harness(
                    [&] { drivers[number]->run(queue, static_cast<std::uint32_t>(number)); });
                if (broken)
                {
                    const std::lock_guard lock(failure_mutex);
                    is_lost[number] = true;
                    lost = broken;
                }
            }
            catch (...)
            {
                const std::lock_guard lock(failure_mutex);
                failure = std::current_exception();
            }
        };
        std::vector<std::size_t> able;
        for (std::size_t i = 0; i < std::min(drivers.size(), queue.requests.size()); ++i)
        {
            if (!is_lost[i])
            {
                able.push_back(i);
            }
        }
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 1; i < able.size() && start_thread(threads, run_one, able[i]); ++i)
            {
            }
            run_one(able.front());
        }
        if (failure)
        {
            std::rethrow_exception(failure);
        }
    }

    /// Gives each thrown exception its id, in the order of the requests, whichever driver met it
    /// first.
    void number_exceptions(const RunQueue& queue)
    {
        for (std::size_t i = 0; i < queue.requests.size(); ++i)
        {
            for (CallOutcome& call : queue.traces[i].calls)
            {
                if (call.kind == OutcomeKind::threw)
                {
                    call.exception = id_of(queue.driver_of[i], call.exception);
                }
            }
        }
    }

    ExceptionId id_of(std::size_t driver, ExceptionId own)
    {
        const std::size_t index = own.index();
        std::vector<ExceptionId>& known = ids[driver];
        known.resize(std::max(known.size(), index + 1));
        if (!known[index].is_valid())
        {
            known[index] = exceptions.add(drivers[driver]->exceptions().name(own)).id;
        }
        return known[index];
    }

    [[nodiscard]] PoolCounters counters() const
    {
        PoolCounters sum = earlier;
        for (const auto& driver : drivers)
        {
            const PoolCounters& one = driver->counters();
            sum.tests += one.tests;
            sum.budget_stops += one.budget_stops;
            sum.watchdog_stops += one.watchdog_stops;
            sum.stack_overflows += one.stack_overflows;
            sum.out_of_memory += one.out_of_memory;
            sum.exits += one.exits;
            sum.not_linked += one.not_linked;
            sum.too_large += one.too_large;
            sum.deaths += one.deaths;
            sum.refused += one.refused;
            sum.reruns += one.reruns;
            sum.respawns += one.respawns;
            for (const auto& [error, tests] : one.link_errors)
            {
                sum.link_errors[error] += tests;
            }
        }
        while (sum.link_errors.size() > PoolCounters::most_link_errors)
        {
            sum.link_errors.erase(std::prev(sum.link_errors.end()));
        }
        sum.seconds = std::chrono::duration<double>(waited).count();
        return sum;
    }

    std::shared_ptr<KeptWorkers> kept;
    std::shared_ptr<RewrittenClasses> rewritten;
    std::shared_ptr<const Launch> launch;
    std::vector<SetUpMessage> messages;
    std::vector<std::unique_ptr<WorkerDriver>> drivers;
    /// Counts of drivers before those.
    PoolCounters earlier;
    ExceptionTable exceptions;
    /// By driver, by its own number of an exception.
    std::vector<std::vector<ExceptionId>> ids;
    std::chrono::steady_clock::duration waited{};
    std::string isolation_warning;
    Trace initial_trace;
    std::map<std::string, std::string> load_failures;
};

WorkerPool::WorkerPool(
    const WorkerSettings& settings, const SubjectPlan& plan, const StopToken& stop)
  : m_impl(std::make_unique<Impl>(settings, plan, stop))
{}

WorkerPool::~WorkerPool() = default;
WorkerPool::WorkerPool(WorkerPool&&) noexcept = default;
WorkerPool& WorkerPool::operator=(WorkerPool&&) noexcept = default;

void WorkerPool::add_callables(std::span<const JavaCallable> callables)
{
    std::vector<std::vector<std::byte>> entries;
    for (const JavaCallable& callable : callables)
    {
        append_callable(entries.emplace_back(), callable);
    }
    m_impl->add_message(MessageKind::callables, entries);
}

void WorkerPool::add_static_fields(std::span<const StaticFieldPlan> fields)
{
    std::vector<std::vector<std::byte>> entries;
    for (const StaticFieldPlan& field : fields)
    {
        append_static_field(entries.emplace_back(), field);
    }
    m_impl->add_message(MessageKind::static_fields, entries);
}

void WorkerPool::set_observers(
    std::string_view class_name, std::span<const std::uint32_t> callables)
{
    std::vector<std::byte> entry;
    put_name(entry, class_name);
    put(entry, static_cast<std::uint32_t>(callables.size()));
    for (const std::uint32_t callable : callables)
    {
        put(entry, callable);
    }
    m_impl->add_message(MessageKind::observers, {entry});
}

void WorkerPool::run(std::span<const TestRun> requests, std::span<Trace> traces,
    std::span<RunDetail> details, const StopToken& stop, const PrepareRuns& prepare)
{
    assert(traces.size() == requests.size());
    assert(details.empty() || details.size() == requests.size());
    const auto begin = std::chrono::steady_clock::now();
    for (Trace& trace : traces)
    {
        trace.clear();
    }
    for (RunDetail& detail : details)
    {
        detail.clear();
    }
    RunQueue queue{requests, traces, details, stop, prepare,
        chunk_size(requests.size(), m_impl->drivers.size())};
    queue.driver_of.resize(requests.size());
    std::exception_ptr lost;
    if (!requests.empty())
    {
        lost = failure_of_harness([&] { m_impl->work(queue); });
        m_impl->number_exceptions(queue);
    }
    m_impl->waited += std::chrono::steady_clock::now() - begin;
    if (lost)
    {
        std::rethrow_exception(lost);
    }
}

void WorkerPool::renew()
{
    m_impl->begin_kill();
    for (const auto& driver : m_impl->drivers)
    {
        driver->start();
    }
}

const std::vector<std::string>& WorkerPool::exceptions() const
{
    return m_impl->exceptions.names();
}

void WorkerPool::change_plan(const WorkerSettings& settings, const SubjectPlan& plan)
{
    m_impl->change_plan(settings, plan);
}

PoolCounters WorkerPool::counters() const
{
    return m_impl->counters();
}

StartTimes WorkerPool::start_times() const
{
    return m_impl->drivers.front()->start_times();
}

std::vector<MutantId> WorkerPool::unbuilt_mutants()
{
    const std::vector<std::byte> answer =
        m_impl->drivers.front()->ask({MessageKind::unbuilt_mutants, 1, {}});
    WireReader reader(answer);
    std::vector<MutantId> unbuilt;
    for (std::size_t left = reader.get_count(sizeof(std::uint32_t)); left > 0; --left)
    {
        const auto number = reader.get<std::uint32_t>();
        if (number >= m_impl->launch->limits.mutants)
        {
            reader.fail();
            break;
        }
        unbuilt.emplace_back(number);
    }
    if (reader.is_broken())
    {
        throw AdapterError(
            "jvm worker: the list of mutants that code does not have cannot be read");
    }
    return unbuilt;
}

std::optional<std::vector<std::byte>> WorkerPool::class_bytes(std::string_view internal_name)
{
    SetUpMessage message{MessageKind::class_bytes, 1, {}};
    put_name(message.payload, internal_name);
    std::vector<std::byte> answer = m_impl->drivers.front()->ask(message);
    if (answer.empty() || answer.front() == std::byte{0})
    {
        return std::nullopt;
    }
    answer.erase(answer.begin());
    return answer;
}

const Trace& WorkerPool::initial_trace() const
{
    return m_impl->initial_trace;
}

const std::map<std::string, std::string>& WorkerPool::load_failures() const
{
    return m_impl->load_failures;
}

const std::string& WorkerPool::isolation_warning() const
{
    return m_impl->isolation_warning;
}

}  // namespace sbst::jvm
