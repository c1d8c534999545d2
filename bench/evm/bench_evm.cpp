// SPDX-License-Identifier: Apache-2.0
// Replays the transaction plans, checks that the executor did what every other one does, and prints
// how fast:
//   bench_evm [--plans FOLDER] [--passes N]
// The folder is that of SBST_PLANS_DIR by default; without either the exit code is 77, "skipped".
// Each pass executes all transactions, deployments included, from a fresh world; code analyses are
// kept.
#include "plans.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <exception>
#include <map>
#include <optional>
#include <stdexcept>

namespace
{
using namespace sbst;
using namespace sbst::bench;

struct Arguments
{
    std::filesystem::path plans;
    int passes{200};
};

constexpr int exit_skipped = 77;

Arguments parse_arguments(const std::vector<std::string>& words)
{
    Arguments arguments;
    if (const char* const folder = std::getenv("SBST_PLANS_DIR"))
        arguments.plans = folder;
    for (std::size_t i = 0; i + 1 < words.size(); i += 2)
    {
        if (words[i] == "--plans")
            arguments.plans = words[i + 1];
        else if (words[i] == "--passes")
            arguments.passes = std::max(1, std::atoi(words[i + 1].c_str()));
        else
            throw std::invalid_argument{fmt::format("unknown option {}", words[i])};
    }
    return arguments;
}

double cpu_seconds()
{
    std::timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + (static_cast<double>(now.tv_nsec) * 1e-9);
}

/// One contract's plan on an executor of its own.
class Replay
{
public:
    explicit Replay(std::vector<Generation> generations)
      : m_generations{std::move(generations)}, m_executor{{.fork = evm::Fork::istanbul}}
    {
        for (const Generation& generation : m_generations)
            for (const PlannedTransaction& transaction : generation)
                m_executor.state().set_balance(
                    m_executor.state().find_or_add(transaction.sender), U256::power_of_two(120));
        m_fresh = m_executor.state().snapshot();
    }

    /// Executes one generation from the fresh world, with a trace if there is one.
    ExpectedCounts run(std::size_t generation, evm::SearchTrace* trace)
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
                if (trace != nullptr)
                    trace->clear();
            }
            else if (!contract)
            {
                continue;
            }
            transaction.sender = planned.sender;
            transaction.to = contract;
            transaction.value = planned.value;
            transaction.data = planned.data;
            const evm::Result& result = trace == nullptr ? m_executor.run(transaction) :
                                                           m_executor.run(transaction, *trace);
            ++block.number;
            ++block.timestamp;
            counts.steps += result.steps;
            counts.failed += result.succeeded() ? 0U : 1U;
            if (!planned.is_call)
                contract = result.created;
        }
        if (contract)
            m_runtime = m_executor.state().account(*m_executor.state().find(*contract)).code;
        m_executor.state().rollback(m_fresh);
        return counts;
    }

    /// Returns the code that the latest deployment left.
    [[nodiscard]] const evm::CodePtr& runtime() const { return m_runtime; }

private:
    std::vector<Generation> m_generations;
    evm::Executor m_executor;
    evm::WorldState::Snapshot m_fresh;
    evm::CodePtr m_runtime;
};

struct Timing
{
    double seconds{};
    std::uint64_t steps{};
    std::uint64_t transactions{};
};

Timing measure(Replay& replay, int passes, evm::SearchTrace* trace)
{
    Timing timing;
    const double start = cpu_seconds();
    for (int pass = 0; pass < passes; ++pass)
    {
        for (std::size_t generation = 0; generation < 3; ++generation)
        {
            timing.steps += replay.run(generation, trace).steps;
            timing.transactions += 550;
        }
    }
    timing.seconds = cpu_seconds() - start;
    return timing;
}

bool is_equal_to_table(Replay& replay, const PlannedContract& contract, evm::SearchTrace* trace)
{
    bool equal = true;
    for (std::size_t generation = 0; generation < contract.expected.size(); ++generation)
    {
        const ExpectedCounts expected = contract.expected[generation];
        const ExpectedCounts found = replay.run(generation, trace);
        if (found == expected)
            continue;
        equal = false;
        fmt::print("MISMATCH {} generation {}: steps {} (expected {}), failed {} (expected {})\n",
            contract.name, generation, found.steps, expected.steps, found.failed, expected.failed);
    }
    return equal;
}

void print_row(std::string_view name, std::string_view mode, const Timing& timing, int passes)
{
    fmt::print(
        "evm/plans/{}/{}: {:.4f} ms a generation, {:.2f} ns a step, {:.1f} M steps/s, "
        "{:.3f} M transactions/s\n",
        name, mode, timing.seconds * 1e3 / (3.0 * passes),
        timing.seconds * 1e9 / static_cast<double>(timing.steps),
        static_cast<double>(timing.steps) / timing.seconds * 1e-6,
        static_cast<double>(timing.transactions) / timing.seconds * 1e-6);
}

int run(const Arguments& arguments)
{
    if (arguments.plans.empty())
    {
        fmt::print("skipped: neither --plans nor SBST_PLANS_DIR names a folder of plans\n");
        return exit_skipped;
    }
    if (!std::filesystem::is_directory(arguments.plans))
        throw std::invalid_argument{fmt::format("no folder '{}'", arguments.plans.string())};
    bool equal = true;
    Timing plain_total;
    Timing search_total;
    for (const PlannedContract& contract : planned_contracts)
    {
        Replay replay{load_plan(find_plan(arguments.plans, contract.name))};
        static_cast<void>(replay.run(3, nullptr));  // warm-up
        evm::SearchTrace trace{replay.runtime()};
        equal = is_equal_to_table(replay, contract, nullptr) && equal;
        equal = is_equal_to_table(replay, contract, &trace) && equal;
        const Timing plain = measure(replay, arguments.passes, nullptr);
        const Timing search = measure(replay, arguments.passes, &trace);
        print_row(contract.name, "plain", plain, arguments.passes);
        print_row(contract.name, "search", search, arguments.passes);
        const auto add = [](Timing& total, const Timing& t) {
            total.seconds += t.seconds;
            total.steps += t.steps;
            total.transactions += t.transactions;
        };
        add(plain_total, plain);
        add(search_total, search);
    }
    print_row("mean", "plain", plain_total, arguments.passes * 5);
    print_row("mean", "search", search_total, arguments.passes * 5);
    fmt::print("steps and failed transactions {} the table\n", equal ? "equal" : "DIFFER FROM");
    return equal ? EXIT_SUCCESS : EXIT_FAILURE;
}
}  // namespace

int main(int argc, char** argv)
{
    try
    {
        return run(parse_arguments(std::vector<std::string>(argv + 1, argv + argc)));
    }
    catch (const std::exception& problem)
    {
        fmt::print(stderr, "bench_evm: {}\n", problem.what());
        return EXIT_FAILURE;
    }
}
