// SPDX-License-Identifier: Apache-2.0
// The memory that parent and worker share: its layout, and how each wakes the other. The runtime's
// Block.java and Worker.java read the same numbers; docs/protocol.md explains them. Next:
// worker_process.hpp (the parent's side), ../../worker/main.cpp (the other).
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sbst::jvm
{

constexpr std::uint32_t block_magic = 0x574A4253;
constexpr std::uint32_t block_version = 1;
constexpr std::size_t slot_count = 2;
constexpr std::size_t control_bytes = 4096;
constexpr std::size_t request_bytes = std::size_t{1} << 20U;
constexpr std::size_t response_bytes = std::size_t{4} << 20U;
constexpr std::size_t request_header = 16;
constexpr std::size_t response_header = 32;
constexpr std::size_t block_bytes = control_bytes + slot_count * (request_bytes + response_bytes);

/// Descriptors that are open in the worker.
constexpr int block_descriptor = 3;
constexpr int plan_descriptor = 4;
/// The reading end of a pipe whose other end closes when the parent ends.
constexpr int lifetime_descriptor = 5;
/// What RewrittenClasses.java reads and writes: all zero at first.
constexpr int rewritten_descriptor = 6;

/// Offsets of 32-bit words in the control page; the run word has 64 bits.
enum class ControlWord : std::size_t
{
    magic = 0,
    version = 4,
    slots = 8,
    request_capacity = 12,
    response_capacity = 16,
    state = 24,
    /// Set by the worker: bits of SandboxNote.
    notes = 28,
    request_sequence = 64,
    worker_sleeps = 68,
    response_sequence = 128,
    parent_sleeps = 132,
    /// Number of the request that is being answered.
    processing = 136,
    run_word = 192,
    current_test = 200,
    current_call = 204
};

enum class WorkerState : std::uint32_t
{
    starting = 0,
    ready = 1,
    /// The reason is a text in the first slot's response.
    failed = 2
};

/// The parts of the isolation that the system did not allow; bits.
enum class SandboxNote : std::uint32_t
{
    files_are_writable = 1,
    system_calls_are_free = 2
};

enum class MessageKind : std::uint32_t
{
    tests = 1,
    callables = 2,
    observers = 3,
    class_bytes = 4,
    initial_trace = 5,
    load_failures = 6,
    unbuilt_mutants = 7,
    static_fields = 8
};

constexpr std::uint32_t no_test = UINT32_MAX;

/// States of the run word, its lowest two bits; the others count tests.
enum class RunState : std::uint64_t
{
    idle = 0,
    armed = 1,
    sending = 2,
    sent = 3
};

/// A view of the block; the caller owns the memory, which must outlive it.
class SharedBlock
{
public:
    SharedBlock() = default;
    explicit SharedBlock(std::byte* memory) : m_memory(memory) {}

    [[nodiscard]] std::atomic_ref<std::uint32_t> word(ControlWord which) const
    {
        return std::atomic_ref(*static_cast<std::uint32_t*>(address(which)));
    }
    [[nodiscard]] std::atomic_ref<std::uint64_t> run_word() const
    {
        return std::atomic_ref(*static_cast<std::uint64_t*>(address(ControlWord::run_word)));
    }
    [[nodiscard]] std::byte* request(std::size_t slot) const
    {
        return m_memory + control_bytes + slot * (request_bytes + response_bytes);
    }
    [[nodiscard]] std::byte* response(std::size_t slot) const
    {
        return request(slot) + request_bytes;
    }
    [[nodiscard]] std::byte* memory() const { return m_memory; }

    /// Waits while the word has the value, at most for the given time; may return early.
    void wait(ControlWord which, std::uint32_t value, std::chrono::milliseconds limit) const
    {
        constexpr long ns_per_ms = 1'000'000;
        const std::timespec time{static_cast<std::time_t>(limit.count() / 1000),
            static_cast<long>(limit.count() % 1000) * ns_per_ms};
        syscall(SYS_futex, address(which), FUTEX_WAIT, value, &time, nullptr, 0);
    }
    void wake(ControlWord which) const
    {
        syscall(SYS_futex, address(which), FUTEX_WAKE, 1, nullptr, nullptr, 0);
    }

private:
    [[nodiscard]] void* address(ControlWord which) const
    {
        return m_memory + static_cast<std::size_t>(which);
    }

    std::byte* m_memory = nullptr;
};

/// Lets the other hyper-thread run while this one looks again.
inline void pause_briefly()
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/// Polls a condition for a short while and lets other threads run meanwhile: sleeping and waking
/// takes longer than most of the work between two messages.
/// @return false if the condition is not yet true.
template <class Condition>
bool is_soon(const Condition& is_there)
{
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds most{100};
    constexpr int looks_at_once = 50;
    const Clock::time_point end = Clock::now() + most;
    do
    {
        for (int i = 0; i < looks_at_once; ++i)
        {
            if (is_there())
            {
                return true;
            }
            pause_briefly();
        }
        sched_yield();
    } while (Clock::now() < end);
    return false;
}

}  // namespace sbst::jvm
