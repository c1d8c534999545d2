// SPDX-License-Identifier: Apache-2.0
// A flag in memory that forked processes share.
#pragma once

#include <sbst/error.hpp>
#include <sbst/problem/stop_token.hpp>

#include <atomic>
#include <new>
#include <sys/mman.h>

namespace sbst::study
{

class SharedFlag
{
public:
    /// @throws AdapterError when the system has no shared memory.
    SharedFlag()
      : m_memory(::mmap(nullptr, sizeof(std::atomic<bool>), PROT_READ | PROT_WRITE,
            MAP_SHARED | MAP_ANONYMOUS, -1, 0))
    {
        if (m_memory == MAP_FAILED)
        {
            throw AdapterError("no memory to share with workers");
        }
        m_flag = new (m_memory) std::atomic<bool>(false);
    }
    SharedFlag(const SharedFlag&) = delete;
    SharedFlag& operator=(const SharedFlag&) = delete;
    SharedFlag(SharedFlag&&) = delete;
    SharedFlag& operator=(SharedFlag&&) = delete;
    ~SharedFlag() { ::munmap(m_memory, sizeof(std::atomic<bool>)); }

    void raise() { m_flag->store(true); }
    [[nodiscard]] StopToken token() const { return StopToken(m_flag); }

private:
    static_assert(std::atomic<bool>::is_always_lock_free);
    void* m_memory;
    std::atomic<bool>* m_flag = nullptr;
};

}  // namespace sbst::study
