// SPDX-License-Identifier: Apache-2.0
// One call in progress, and the arenas for its stack and memory. Next: machine.hpp.
#pragma once

#include "provenance.hpp"

#include <sbst/evm/exec/code_analysis.hpp>
#include <sbst/evm/exec/search_trace.hpp>
#include <sbst/evm/exec/transaction.hpp>
#include <sbst/evm/exec/world_state.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <sys/mman.h>

namespace sbst::evm
{

/// What the loop does after an instruction.
enum class Flow : std::uint8_t
{
    next,
    halt,  ///< the frame ended; its status gives the reason
    enter  ///< a new frame was pushed
};

/// One call or creation in progress. The loop keeps pc, sp and gas in registers and writes them
/// back when it exits.
struct Frame
{
    const CodeAnalysis* code{};
    const std::uint8_t* pc{};
    U256* stack{};  ///< bottom
    U256* sp{};     ///< one past the top
    Tag* tags{};    ///< one per stack word
    std::uint8_t* memory{};
    std::size_t memory_size{};  ///< bytes, a multiple of 32
    std::int64_t gas{};
    U256 self;  ///< address whose storage and balance are used
    U256 caller;
    U256 value;
    BytesView input;
    AccountId self_id{};
    Status status{Status::success};
    bool is_static{};
    bool is_creation{};
    BytesView output;  ///< set at its end; refers to `memory`

    // The state to which a failure returns.
    WorldState::Checkpoint checkpoint{};
    std::int64_t refund{};
    std::size_t log_count{};
    std::size_t log_bytes{};

    // The place of the output in the parent's memory.
    std::size_t return_offset{};
    std::size_t return_size{};

    // Tracing.
    Tag success_tag{};   ///< tag of the parent's word for its success
    CodeTrace* trace{};  ///< null = not the subject
    JumpiTrace* jumps{};
    std::size_t jump_count{};
    std::uint8_t context{};

    // The latest jump of this frame whose condition was not a constant of the code.
    std::uint32_t decider{no_decider};
    Tag decider_tag{};
    U256 decider_value;

    static constexpr std::uint32_t no_decider = UINT32_MAX;

    CodePtr kept_code;  ///< keeps creation code alive
};

/// Ends a frame; returns what the loop does next.
inline Flow fail(Frame& f, Status status) noexcept
{
    f.status = status;
    return Flow::halt;
}

/// Memory that is reserved at once and used from the bottom up, so that nothing moves and untouched
/// pages cost nothing, even with sanitizers: it is mapped, not allocated. It ends with an
/// inaccessible guard page.
template <class T>
class Arena
{
public:
    explicit Arena(std::size_t count)
      : m_data{nullptr, Unmap{round_up(count * sizeof(T)) + guard}}, m_count{count}
    {
        const std::size_t size = m_data.get_deleter().size;
        void* const data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (data == MAP_FAILED)  // NOLINT: the system's own cast
        {
            throw std::bad_alloc{};
        }
        m_data.reset(static_cast<T*>(data));
        if (::mprotect(static_cast<std::byte*>(data) + size - guard, guard, PROT_NONE) != 0)
        {
            throw std::bad_alloc{};
        }
    }

    [[nodiscard]] T* data() const noexcept { return m_data.get(); }
    [[nodiscard]] T* end() const noexcept { return m_data.get() + m_count; }

private:
    /// In bytes; whole pages on every supported processor.
    static constexpr std::size_t guard = std::size_t{64} << 10U;

    struct Unmap
    {
        std::size_t size;
        void operator()(T* data) const noexcept { ::munmap(data, size); }
    };

    [[nodiscard]] static std::size_t round_up(std::size_t bytes) noexcept
    {
        return (bytes + guard - 1) / guard * guard;
    }

    std::unique_ptr<T[], Unmap> m_data;
    std::size_t m_count;
};

}  // namespace sbst::evm
