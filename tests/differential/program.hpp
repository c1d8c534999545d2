// SPDX-License-Identifier: Apache-2.0
// The input of both executors: a world, a block and one transaction. Its file form is a general
// state test, so that any other client can run it too. Next: generator.hpp.
#pragma once

#include <sbst/evm/chain/chain_transaction.hpp>
#include <sbst/evm/chain/state_test.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::evm::differential
{

struct Program
{
    Fork fork{};
    StateTestBlock block;
    std::vector<StateTestAccount> accounts;
    ChainTransaction transaction;
};

/// The accounts whose private keys are 1, 2 and 3: only they sign authorizations.
inline constexpr std::size_t signer_count = 3;

/// Returns the address of the private key index + 1. Precondition: index < signer_count.
[[nodiscard]] Address signer(std::size_t index);

/// Writes a general state test of one case, without expected results (its hashes are 0).
/// Authorizations are signed here; one whose authority is not among the signers gets a bad
/// signature.
[[nodiscard]] nlohmann::ordered_json to_json(const Program& program);

/// Reads the first case of the first test of a file.
/// @throws ParseError naming file and field, also when no case can be run.
[[nodiscard]] Program parse_program(std::string_view text, const std::string& file);

}  // namespace sbst::evm::differential
