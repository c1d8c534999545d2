// SPDX-License-Identifier: Apache-2.0
// How `sbst jvm generate` divides the time until its deadline. Next: generate.cpp.
#pragma once

#include <sbst/jvm/exec/worker_pool.hpp>
#include <sbst/problem/stop_token.hpp>
#include <sbst/run/run.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace sbst::cli
{

/// The parts of a deadline for everything. It begins with the process, not with its first line. The
/// work after the proof gets its part first, and more on a busy machine, which the start of the
/// first worker shows. Without a deadline only the proof has a limit.
class Schedule
{
public:
    using Clock = StopToken::Clock;
    using Seconds = std::chrono::duration<double>;

    /// @param begun when the process started.
    Schedule(std::optional<Seconds> deadline, Clock::time_point begun);

    /// The same flag, and the moment that ends the wait for the first worker: later nothing could
    /// be found in time.
    [[nodiscard]] StopToken start_stop(const StopToken& stop) const;
    /// Measures the machine's slowness by the start of a worker.
    void measure(const jvm::StartTimes& start);
    /// Measures it again by a short piece of work in this process: the load may have changed.
    void measure_again();
    /// The factor by which everything takes longer than on an idle machine; at least 1.
    [[nodiscard]] double slowness() const { return m_slowness; }
    /// A warning before the search when the proof will probably not end in time; or empty.
    [[nodiscard]] std::string warning() const;

    /// The search's settings from now on: the search and minimisation, which gets another tenth of
    /// its time, end before the proof's part begins.
    [[nodiscard]] RunSpec search_spec(RunSpec spec) const;
    /// The same flag, and the moment by which everything except the end of this process must be
    /// done.
    [[nodiscard]] StopToken until_end(const StopToken& stop) const;
    /// For a proof that begins now.
    [[nodiscard]] std::chrono::milliseconds proof_limit() const;
    /// What to do when a limit ended the proof, which names that limit.
    [[nodiscard]] std::string advice() const;

private:
    [[nodiscard]] Seconds proof_time() const;
    [[nodiscard]] Seconds left() const;

    std::optional<Seconds> m_wanted;
    std::optional<Clock::time_point> m_deadline;
    std::optional<Clock::time_point> m_end;
    Seconds m_start{0.0};
    double m_slowness = 1.0;
};

/// When this process started, according to the kernel; now, if that is unknown.
[[nodiscard]] StopToken::Clock::time_point process_start();

}  // namespace sbst::cli
