// SPDX-License-Identifier: Apache-2.0
// One contract's plan, executed generation by generation from a fresh world. Next: plans.hpp.
#pragma once

#include "plans.hpp"
#include "watcher.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sbst::bench
{

/// The counts of a generation's tests, added up.
struct Collected
{
    std::optional<std::uint64_t> outcomes;  ///< of jumps, by modes that have them
    std::optional<std::uint64_t> recorded;  ///< instructions, likewise
};

/// A plan on an executor of its own; analyses of code are kept from generation to generation.
class Replay
{
public:
    static constexpr std::size_t transactions_a_generation = 550;

    /// Runs the plan's last generation to find the subject's code.
    explicit Replay(std::vector<Generation> generations);

    /// Executes one generation from the fresh world.
    /// @param collected if given, the counts of the tests are added to it
    ExpectedCounts run(std::size_t generation, Watcher& watcher, Collected* collected = nullptr);

    /// Executes the measured generations `passes` times.
    Cost measure(Watcher& watcher, int passes);

    /// Returns the code that the latest deployment left.
    [[nodiscard]] const evm::CodePtr& subject() const noexcept { return m_subject; }

private:
    std::vector<Generation> m_generations;
    evm::Executor m_executor;
    evm::WorldState::Snapshot m_fresh;
    evm::CodePtr m_subject;
};

/// Tells in which ways a mode's counts differ from the contract's, one line each; empty = none.
[[nodiscard]] std::vector<std::string> differences(
    Replay& replay, const PlannedContract& contract, Watcher& watcher);

}  // namespace sbst::bench
