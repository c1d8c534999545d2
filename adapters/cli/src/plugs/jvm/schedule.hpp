// SPDX-License-Identifier: Apache-2.0
// How `sbst jvm generate` shares out the time until its deadline. Next: generate.cpp.
#pragma once

#include <sbst/jvm/exec/worker_pool.hpp>
#include <sbst/problem/stop_token.hpp>
#include <sbst/run/run.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace sbst::cli
{

/// The parts of a deadline for everything. It begins with the process, not with its first line, and
/// what is behind the proof gets its part first: more of it on a machine that is busy, as the start
/// of the first worker shows. Without a deadline only the proof has a limit.
class Schedule
{
public:
    using Clock = StopToken::Clock;
    using Seconds = std::chrono::duration<double>;

    /// @param begun when the process started.
    Schedule(std::optional<Seconds> deadline, Clock::time_point begun);

    /// The same flag, and the moment that ends the wait for the first worker: behind it nothing
    /// could be found any more.
    [[nodiscard]] StopToken start_stop(const StopToken& stop) const;
    /// Takes the machine's measure by the start of a worker.
    void measure(const jvm::StartTimes& start);
    /// Takes it anew by a moment's work of this process: load may have come since.
    void measure_again();
    /// How many times as long as on a machine with nothing else to do everything takes; at least 1.
    [[nodiscard]] double slowness() const { return m_slowness; }
    /// What to say before the search when the proof will probably not end in time; or empty.
    [[nodiscard]] std::string warning() const;

    /// The search's settings from now on: it and minimisation, which gets a tenth of its time on
    /// top, end before the proof's part begins.
    [[nodiscard]] RunSpec search_spec(RunSpec spec) const;
    /// The same flag, and the moment by which everything but the end of this process is over.
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

/// When this process started, by the kernel's books; now, where it does not say.
[[nodiscard]] StopToken::Clock::time_point process_start();

}  // namespace sbst::cli
