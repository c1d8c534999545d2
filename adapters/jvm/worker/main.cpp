// SPDX-License-Identifier: Apache-2.0
// sbst-jvm-worker: one JVM that runs tests for a parent process, which only communicates through
// shared memory (docs/protocol.md) and may lose it at any time. Not for direct use: WorkerPool
// starts it. Arguments: LIBJVM LIMIT_MS INITIALISER_MS SCRATCH isolated|open JVM_OPTION... Next:
// jvm.hpp.
#include "../src/exec/shared_block.hpp"
#include "jvm.hpp"
#include "sandbox.hpp"
#include "watchdog.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <future>
#include <poll.h>
#include <pthread.h>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace
{

using sbst::jvm::ControlWord;
using sbst::jvm::SharedBlock;
using sbst::jvm::WorkerState;
using std::chrono::milliseconds;

constexpr int usage_exit_code = 2;
constexpr int broken_exit_code = 4;
/// Stack of the thread that runs tests: a larger one only makes endless recursion slower.
constexpr std::size_t stack_bytes = std::size_t{2} << 20U;

struct Job
{
    std::string library;
    sbst::jvm::WatchLimits limits;
    std::string scratch;
    bool is_isolated = true;
    int nowhere = -1;
    std::vector<std::string> options;
    SharedBlock block;
    std::span<std::byte> plan;
    std::span<std::byte> rewritten;
};

std::span<std::byte> map_whole(int descriptor, int protection)
{
    struct stat status
    {};
    if (fstat(descriptor, &status) != 0 || status.st_size <= 0)
    {
        throw std::runtime_error(
            "descriptor " + std::to_string(descriptor) + " is not a shared file");
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    void* memory = mmap(nullptr, size, protection, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED)
    {
        throw std::runtime_error("cannot map descriptor " + std::to_string(descriptor));
    }
    return {static_cast<std::byte*>(memory), size};
}

void set_state(SharedBlock block, WorkerState state)
{
    block.word(ControlWord::state).store(static_cast<std::uint32_t>(state));
    block.wake(ControlWord::state);
}

void report_failure(SharedBlock block, const char* text)
{
    const auto length = static_cast<std::uint32_t>(
        std::min(std::strlen(text), sbst::jvm::response_bytes - sizeof(std::uint32_t)));
    std::memcpy(block.response(0), &length, sizeof(length));
    std::memcpy(block.response(0) + sizeof(length), text, length);
    set_state(block, WorkerState::failed);
}

/// Waits until there is a request beyond `answered`.
void await_request(SharedBlock block, std::uint32_t answered)
{
    const auto posted = block.word(ControlWord::request_sequence);
    if (sbst::jvm::is_soon([&] { return posted.load(std::memory_order_acquire) != answered; }))
    {
        return;
    }
    while (posted.load() == answered)
    {
        block.word(ControlWord::worker_sleeps).store(1);
        if (posted.load() == answered)
        {
            block.wait(ControlWord::request_sequence, answered, milliseconds{1000});
        }
        block.word(ControlWord::worker_sleeps).store(0);
    }
}

[[noreturn]] void serve(sbst::jvm::Jvm& jvm, SharedBlock block)
{
    for (std::uint32_t answered = 0;;)
    {
        await_request(block, answered);
        block.word(ControlWord::current_test).store(sbst::jvm::no_test);
        block.word(ControlWord::processing).store(answered + 1);
        if (!jvm.answer(answered % sbst::jvm::slot_count))
        {
            _exit(broken_exit_code);
        }
        ++answered;
        block.word(ControlWord::response_sequence).store(answered);
        if (block.word(ControlWord::parent_sleeps).load() != 0)
        {
            block.wake(ControlWord::response_sequence);
        }
    }
}

/// Drops the subject's output; the JVM's output during the start is kept.
void silence(int nowhere)
{
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
}

void* run(void* argument)
{
    const Job& job = *static_cast<const Job*>(argument);
    try
    {
        sbst::jvm::Jvm jvm(job.library, job.options);
        // Attached before the first test, or the JVM would show it as a thread that a test started.
        std::promise<void> attached;
        std::thread([&jvm, &job, &attached, runner = pthread_self()] {
            jvm.attach_as_daemon();
            attached.set_value();
            sbst::jvm::watch(jvm, job.block, runner, job.limits);
        }).detach();
        attached.get_future().wait();
        jvm.start_subject(job.plan, {job.block.memory(), sbst::jvm::block_bytes}, job.rewritten);
        silence(job.nowhere);
        set_state(job.block, WorkerState::ready);
        serve(jvm, job.block);
    }
    catch (const std::exception& error)
    {
        report_failure(job.block, error.what());
        _exit(broken_exit_code);
    }
}

/// Ends the process when the parent has ended, even while the JVM starts or a subject is loaded.
/// The JVM does not know this thread.
void* watch_parent(void* /*unused*/)
{
    pollfd lifetime{sbst::jvm::lifetime_descriptor, POLLIN, 0};
    while (poll(&lifetime, 1, -1) <= 0)
    {
    }
    _exit(0);
}

milliseconds read_limit(std::string_view text)
{
    int limit = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), limit).ec != std::errc{})
    {
        throw std::invalid_argument("'" + std::string(text) + "' is not a limit in ms");
    }
    return milliseconds{limit};
}

