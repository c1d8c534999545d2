// SPDX-License-Identifier: Apache-2.0
// The measured ways to watch an execution, and the CPU clock. Next: replay.hpp, loops.hpp.
#pragma once

#include <sbst/evm/exec/executor.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sbst::bench
{

/// The data collected while a transaction runs; each mode includes the previous one.
enum class Mode
{
    plain,     ///< nothing
    coverage,  ///< jumps and blocks
    search,    ///< distances of the sides not taken, too
    seeding,   ///< the same, and operands of comparisons
    steps,     ///< place and opcode of every instruction
    trace      ///< the same, and the whole stack before it
};

inline constexpr std::array<Mode, 6> all_modes{
    Mode::plain, Mode::coverage, Mode::search, Mode::seeding, Mode::steps, Mode::trace};

[[nodiscard]] std::string_view to_string(Mode mode) noexcept;

/// Returns the CPU time of this process in seconds.
[[nodiscard]] double cpu_seconds() noexcept;

/// The time of some repetitions, and their executed work.
struct Cost
{
    double seconds{};
    std::uint64_t steps{};
    std::uint64_t transactions{};

    Cost& operator+=(const Cost& other) noexcept;
};

/// Runs transactions in one mode. Collected data is kept until `clear`, as for one test.
class Watcher
{
public:
    /// `subject` is the code whose jumps count.
    Watcher(Mode mode, evm::CodePtr subject);
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;

    const evm::Result& run(evm::Executor& executor, const evm::Transaction& transaction);
    void clear();

    [[nodiscard]] Mode mode() const noexcept { return m_mode; }
    /// Returns the collected outcomes of jumps, or nothing if the mode has none.
    [[nodiscard]] std::optional<std::uint64_t> outcomes() const;
    /// Returns the collected instructions, or nothing if the mode has none.
    [[nodiscard]] std::optional<std::uint64_t> recorded() const noexcept;

private:
    struct Record
    {
        std::uint32_t pc{};
        std::uint8_t opcode{};
    };

    // Longer runs drop their beginning, so that memory stays bounded.
    static constexpr std::size_t most_records = std::size_t{1} << 16U;

    void record(const evm::Step& step);

    Mode m_mode;
    evm::SearchTrace m_trace;
    evm::StepListener m_listener;
    std::vector<Record> m_records;
    std::vector<U256> m_words;
};

}  // namespace sbst::bench
