// SPDX-License-Identifier: Apache-2.0
// Options of the EVM problem: the chain that the tests see and the values that they may vary. Names
// follow AGSolT's Config.ini if it has the option. Next: contract_problem.hpp.
#pragma once

#include <sbst/criteria/coverage.hpp>
#include <sbst/evm/exec/fork.hpp>
#include <sbst/numeric/u256.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbst::evm
{

/// The most funded accounts; that many have names.
inline constexpr std::size_t max_accounts = 20;

/// Bounds of options, inclusive.
inline constexpr std::int64_t min_transaction_gas = 100'000;
inline constexpr std::int64_t max_transaction_gas = 1'000'000'000;
inline constexpr std::size_t max_drawn_array_length = 1000;
inline constexpr std::size_t max_drawn_text_length = 100'000;
/// For jumps, in seconds and in blocks.
inline constexpr std::uint64_t max_step = 1'000'000'000'000;
inline constexpr std::size_t max_jobs = 1024;

/// What tests may vary beside arguments, and which goals are sought.
struct ProblemOptions
{
    // Accounts.
    /// Funded accounts, which send calls and may be address arguments, 1 to 20. AGSolT: maxAccounts
    /// 10.
    std::size_t accounts = 10;
    /// Balance of each funded account in wei.
    U256 account_balance = U256(1'000'000) * U256(1'000'000'000'000'000'000U);
    /// One more sender with only 1,000 wei.
    bool poor_account = true;
    /// Address arguments may be the zero address. AGSolT: zeroAddress.
    bool zero_address = true;
    /// Address arguments may be an account that does not exist. AGSolT: nonExistantAccount.
    bool non_existing_account = true;
    /// Address arguments may be the contract under test.
    bool contract_address = true;

    // Values, lengths, time.
    /// Largest value sent with a payable call, in wei. AGSolT: maxWei 2e17.
    U256 max_value = U256(100) * U256(1'000'000'000'000'000'000U);
    /// Probability that a drawn literal comes from the constant pools. AGSolT: 0.5.
    double seeding_prob = 0.5;
    /// Lengths of drawn dynamic arrays, inclusive. AGSolT: 1 and 10.
    std::size_t min_array_length = 0;
    std::size_t max_array_length = 10;
    /// Longest drawn `string` and `bytes`.
    std::size_t max_text_length = 64;
    /// Largest jump of time before a call in seconds, 0 = none. AGSolT: passTime, fixed steps.
    std::uint64_t max_time_step = std::uint64_t{365} * 24 * 3600;
    /// Largest jump of blocks before a call, 0 = none. AGSolT: passBlocks, one block.
    std::uint64_t max_block_step = 10'000;
    /// Probability that a call is made without a jump.
    double no_step_prob = 0.8;

    // Subject.
    /// Functions that tests never call, by name or signature. AGSolT: IgnoreFunctions.
    std::vector<std::string> ignore_functions;
    /// Test public state variable getters as well. AGSolT: ignoreStateVariables, negated.
    bool call_getters = false;
    /// Getters are callables that no draw calls, for what asks a contract about its state at the
    /// end of a test. Has no effect with `call_getters`.
    bool ask_getters = false;
    /// Also seek the branches of the creation code.
    bool creation_goals = false;
    /// What is sought. With lines, traces have lines, at the cost of a walk over the executed
    /// blocks of each test; suite.json, which has no sources, does not keep that criterion.
    CriteriaChoice criteria{};
    /// Branches that are not asked for are helpers: a search that follows them, as DynaMOSA does,
    /// gets to what depends on them.
    bool branches_help = false;
    /// How near results were to a class of values counts; else only whether they were of it.
    bool output_distances = true;
    /// Classes of goals that are shown and sought, by name; empty = `user` and `compiler-check`.
    std::vector<std::string> show_classes;
    /// Rules of the chain; absent = `choose_fork`. The options of a problem always have them.
    std::optional<Fork> fork;
    /// Gas of each transaction, min_transaction_gas to max_transaction_gas.
    std::int64_t transaction_gas = 10'000'000;
    /// Worker threads of a batch, at least 1; never changes a result.
    std::size_t jobs = 1;
    /// A test of guided random testing (Record::produced) that begins like earlier ones starts from
    /// the state that their calls left, which is kept. Never changes a result.
    bool restores_prefixes = true;
};

/// @throws ConfigError naming the option, its value and what was expected.
void validate(const ProblemOptions& options);

}  // namespace sbst::evm