Job read_arguments(const std::vector<std::string_view>& arguments)
{
    constexpr std::size_t fixed_arguments = 6;
    if (arguments.size() < fixed_arguments ||
        (arguments[5] != "isolated" && arguments[5] != "open"))
    {
        throw std::invalid_argument(
            "usage: sbst-jvm-worker LIBJVM LIMIT_MS INITIALISER_MS SCRATCH isolated|open "
            "JVM_OPTION...");
    }
    Job job;
    job.library = arguments[1];
    job.limits = {.test = read_limit(arguments[2]), .initialiser = read_limit(arguments[3])};
    job.scratch = arguments[4];
    job.is_isolated = arguments[5] == "isolated";
    job.options.assign(arguments.begin() + fixed_arguments, arguments.end());
    return job;
}

}  // namespace

int main(int count, char** values)
{
    Job job;
    try
    {
        job = read_arguments(std::vector<std::string_view>(values, values + count));
        const std::span<std::byte> memory =
            map_whole(sbst::jvm::block_descriptor, PROT_READ | PROT_WRITE);
        job.plan = map_whole(sbst::jvm::plan_descriptor, PROT_READ);
        job.rewritten = map_whole(sbst::jvm::rewritten_descriptor, PROT_READ | PROT_WRITE);
        if (memory.size() != sbst::jvm::block_bytes)
        {
            throw std::runtime_error("the shared block has another size than this version's");
        }
        job.block = SharedBlock(memory.data());
        // The subject must not use the parent's open files.
        close_range(sbst::jvm::rewritten_descriptor + 1, ~0U, 0);
        job.nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
        if (job.is_isolated)
        {
            job.block.word(ControlWord::notes)
                .store(sbst::jvm::enter_sandbox({.scratch = job.scratch}));
        }
        // Only now: the sandbox may have remounted the folder.
        if (chdir(job.scratch.c_str()) != 0)
        {
            throw std::runtime_error("the scratch folder cannot be entered: " + job.scratch);
        }
    }
    catch (const std::exception& error)
    {
        const std::string text = std::string("sbst-jvm-worker: ") + error.what() + "\n";
        [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
        return usage_exit_code;
    }
    pthread_t watcher{};
    if (pthread_create(&watcher, nullptr, watch_parent, nullptr) != 0)
    {
        return broken_exit_code;
    }
    pthread_detach(watcher);
    // The system chooses the first thread's stack; the JVM needs a known one.
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_t runner{};
    if (pthread_create(&runner, &attributes, run, &job) != 0)
    {
        return broken_exit_code;
    }
    pthread_join(runner, nullptr);
    return 0;
}
