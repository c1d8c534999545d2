// SPDX-License-Identifier: Apache-2.0
#include "replay.hpp"

#include <fmt/format.h>

#include <utility>

namespace sbst::bench
{

namespace
{

void add(std::optional<std::uint64_t>& sum, const std::optional<std::uint64_t>& count)
{
    if (count)
    {
        sum = sum.value_or(0) + *count;
    }
}

/// Collects the counts of the test that ends now.
void end_test(Watcher& watcher, Collected* collected)
{
    if (collected != nullptr)
    {
        add(collected->outcomes, watcher.outcomes());
        add(collected->recorded, watcher.recorded());
    }
    watcher.clear();
}

}  // namespace

Replay::Replay(std::vector<Generation> generations)
  : m_generations{std::move(generations)}, m_executor{{.fork = evm::Fork::istanbul}}
{
    for (const Generation& generation : m_generations)
    {
        for (const PlannedTransaction& transaction : generation)
        {
            m_executor.state().set_balance(
                m_executor.state().find_or_add(transaction.sender), U256::power_of_two(120));
        }
    }
    m_fresh = m_executor.state().snapshot();
    Watcher watcher{Mode::plain, nullptr};
    run(m_generations.size() - 1, watcher);
}

ExpectedCounts Replay::run(std::size_t generation, Watcher& watcher, Collected* collected)
{
    ExpectedCounts counts;
    std::optional<evm::Address> contract;
    evm::Block& block = m_executor.block();
    block.number = 1;
    block.timestamp = 1'790'000'000;
    evm::Transaction transaction;
    for (const PlannedTransaction& planned : m_generations[generation])
    {
        if (!planned.is_call)
        {
            contract.reset();
            end_test(watcher, collected);
        }
        else if (!contract)
        {
            continue;
        }
        transaction.sender = planned.sender;
        transaction.to = contract;
        transaction.value = planned.value;
        transaction.data = planned.data;
        const evm::Result& result = watcher.run(m_executor, transaction);
        ++block.number;
        ++block.timestamp;
        counts.steps += result.steps;
        counts.failed += result.succeeded() ? 0U : 1U;
        if (!planned.is_call)
        {
            contract = result.created;
        }
    }
    end_test(watcher, collected);
    if (contract)
    {
        m_subject = m_executor.state().account(*m_executor.state().find(*contract)).code;
    }
    m_executor.state().rollback(m_fresh);
    return counts;
}

Cost Replay::measure(Watcher& watcher, int passes)
{
    Cost cost;
    const std::size_t measured = PlannedContract{}.expected.size();
    const double start = cpu_seconds();
    for (int pass = 0; pass < passes; ++pass)
    {
        for (std::size_t generation = 0; generation < measured; ++generation)
        {
            cost.steps += run(generation, watcher).steps;
            cost.transactions += transactions_a_generation;
        }
    }
    cost.seconds = cpu_seconds() - start;
    return cost;
}

std::vector<std::string> differences(
    Replay& replay, const PlannedContract& contract, Watcher& watcher)
{
    std::vector<std::string> lines;
    Watcher searching{Mode::search, replay.subject()};
    for (std::size_t generation = 0; generation < contract.expected.size(); ++generation)
    {
        const auto where = fmt::format(
            "{} {} generation {}", contract.name, to_string(watcher.mode()), generation);
        const ExpectedCounts expected = contract.expected[generation];
        Collected searched;
        replay.run(generation, searching, &searched);
        Collected collected;
        const ExpectedCounts found = replay.run(generation, watcher, &collected);
        if (found != expected)
        {
            lines.push_back(fmt::format("{}: steps {} (expected {}), failed {} (expected {})",
                where, found.steps, expected.steps, found.failed, expected.failed));
        }
        if (collected.recorded && *collected.recorded != expected.steps)
        {
            lines.push_back(fmt::format(
                "{}: recorded {} steps (expected {})", where, *collected.recorded, expected.steps));
        }
        if (collected.outcomes && collected.outcomes != searched.outcomes)
        {
            lines.push_back(fmt::format("{}: {} outcomes of jumps (expected {})", where,
                *collected.outcomes, *searched.outcomes));
        }
    }
    return lines;
}

}  // namespace sbst::bench
