// SPDX-License-Identifier: Apache-2.0
#include "worker_driver.hpp"

#include "machine_failure.hpp"
#include "plan_writer.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace sbst::jvm
{

namespace
{

/// A worker that dies this often without a result is broken for another reason than a test.
constexpr std::size_t most_vain_deaths = 5;
/// Size, record, mutant and surroundings of each test.
// ActiveMutant.java knows it.
constexpr std::int32_t no_mutant = -1;
constexpr std::size_t test_header_bytes = 16;

OutcomeKind outcome_of(StopCause cause)
{
    const bool is_time =
        cause == StopCause::budget || cause == StopCause::watchdog || cause == StopCause::death;
    return is_time ? OutcomeKind::timed_out : OutcomeKind::unsupported;
}

/// Number of calls of a test as TestWriter writes it.
std::size_t call_count(std::span<const std::byte> test)
{
    return WireReader(test).get<std::uint16_t>();
}

}  // namespace

WorkerDriver::WorkerDriver(
    std::shared_ptr<const Launch> launch, const std::vector<SetUpMessage>& messages)
  : m_launch(std::move(launch)),
    m_messages(&messages),
    m_process(m_launch->settings, m_launch->plan, *m_launch->rewritten)
{}

void WorkerDriver::serve(const std::vector<SetUpMessage>& messages)
{
    m_messages = &messages;
    m_set_up_count = 0;
    m_counters = {};
}

RunDetail* WorkerDriver::detail_of(std::size_t index)
{
    return m_queue->details.empty() ? nullptr : &m_queue->details[index];
}

void WorkerDriver::start()
{
    m_process.kill();
    m_counters.respawns += m_has_started ? 1U : 0U;
    m_has_started = true;
    m_wants_respawn = false;
    m_is_up = false;
    m_has_run = false;
    m_exceptions.begin_process();
    m_told.clear();
    m_limits = m_launch->limits;
    m_set_up_count = 0;
    m_process.spawn();
}

bool WorkerDriver::make_ready(const StopToken& stop)
{
    using Wait = WorkerProcess::Wait;
    if (m_process.is_running() && m_is_up && m_set_up_count == m_messages->size())
    {
        return true;
    }
    if (was_told_otherwise())
    {
        m_process.kill();
    }
    for (std::size_t ends = 0; ends < most_starts; ++ends)
    {
        if (stop.stop_requested())
        {
            return false;
        }
        if (!m_process.is_running())
        {
            start();
        }
        Wait wait = m_is_up ? Wait::answered : m_process.await_ready(stop);
        if (wait == Wait::answered)
        {
            m_is_up = true;
            wait = finish_set_up(stop);
        }
        if (wait == Wait::answered)
        {
            return true;
        }
        m_deaths_by_statics +=
            m_is_up && wait == Wait::died &&
                    (*m_messages)[m_set_up_count].kind == MessageKind::static_fields ?
                1U :
                0U;
        m_process.kill();
        if (wait == Wait::stopped)
        {
            return false;
        }
    }
    detail::fail_of_process(
        fmt::format("jvm worker: {} in a row ended before they were ready for tests, the last one "
                    "{}: {}",
            most_starts,
            m_is_up ? fmt::format("over message {} of {}", m_set_up_count + 1, m_messages->size()) :
                      std::string("while starting"),
            m_process.end_text()));
}

bool WorkerDriver::was_told_otherwise() const
{
    const std::size_t common = std::min(m_told.size(), m_messages->size());
    const auto more = m_told.begin() + static_cast<std::ptrdiff_t>(common);
    // More callables than the pool has do no harm: no test of it names them.
    const auto has = [](auto begin, auto end, MessageKind kind) {
        return std::any_of(
            begin, end, [kind](const SetUpMessage& message) { return message.kind == kind; });
    };
    const auto untold = m_messages->begin() + static_cast<std::ptrdiff_t>(common);
    // Callables are known by their number: what was told cannot be taken back.
    return !std::equal(m_told.begin(), more, m_messages->begin()) ||
           has(more, m_told.end(), MessageKind::observers) ||
           has(more, m_told.end(), MessageKind::static_fields) ||
           // Earlier tests may have changed them.
           (m_has_run && has(untold, m_messages->end(), MessageKind::static_fields));
}

/// Sends what every worker gets before its first test.
WorkerProcess::Wait WorkerDriver::finish_set_up(const StopToken& stop)
{
    while (m_set_up_count < m_messages->size())
    {
        const SetUpMessage& message = (*m_messages)[m_set_up_count];
        if (m_set_up_count < m_told.size())
        {
            ++m_set_up_count;
            continue;
        }
        const bool is_deadly =
            message.kind == MessageKind::static_fields && m_deaths_by_statics + 1 >= most_starts;
        m_process.post(message.kind, message.count,
            is_deadly ? encode_places_of_fields(message.count) : message.payload);
        const WorkerProcess::Wait wait = m_process.wait(stop);
        if (wait != WorkerProcess::Wait::answered)
        {
            return wait;
        }
        m_process.take();
        m_told.push_back(message);
        m_limits.static_fields += message.kind == MessageKind::static_fields ? message.count : 0;
        ++m_set_up_count;
    }
    return WorkerProcess::Wait::answered;
}

std::vector<std::byte> WorkerDriver::ask(const SetUpMessage& message)
{
    begin();
    for (std::size_t ends = 0; ends < most_starts; ++ends)
    {
        static_cast<void>(make_ready());
        m_process.post(message.kind, message.count, message.payload);
        if (m_process.wait() == WorkerProcess::Wait::answered)
        {
            const std::span<const std::byte> payload = m_process.payload();
            std::vector<std::byte> answer(payload.begin(), payload.end());
            m_process.take();
            return answer;
        }
        m_process.kill();
    }
    throw AdapterError("jvm worker: ended over a question: " + m_process.end_text());
}

void WorkerDriver::run(RunQueue& queue, std::uint32_t number)
{
    m_queue = &queue;
    m_number = number;
    begin();
    try
    {
        run_queue();
    }
    catch (const std::exception&)
    {
        hand_back();
        throw;
    }
}

/// Prepares the driver, even after a run that was stopped or ended by an error.
void WorkerDriver::begin()
{
    if (m_process.in_flight() != 0)
    {
        m_process.kill();
    }
    m_batches.clear();
    m_again.clear();
    m_is_garbage = false;
    m_vain_deaths = 0;
}

void WorkerDriver::run_queue()
{
    while (true)
    {
        // If a worker ended during several messages, each is handled before another worker starts.
        if (m_batches.empty() && !make_ready(m_queue->stop))
        {
            abandon();
            return;
        }
        post_batches();
        if (m_batches.empty())
        {
            return;
        }
        switch (m_process.wait(m_queue->stop))
        {
            case WorkerProcess::Wait::answered:
                take_answer();
                break;
            case WorkerProcess::Wait::died:
                bury();
                break;
            case WorkerProcess::Wait::stopped:
                m_process.kill();
                abandon();
                return;
        }
        if (m_is_garbage)
        {
            m_process.kill();
            bury();
        }
        if (m_wants_respawn && m_batches.empty())
        {
            m_process.kill();
        }
    }
}

/// The taken tests were not run.
void WorkerDriver::forget(const Batch& batch)
{
    for (const Job& job : batch)
    {
        m_queue->traces[job.index].clear();
    }
}

/// Gives up the taken tests.
void WorkerDriver::abandon()
{
    for (const Batch& batch : m_batches)
    {
        forget(batch);
    }
    forget({m_again.begin(), m_again.end()});
    m_batches.clear();
    m_again.clear();
}

/// Leaves the taken tests to other drivers.
void WorkerDriver::hand_back()
{
    m_process.kill();
    const std::lock_guard lock(m_queue->handed_back_mutex);
    for (const Batch& batch : m_batches)
    {
        m_queue->handed_back.insert(m_queue->handed_back.end(), batch.begin(), batch.end());
    }
    m_queue->handed_back.insert(m_queue->handed_back.end(), m_again.begin(), m_again.end());
    abandon();
}

void WorkerDriver::post_batches()
{
    // Tests are sent ahead, so that the worker is busy while results are read; not after a respawn.
    while (m_process.has_room() && !m_wants_respawn)
    {
        Batch batch = next_batch();
        if (batch.empty())
        {
            return;
        }
        post(std::move(batch));
    }
}

void WorkerDriver::take_handed_back()
{
    if (m_again.empty())
    {
        const std::lock_guard lock(m_queue->handed_back_mutex);
        m_again.assign(m_queue->handed_back.begin(), m_queue->handed_back.end());
        m_queue->handed_back.clear();
    }
}

WorkerDriver::Batch WorkerDriver::next_batch()
{
    Batch batch;
    if (m_queue->stop.stop_requested())
    {
        forget({m_again.begin(), m_again.end()});
        m_again.clear();
        return batch;
    }
    take_handed_back();
    std::size_t bytes = 0;
    const auto fits = [&](std::size_t index) {
        const std::size_t size = m_queue->requests[index].test.size() + test_header_bytes;
        if (!batch.empty() && bytes + size > WorkerProcess::max_payload())
        {
            return false;
        }
        bytes += size;
        return true;
    };
    while (!m_again.empty() && batch.size() < m_queue->chunk)
    {
        const Job job = m_again.front();
        const bool is_apart = job.is_alone || (!batch.empty() && batch.front().is_alone);
        if ((is_apart && !batch.empty()) || !fits(job.index))
        {
            return batch;
        }
        batch.push_back(job);
        m_again.pop_front();
    }
    if (!batch.empty())
    {
        return batch;
    }
    const std::size_t first = m_queue->next.fetch_add(m_queue->chunk);
    const std::size_t last = std::min(first + m_queue->chunk, m_queue->requests.size());
    if (m_queue->prepare && first < last)
    {
        m_queue->prepare(first, last);
    }
    for (std::size_t i = first; i < last; ++i)
    {
        if (m_queue->requests[i].test.size() + test_header_bytes > WorkerProcess::max_payload())
        {
            blame({i, true}, StopCause::too_large, 0);
        }
        else if (m_again.empty() && fits(i))
        {
            batch.push_back({i, false});
        }
        else
        {
            m_again.push_back({i, false});
        }
    }
    return batch.empty() && first < m_queue->requests.size() ? next_batch() : batch;
}

void WorkerDriver::post(Batch batch)
{
    m_payload.clear();
    for (const Job& job : batch)
    {
        const TestRun& request = m_queue->requests[job.index];
        put(m_payload, static_cast<std::uint32_t>(
                           request.test.size() + test_header_bytes - sizeof(std::uint32_t)));
        put(m_payload, static_cast<std::uint32_t>(request.record));
        put(m_payload, request.mutant.is_valid() ?
                           static_cast<std::int32_t>(request.mutant.index()) :
                           no_mutant);
        const auto& [own, numbers] = request.circumstances;
        put(m_payload, static_cast<std::uint8_t>(own.language));
        put(m_payload, static_cast<std::uint8_t>(own.zone));
        put(m_payload, numbers);
        put_bytes(m_payload, request.test.data(), request.test.size());
        m_counters.reruns += job.is_alone ? 1U : 0U;
    }
    m_has_run = true;
    m_process.post(MessageKind::tests, batch.size(), m_payload);
    m_batches.push_back(std::move(batch));
}

void WorkerDriver::take_answer()
{
    const Batch batch = std::move(m_batches.front());
    m_batches.pop_front();
    const ResponseHeader header = m_process.header();
    m_wants_respawn |= header.wants_respawn();
    take_results(batch, header.completed, m_process.payload().size());
    m_process.take();
}

void WorkerDriver::take_results(const Batch& batch, std::size_t completed, std::size_t bytes)
{
    WireReader reader(m_process.payload().first(bytes));
    const std::size_t expected = std::min(completed, batch.size());
    std::size_t taken = 0;
    while (taken < expected && !reader.is_broken())
    {
        take_result(batch[taken], reader);
        taken += reader.is_broken() ? 0U : 1U;
    }
    m_is_garbage = reader.is_broken();
    m_vain_deaths = taken > 0 ? 0 : m_vain_deaths;
    // The others run again, in order, before everything else.
    m_again.insert(
        m_again.begin(), batch.begin() + static_cast<std::ptrdiff_t>(taken), batch.end());
    if (m_is_garbage)
    {
        const Job guilty = m_again.front();
        m_again.pop_front();
        if (guilty.is_alone)
        {
            blame(guilty, StopCause::death, 0);
        }
        else
        {
            m_again.push_front({guilty.index, true});
        }
    }
}

void WorkerDriver::take_result(const Job& job, WireReader& reader)
{
    Trace& trace = m_queue->traces[job.index];
    RunDetail unwanted;
    RunDetail* const wanted = detail_of(job.index);
    RunDetail& detail = wanted == nullptr ? unwanted : *wanted;
    trace.clear();
    detail.clear();
    const StopCause cause = read_result(reader, m_limits, m_exceptions, trace, &detail);
    if (reader.is_broken())
    {
        trace.clear();
        return;
    }
    m_queue->driver_of[job.index] = m_number;
    if (cause == StopCause::watchdog && !job.is_alone)
    {
        // It may have been the machine's fault.
        m_again.push_back({job.index, true});
        return;
    }
    note_link_error(detail.link_error);
    if (cause != StopCause::none)
    {
        const std::string link_error = std::move(detail.link_error);
        blame(job, cause, trace.calls.size());
        detail.link_error = link_error;
        return;
    }
    trace.calls.resize(call_count(m_queue->requests[job.index].test));
    ++m_counters.tests;
    m_counters.refused += detail.was_refused_here ? 1U : 0U;
}

void WorkerDriver::note_link_error(const std::string& error)
{
    auto& known = m_counters.link_errors;
    if (!error.empty())
    {
        ++known[error];
        // The first by their texts, so that they do not depend on the number of workers.
        if (known.size() > PoolCounters::most_link_errors)
        {
            known.erase(std::prev(known.end()));
        }
    }
}

void WorkerDriver::blame(const Job& job, StopCause cause, std::size_t call)
{
    Trace& trace = m_queue->traces[job.index];
    const std::size_t calls = call_count(m_queue->requests[job.index].test);
    trace.clear();
    trace.was_run = true;
    trace.calls.resize(calls);
    call = std::min(call, calls == 0 ? 0 : calls - 1);
    for (std::size_t i = 0; i < call; ++i)
    {
        trace.calls[i].kind = OutcomeKind::returned;
    }
    if (calls > 0)
    {
        trace.calls[call].kind = outcome_of(cause);
    }
    if (RunDetail* detail = detail_of(job.index))
    {
        detail->clear();
        detail->stop = cause;
    }
    ++m_counters.tests;
    count(cause);
}

void WorkerDriver::count(StopCause cause)
{
    switch (cause)
    {
        case StopCause::refused:
        case StopCause::none:
            break;
        case StopCause::budget:
            ++m_counters.budget_stops;
            break;
        case StopCause::watchdog:
            ++m_counters.watchdog_stops;
            break;
        case StopCause::stack_overflow:
            ++m_counters.stack_overflows;
            break;
        case StopCause::out_of_memory:
            ++m_counters.out_of_memory;
            break;
        case StopCause::exit:
            ++m_counters.exits;
            break;
        case StopCause::not_linked:
            ++m_counters.not_linked;
            break;
        case StopCause::too_large:
            ++m_counters.too_large;
            break;
        case StopCause::death:
            ++m_counters.deaths;
            break;
    }
}

void WorkerDriver::bury()
{
    if (++m_vain_deaths > most_vain_deaths)
    {
        throw AdapterError(fmt::format("jvm worker: ended {} times in a row without a result: {}",
            m_vain_deaths, m_process.end_text()));
    }
    if (!m_batches.empty() && !m_is_garbage)
    {
        // 1. Results written before the death count.
        const Batch batch = std::move(m_batches.front());
        m_batches.pop_front();
        const ResponseHeader header = m_process.header();
        const std::uint32_t current = m_process.current_test();
        const std::uint32_t call = m_process.current_call();
        const std::size_t before = m_again.size();
        take_results(batch, header.completed, m_process.payload().size());
        // 2. The running test runs again alone, or is blamed.
        const bool has_guilty = !m_is_garbage && current != no_test &&
                                current == header.completed && current < batch.size() &&
                                m_again.size() > before;
        if (has_guilty)
        {
            Job& guilty = m_again.front();
            if (guilty.is_alone)
            {
                blame(guilty, StopCause::death, call);
                m_again.pop_front();
                m_vain_deaths = 0;
            }
            else
            {
                guilty.is_alone = true;
            }
        }
    }
    // 3. Tests sent after it run again.
    while (!m_batches.empty())
    {
        m_again.insert(m_again.end(), m_batches.front().begin(), m_batches.front().end());
        m_batches.pop_front();
    }
    m_is_garbage = false;
    m_process.kill();
}

}  // namespace sbst::jvm
