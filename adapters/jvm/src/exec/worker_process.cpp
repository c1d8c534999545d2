// SPDX-License-Identifier: Apache-2.0
#include "worker_process.hpp"

#include "machine_failure.hpp"
#include "memory_file.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace sbst::jvm
{

namespace
{

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds longest_wait{20};
/// In the worker's own time: its watchdog gives up after about 30 limits, the parent later.
constexpr int patience_factor = 50;
constexpr milliseconds least_patience{2000};
/// The initialisation of one class may take this fraction of the start limit.
constexpr int starts_share = 6;
/// The time that running tests still get when a run is stopped.
constexpr milliseconds patience_after_stop{200};

std::string boot_class_path(const WorkerSettings& settings)
{
    std::string path = "-Xbootclasspath/a:" + settings.runtime_jar.string();
    for (const std::filesystem::path& jar : settings.asm_jars)
    {
        path += ":" + jar.string();
    }
    return path;
}

/// All exceptions are like the first of their kind, even after JIT compilation.
std::string stack_trace_option(const WorkerSettings& settings)
{
    return settings.has_stack_traces ? "-XX:-OmitStackTraceInFastThrow" :
                                       "-XX:-StackTraceInThrowable";
}

}  // namespace

WorkerProcess::WorkerProcess(
    const WorkerSettings& settings, std::span<const std::byte> plan, const Descriptor& rewritten)
  : m_settings(&settings),
    m_rewritten(&rewritten),
    m_folder(settings.scratch, "worker"),
    m_memory_file(make_memory_file("sbst-jvm-block", block_bytes)),
    m_plan_file(make_memory_file("sbst-jvm-plan", 0))
{
    if (!write_all(m_plan_file.get(), {reinterpret_cast<const char*>(plan.data()), plan.size()}))
    {
        fail_to("write the plan");
    }
    void* memory =
        mmap(nullptr, block_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, m_memory_file.get(), 0);
    if (memory == MAP_FAILED)
    {
        fail_to("map shared memory");
    }
    m_block = SharedBlock(static_cast<std::byte*>(memory));
}

WorkerProcess::~WorkerProcess()
{
    kill();
    munmap(m_block.memory(), block_bytes);
}

std::vector<std::string> WorkerProcess::arguments() const
{
    const std::string here(worker_folder);
    const bool is_usual = m_settings->occasion == Occasion::usual;
    return {m_settings->worker_executable.string(),
        (m_settings->java_home / "lib" / "server" / "libjvm.so").string(),
        std::to_string(m_settings->test_limit.count()),
        std::to_string(std::max<std::int64_t>(m_settings->start_limit.count() / starts_share, 1)),
        m_folder.path().string(), m_settings->is_isolated ? "isolated" : "open",
        boot_class_path(*m_settings), fmt::format("-Xmx{}m", m_settings->heap_megabytes),
        // As build tools do. The boot class path, including our runtime, is not affected.
        "-enableassertions",
        // A search ends before the second compiler has repaid its own time and the counters that it
        // needs in the code of the first one.
        "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xrs", "-XX:-UsePerfData",
        "-XX:ErrorFile=/dev/null", "-XX:-CreateCoredumpOnCrash", "-XX:+UnlockExperimentalVMOptions",
        "-XX:hashCode=2", stack_trace_option(*m_settings), "-Djava.io.tmpdir=" + here,
        // Without a path the loader of the system would have the current folder on it.
        "-Djava.class.path=/dev/null/none", "-Duser.home=" + here, "-Duser.dir=" + here,
        "-Duser.name=sbst", is_usual ? "-Duser.language=en" : "-Duser.language=de",
        is_usual ? "-Duser.country=US" : "-Duser.country=DE",
        is_usual ? "-Duser.timezone=UTC" : "-Duser.timezone=America/St_Johns",
        "-Dfile.encoding=UTF-8", "-Djava.awt.headless=true"};
}

void WorkerProcess::spawn()
{
    kill();
    m_folder.empty();
    std::memset(m_block.memory(), 0, control_bytes);
    m_block.word(ControlWord::magic).store(block_magic);
    m_block.word(ControlWord::version).store(block_version);
    m_block.word(ControlWord::slots).store(slot_count);
    m_block.word(ControlWord::request_capacity).store(request_bytes);
    m_block.word(ControlWord::response_capacity).store(response_bytes);
    m_posted = 0;
    m_taken = 0;
    m_end = {};
    m_killed_because.clear();
    m_log_file = make_memory_file("sbst-jvm-log", 0);
    Pipe lifetime = make_pipe();
    if (!lifetime.reading.is_open())
    {
        fail_to("make a pipe");
    }
    const Descriptor reading = moved_up(std::move(lifetime.reading));
    m_lifetime = moved_up(std::move(lifetime.writing));
    ChildFiles files;
    files.open(STDIN_FILENO, "/dev/null", O_RDONLY);
    files.give(m_log_file.get(), STDOUT_FILENO);
    files.give(m_log_file.get(), STDERR_FILENO);
    files.give(m_memory_file.get(), block_descriptor);
    files.give(m_plan_file.get(), plan_descriptor);
    files.give(reading.get(), lifetime_descriptor);
    files.give(m_rewritten->get(), rewritten_descriptor);
    m_process = ChildProcess({arguments(), {"LC_ALL=C.UTF-8", "TZ=UTC", "PATH=/usr/bin:/bin",
                                               "HOME=" + std::string(worker_folder)}},
        files);
}

WorkerProcess::Wait WorkerProcess::await_ready(const StopToken& stop)
{
    constexpr auto starting = static_cast<std::uint32_t>(WorkerState::starting);
    const auto state = m_block.word(ControlWord::state);
    OwnTime own_time(m_process.id());
    own_time.look();
    const auto begin = Clock::now();
    while (state.load() == starting)
    {
        m_block.wait(ControlWord::state, starting, longest_wait);
        if (state.load() != starting)
        {
            break;
        }
        if (has_ended())
        {
            // It may have written the reason just before.
            if (state.load() == starting)
            {
                return Wait::died;
            }
            break;
        }
        if (stop.stop_requested())
        {
            return Wait::stopped;
        }
        const auto own = own_time.look();
        m_start_times = {.clock = Clock::now() - begin, .own = own};
        if (own > m_settings->start_limit)
        {
            kill();
            m_killed_because =
                fmt::format("not ready after {} ms of its own", m_settings->start_limit.count());
            return Wait::died;
        }
    }
    if (state.load() != static_cast<std::uint32_t>(WorkerState::ready))
    {
        std::uint32_t length = 0;
        std::memcpy(&length, m_block.response(0), sizeof(length));
        const std::size_t shown = std::min<std::size_t>(length, 4096);
        const std::string reason(
            reinterpret_cast<const char*>(m_block.response(0)) + sizeof(length), shown);
        kill();
        detail::fail_of_process(fmt::format("jvm worker: {}\n{}", reason, said()));
    }
    return Wait::answered;
}

std::string WorkerProcess::said() const
{
    constexpr std::size_t most = 4096;
    std::string text(most, '\0');
    const ssize_t length = pread(m_log_file.get(), text.data(), text.size(), 0);
    text.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
    return text;
}

void WorkerProcess::kill()
{
    m_end = m_process.kill().value_or(m_end);
}

bool WorkerProcess::has_ended()
{
    if (m_process.is_there() && m_process.end())
    {
        kill();
    }
    return !m_process.is_there();
}

std::string WorkerProcess::end_text() const
{
    std::string text = m_killed_because;
    if (text.empty())
    {
        text = fmt::format("{} {}", m_end.by_signal ? "signal" : "exit code", m_end.number);
    }
    const std::string words = said();
    return words.empty() ? text : fmt::format("{}: {}", text, words);
}

void WorkerProcess::post(MessageKind kind, std::size_t count, std::span<const std::byte> payload)
{
    assert(has_room() && payload.size() <= max_payload());
    std::byte* request = m_block.request(slot_of(m_posted));
    const std::array<std::uint32_t, 3> header{static_cast<std::uint32_t>(kind),
        static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(payload.size())};
    std::memcpy(request, header.data(), sizeof(header));
    if (!payload.empty())
    {
        std::memcpy(request + request_header, payload.data(), payload.size());
    }
    std::memset(m_block.response(slot_of(m_posted)), 0, response_header);
    ++m_posted;
    m_is_loading = kind == MessageKind::static_fields;
    m_block.word(ControlWord::request_sequence).store(m_posted);
    if (m_block.word(ControlWord::worker_sleeps).load() != 0)
    {
        m_block.wake(ControlWord::request_sequence);
    }
}

bool WorkerProcess::is_stuck(OwnTime& own_time)
{
    const std::uint64_t progress = m_block.run_word().load() >> 2U;
    if (progress != m_seen_progress)
    {
        m_seen_progress = progress;
        own_time.restart();
    }
    const milliseconds patience =
        std::max<milliseconds>(least_patience, patience_factor * m_settings->test_limit);
    return own_time.look() >
           (m_is_loading ? std::max(patience, m_settings->start_limit) : patience);
}

WorkerProcess::Wait WorkerProcess::wait(const StopToken& stop)
{
    const auto answered = m_block.word(ControlWord::response_sequence);
    // Sequences are compared by difference: they may wrap, and a broken worker may write any.
    const auto is_answered = [&] {
        return static_cast<std::int32_t>(answered.load(std::memory_order_acquire) - m_taken) > 0;
    };
    if (is_soon(is_answered))
    {
        return Wait::answered;
    }
    std::optional<Clock::time_point> asked;
    OwnTime own_time(m_process.id());
    while (!is_answered())
    {
        m_block.word(ControlWord::parent_sleeps).store(1);
        const std::uint32_t seen = answered.load();
        if (!is_answered())
        {
            m_block.wait(ControlWord::response_sequence, seen, longest_wait);
        }
        m_block.word(ControlWord::parent_sleeps).store(0);
        if (is_answered())
        {
            break;
        }
        if (has_ended())
        {
            return is_answered() ? Wait::answered : Wait::died;
        }
        if (stop.stop_requested())
        {
            asked = asked.value_or(Clock::now());
            if (Clock::now() - *asked > patience_after_stop)
            {
                return Wait::stopped;
            }
        }
        if (is_stuck(own_time))
        {
            kill();
            m_killed_because = "killed: it made no progress";
            return Wait::died;
        }
    }
    return Wait::answered;
}

ResponseHeader WorkerProcess::header() const
{
    ResponseHeader header;
    std::memcpy(&header, m_block.response(slot_of(m_taken)), sizeof(header));
    return header;
}

std::span<const std::byte> WorkerProcess::payload() const
{
    const std::size_t size =
        std::min<std::size_t>(header().bytes, response_bytes - response_header);
    return {m_block.response(slot_of(m_taken)) + response_header, size};
}

std::uint32_t WorkerProcess::current_test() const
{
    const bool is_begun = m_block.word(ControlWord::processing).load() == m_taken + 1;
    return is_begun ? m_block.word(ControlWord::current_test).load() : no_test;
}

std::uint32_t WorkerProcess::current_call() const
{
    return m_block.word(ControlWord::current_call).load();
}

std::uint32_t WorkerProcess::notes() const
{
    return m_block.word(ControlWord::notes).load();
}

}  // namespace sbst::jvm
