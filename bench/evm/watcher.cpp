// SPDX-License-Identifier: Apache-2.0
#include "watcher.hpp"

#include <ctime>
#include <utility>

namespace sbst::bench
{

std::string_view to_string(Mode mode) noexcept
{
    constexpr std::array<std::string_view, all_modes.size()> names{
        "plain", "coverage", "search", "seeding", "steps", "trace"};
    return names[static_cast<std::size_t>(mode)];
}

double cpu_seconds() noexcept
{
    std::timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + (static_cast<double>(now.tv_nsec) * 1e-9);
}

Cost& Cost::operator+=(const Cost& other) noexcept
{
    seconds += other.seconds;
    steps += other.steps;
    transactions += other.transactions;
    return *this;
}

Watcher::Watcher(Mode mode, evm::CodePtr subject)
  : m_mode{mode},
    m_trace{std::move(subject)},
    m_listener{[this](const evm::Step& step) { record(step); }}
{
    m_trace.distances = mode != Mode::coverage;
    m_trace.logs.values = mode == Mode::seeding;
}

const evm::Result& Watcher::run(evm::Executor& executor, const evm::Transaction& transaction)
{
    switch (m_mode)
    {
        case Mode::plain:
            return executor.run(transaction);
        case Mode::coverage:
        case Mode::search:
        case Mode::seeding:
            return executor.run(transaction, m_trace);
        case Mode::steps:
        case Mode::trace:
            break;
    }
    return executor.run(transaction, m_listener);
}

void Watcher::clear()
{
    m_trace.clear();
    m_records.clear();
    m_words.clear();
}

std::optional<std::uint64_t> Watcher::outcomes() const
{
    if (m_mode != Mode::coverage && m_mode != Mode::search && m_mode != Mode::seeding)
    {
        return std::nullopt;
    }
    std::uint64_t count = 0;
    for (const std::uint32_t jump : m_trace.runtime().touched_jumps)
    {
        const evm::JumpiTrace both = m_trace.runtime().all(jump);
        count += (both.hits_true != 0 ? 1U : 0U) + (both.hits_false != 0 ? 1U : 0U);
    }
    return count;
}

std::optional<std::uint64_t> Watcher::recorded() const noexcept
{
    if (m_mode != Mode::steps && m_mode != Mode::trace)
    {
        return std::nullopt;
    }
    return m_records.size();
}

void Watcher::record(const evm::Step& step)
{
    if (m_records.size() == most_records)
    {
        m_records.clear();
        m_words.clear();
    }
    m_records.push_back({step.pc, step.opcode});
    if (m_mode == Mode::trace)
    {
        m_words.insert(m_words.end(), step.stack.begin(), step.stack.end());
    }
}

}  // namespace sbst::bench
