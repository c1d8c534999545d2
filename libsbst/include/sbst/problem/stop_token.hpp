// SPDX-License-Identifier: Apache-2.0
// How a run is told to stop early: a flag (Ctrl-C) and a deadline. Next: budget.hpp.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace sbst
{

/// Tells whether to stop. Cheap to copy; the flag must outlive every token made from it.
class StopToken
{
public:
    using Clock = std::chrono::steady_clock;

    /// Never stops.
    StopToken() = default;
    explicit StopToken(
        const std::atomic<bool>* flag, std::optional<Clock::time_point> deadline = std::nullopt)
      : m_flag(flag), m_deadline(deadline)
    {}

    [[nodiscard]] bool was_interrupted() const
    {
        return m_flag != nullptr && m_flag->load(std::memory_order_relaxed);
    }
    [[nodiscard]] bool is_past_deadline() const
    {
        return m_deadline && Clock::now() >= *m_deadline;
    }
    [[nodiscard]] bool stop_requested() const { return was_interrupted() || is_past_deadline(); }

    /// The same deadline without the flag: for work that is done even after an interruption.
    [[nodiscard]] StopToken without_flag() const { return StopToken(nullptr, m_deadline); }
    /// The same flag with a deadline of its own (the earlier of the two counts).
    [[nodiscard]] StopToken with_deadline(Clock::time_point deadline) const
    {
        return StopToken(m_flag, m_deadline && *m_deadline < deadline ? *m_deadline : deadline);
    }

private:
    const std::atomic<bool>* m_flag = nullptr;
    std::optional<Clock::time_point> m_deadline;
};

}  // namespace sbst
