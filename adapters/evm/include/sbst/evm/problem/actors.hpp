// SPDX-License-Identifier: Apache-2.0
// The accounts that tests refer to by name. Next: contract_problem.hpp.
#pragma once

#include <sbst/evm/base/address.hpp>
#include <sbst/evm/problem/options.hpp>
#include <sbst/numeric/u256.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::evm
{

/// One address that arguments can name.
struct Actor
{
    /// `alice`, `bob`, ..., `poor`, `zero`, `nobody`, `contract`, or the address itself when it was
    /// found as a literal.
    std::string name;
    /// For `contract` the test's deployment decides it; zero here.
    Address address;
    U256 balance;
    /// True if it owns a key and may send transactions.
    bool can_send = false;
};

/// The actors of a problem, senders first: funded accounts, `poor`, then `zero`, `nobody`,
/// `contract` and literal addresses, depending on the options. Addresses are fixed: the same in
/// every run.
[[nodiscard]] std::vector<Actor> make_actors(
    const ProblemOptions& options, const std::vector<Address>& literals);

/// Name of the actor that is the contract under test.
inline constexpr std::string_view contract_actor = "contract";

}  // namespace sbst::evm
