// SPDX-License-Identifier: Apache-2.0
// The public conformance cases of the chain ("general state tests"): one transaction on a given
// world, judged by state root and logs hash. Next: apply.hpp.
#pragma once

#include <sbst/evm/base/keccak.hpp>
#include <sbst/evm/chain/apply.hpp>
#include <sbst/evm/exec/fork.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::evm
{

/// One account before the transaction.
struct StateTestAccount
{
    Address address;
    U256 balance;
    std::uint64_t nonce{};
    Bytes code;
    std::vector<std::pair<U256, U256>> storage;
};

/// The block of a test; fields that a fork does not have are ignored.
struct StateTestBlock
{
    Block block;  ///< base fee and blob base fee not filled in
    U256 difficulty;
    U256 prevrandao;
    U256 base_fee;
    std::uint64_t excess_blob_gas{};
};

/// One choice of data, gas limit and value, with the expected outcome.
struct StateTestCase
{
    Fork fork{};
    std::size_t data{};
    std::size_t gas{};
    std::size_t value{};
    Hash256 root{};
    Hash256 logs{};
    std::string exception;  ///< why it must be rejected, in the source's words; empty = valid
};

/// One test. A number that no transaction can carry (a gas limit beyond 64 bits, an amount beyond
/// 256) is absent: such a transaction counts as rejected.
struct StateTest
{
    std::string name;
    StateTestBlock block;
    std::vector<StateTestAccount> accounts;

    /// The transaction without the parts that the cases choose.
    ChainTransaction transaction;
    bool is_encodable{true};  ///< false = a number of the common part is too large
    std::vector<Bytes> data;
    /// One per `data`, or none at all.
    std::vector<std::optional<std::vector<AccessListEntry>>> access_lists;
    std::vector<std::optional<std::uint64_t>> gas_limits;
    std::vector<std::optional<U256>> values;

    std::vector<StateTestCase> cases;        ///< cases of the forks that the executor supports
    std::vector<std::string> unknown_forks;  ///< named by the file, not supported
};

/// Reads the tests of a file, in ascending order of their names.
/// @throws ParseError naming file and field.
[[nodiscard]] std::vector<StateTest> parse_state_tests(
    std::string_view text, const std::string& file);

/// Returns an executor of a fork in such a block and world, before any transaction.
[[nodiscard]] Executor prepare_world(
    Fork fork, const StateTestBlock& block, const std::vector<StateTestAccount>& accounts);

/// Returns the transaction of a case, or nothing when it cannot be encoded.
[[nodiscard]] std::optional<ChainTransaction> transaction_of(
    const StateTest& test, const StateTestCase& which);

/// The outcome of a case.
struct StateTestOutcome
{
    bool passed{};
    bool is_rejected{};
    std::optional<Rejection> rejection;  ///< absent when the transaction could not be encoded
    Status status{};                     ///< of an execution
    std::uint64_t gas_used{};            ///< of an execution
    Hash256 root{};
    Hash256 logs{};
};

/// Executes one case of a test in a world of its own.
[[nodiscard]] StateTestOutcome run_state_test(const StateTest& test, const StateTestCase& which);

}  // namespace sbst::evm
