// SPDX-License-Identifier: Apache-2.0
#include "schedule.hpp"

#include <sbst/jvm/suite/generate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iterator>
#include <sstream>
#include <unistd.h>

namespace sbst::cli
{

namespace
{

using Clock = Schedule::Clock;
using Seconds = Schedule::Seconds;

/// The least and the greatest share of the remaining time for the proof when the search begins.
constexpr double least_proof_share = 0.35;
constexpr double most_proof_share = 0.75;
/// The own work of a proof without starts of workers: javac, four runs, JaCoCo.
constexpr Seconds proof_work{5.0};
/// Two for assertions, one for the laws of equals and hashCode, the referee's own, one to measure
/// the kept tests and one for the report.
constexpr double proof_starts = 6.0;
/// The end of the command (killing workers, writing files, removing scratch folders): its own work,
/// and the least and the greatest share of the deadline reserved for it.
constexpr Seconds end_work{0.4};
constexpr Seconds least_end{1.0};
constexpr double most_end_share = 0.25;
/// The share of the deadline that the start may take.
constexpr double start_share = 0.75;

Clock::duration to_clock(Seconds span)
{
    return std::chrono::duration_cast<Clock::duration>(span);
}

}  // namespace

Schedule::Schedule(std::optional<Seconds> deadline, Clock::time_point begun) : m_wanted(deadline)
{
    if (deadline)
    {
        m_deadline = begun + to_clock(*deadline);
        m_end = *m_deadline - to_clock(least_end);
    }
}

StopToken Schedule::start_stop(const StopToken& stop) const
{
    return m_deadline ? stop.with_deadline(*m_deadline - to_clock(*m_wanted * (1 - start_share))) :
                        stop;
}

void Schedule::measure(const jvm::StartTimes& start)
{
    m_start = start.clock;
    m_slowness = start.own.count() > 0.0 ? std::max(1.0, start.clock / start.own) : 1.0;
    if (m_deadline)
    {
        const Seconds end =
            std::min(std::max(least_end, end_work * m_slowness), *m_wanted * most_end_share);
        m_end = *m_deadline - to_clock(end);
    }
}

void Schedule::measure_again()
{
    const auto own_time = [] {
        std::timespec time{};
        constexpr double per_nanosecond = 1e-9;
        return ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0 ?
                   Seconds(0.0) :
                   Seconds(static_cast<double>(time.tv_sec) +
                           per_nanosecond * static_cast<double>(time.tv_nsec));
    };
    constexpr Seconds sample{0.05};
    constexpr Seconds longest{2.0};
    const Clock::time_point begin = Clock::now();
    const Seconds own_begin = own_time();
    Seconds own{0.0};
    while (own < sample && Clock::now() - begin < longest)
    {
        own = own_time() - own_begin;
    }
    if (own > Seconds(0.0))
    {
        m_slowness = std::max(m_slowness, Seconds(Clock::now() - begin) / own);
    }
}

Seconds Schedule::left() const
{
    return *m_end - Clock::now();
}

Seconds Schedule::proof_time() const
{
    return proof_work * m_slowness + m_start * proof_starts;
}

std::string Schedule::warning() const
{
    if (!m_end || proof_time() <= left() * most_proof_share)
    {
        return "";
    }
    const Seconds enough = *m_wanted - left() + proof_time() / most_proof_share;
    constexpr double step = 10.0;
    constexpr double busy = 1.5;
    const std::string seen =
        m_slowness < busy ?
            fmt::format("a worker took {:.1f} s to start", m_start.count()) :
            fmt::format(
                "this machine is busy: a worker took {:.1f} s to start, {:.0f} times as "
                "long as it had to",
                m_start.count(), m_slowness);
    return fmt::format(
        "{}; a proof would take some {:.0f} s, which --deadline {} does not leave, so probably no "
        "test will be proven; --deadline {:.0f} would",
        seen, proof_time().count(), m_wanted->count(), std::ceil(enough.count() / step) * step);
}

RunSpec Schedule::search_spec(RunSpec spec) const
{
    if (m_end)
    {
        constexpr double with_minimisation = 1.1;
        constexpr Seconds least{0.1};
        const Seconds all = left();
        const Seconds proof = std::clamp(
            proof_time(), all * least_proof_share, std::max(all, least) * most_proof_share);
        const Seconds most = std::max(least, (all - proof) / with_minimisation);
        spec.budget.max_seconds = std::min(spec.budget.max_seconds.value_or(most), most);
    }
    return spec;
}

StopToken Schedule::until_end(const StopToken& stop) const
{
    return m_end ? stop.with_deadline(*m_end) : stop;
}

std::chrono::milliseconds Schedule::proof_limit() const
{
    constexpr std::chrono::milliseconds least{1};
    using std::chrono::duration_cast;
    if (!m_end)
    {
        return duration_cast<std::chrono::milliseconds>(jvm::ProofOptions{}.limit * m_slowness);
    }
    // After it, the referee needs time to write its results, and a worker to measure coverage.
    return std::max(least,
        duration_cast<std::chrono::milliseconds>(left() - Seconds(jvm::proof_grace) - m_start));
}

std::string Schedule::advice() const
{
    if (m_end)
    {
        return fmt::format(
            "--deadline {} ended the proof: give a longer one or end the search "
            "earlier (--budget-seconds)",
            m_wanted->count());
    }
    // A deadline for everything replaces that limit.
    constexpr double ample = 5.0;
    const Seconds limit = proof_limit();
    return fmt::format(
        "without --deadline a proof has {:.0f} s here, which ended it: give a long "
        "one, such as --deadline {:.0f}",
        limit.count(), limit.count() * ample);
}

Clock::time_point process_start()
{
    const Clock::time_point now = Clock::now();
    std::ifstream file("/proc/self/stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t name_end = text.rfind(')');
    std::timespec boot{};
    if (name_end == std::string::npos || ::clock_gettime(CLOCK_BOOTTIME, &boot) != 0)
    {
        return now;
    }
    // Field 22, counted in ticks since boot; the third one follows the name.
    constexpr int behind_name = 19;
    std::istringstream fields(text.substr(name_end + 1));
    std::string field;
    for (int i = 0; i < behind_name && fields >> field; ++i)
    {
    }
    double ticks = 0.0;
    if (!(fields >> ticks))
    {
        return now;
    }
    constexpr double per_nanosecond = 1e-9;
    const Seconds since_boot(
        static_cast<double>(boot.tv_sec) + per_nanosecond * static_cast<double>(boot.tv_nsec));
    const Seconds age = since_boot - Seconds(ticks / static_cast<double>(::sysconf(_SC_CLK_TCK)));
    // A restored container may refer to another boot.
    constexpr Seconds longest{3600.0};
    return age >= Seconds(0.0) && age < longest ? now - to_clock(age) : now;
}

}  // namespace sbst::cli
